// What a press of a seat's button does now, in words for the page's own button.

import { laid } from "./cloth.js";
import { nobodyKnowsWhoOpens } from "./message.js";

// The key of the text; seen: the page's {build, game, own: the seat taken here, table}.
export function pressKey({ build, game, own, table }) {
  const { phase, question, turn } = table;
  if (question?.seat === null) return "press_mine";
  if (question) return question.seat !== own ? "press" : question.choices?.length > 1 ? "press_once" : "press_yes";
  if (phase === "reveal") return "press_show";
  const beginning = turn === null && !laid(game).size;
  if (beginning && phase === "play" && game?.game === "domino_tennis") return "press_serve";
  if (beginning && (phase === "deal" ? nobodyKnowsWhoOpens(build, game) : phase === "play" && !build.racks)) return "press_open";
  return "press";
}
