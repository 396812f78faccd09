// What the page says above all else: what the table waits for or asks, what is wrong, and what must be taken back.

import { laid, looseTiles, touchesNothing } from "./cloth.js";
import { breach, derived } from "./log.js";
import { nameAt } from "./score.js";
import { choiceWords } from "./texts-rulings.js";
import { has, text } from "./texts.js";
import { edge, sorted } from "./tiles.js";

// seen: the page's {build, first, game, link, log, own: the seat taken here, table}; the words, and whether they alarm.
export function status(seen) {
  const { build, first, game, link, own, table } = seen;
  const name = (seat) => (game?.seats?.[seat] && nameAt(game, table.standing, seat)) ?? "";
  const onTurn = (key) => text(table.turn === own ? `own_${key}` : key, { name: name(table.turn) });
  const trouble = Object.keys(table.trouble ?? {})[0];
  let message = has(`phase_${table.phase}`) ? text(`phase_${table.phase}`) : "";
  const resting = ["maintenance", "selftest"].includes(doing(table, link));
  const foul = resting || table.question ? null : table.foul; // what is asked, or done now, is newer
  if (resting) {
    message = text(link.connected ? "phase_maintenance" : "self_test");
  } else if (table.question) {
    message = choiceWords(table.question, name) || asked(seen, name);
  } else if (foul) {
    message = breach(foul.code, name(foul.seat), foul.tile);
  } else if (trouble) {
    message = text("trouble", { code: has(`trouble_${trouble}`) ? text(`trouble_${trouble}`) : trouble });
  } else if (table.phase === "deal" && table.turn !== null) { // without racks: told before the first tile
    message = onTurn("opening");
  } else if (table.phase === "deal" && nobodyKnowsWhoOpens(build, game)) {
    message = first ? text("phase_deal_holder", { tile: first.join("-") }) : text("phase_deal_opener");
  } else if (table.phase === "deal" && !build.racks) {
    message = text("phase_deal_hands");
  } else if (table.phase === "play" && table.turn === null && !laid(game).size) {
    message = text(game?.game === "domino_tennis" ? "serve" : build.racks ? "lot" : "phase_deal_opener");
  } else if (table.phase === "play" && table.turn !== null) {
    message = onTurn(laid(game).size ? "turn" : "opening");
    if (table.playable) message += `: ${table.playable.join(", ") || "–"}`; // only where people train
  } else if (game?.round_end && !["play", "reveal", "resume"].includes(table.phase)) {
    message = `${derived(game.round_end, game.seats)}. ${message}`;
  }
  const said = [message, ...(resting ? [] : toTakeBack(seen, foul, name))];
  const loose = foul?.code === "false_pass" ? looseTiles(table, game, build.zone) : []; // the player means to have played it
  const apart = loose.filter((tile) => touchesNothing(table, tile));
  if (apart.length) said.push(text("loose", { tiles: apart.map(({ tile }) => tile).join(", ") }));
  return { words: said.join(".\n"), alarm: Boolean(foul || trouble && !resting) };
}

// What the table is doing as far as its keys go. It is lost out of sight for other reasons, too: then it does what it did.
export function doing(table, link) {
  if (link.code === "SelfTest" && !link.connected) return "selftest";
  return table?.phase === "maintenance" ? "maintenance" : "play";
}

// Tiles that lie there and must be taken back: a sentence for each player and cause. That of the breach which is told
// already has its tile first.
function toTakeBack({ build, log, table }, foul, name) {
  const take = (list) => text(build.racks ? "take_back" : "take_back_hand", { tiles: list.join(", ") });
  const groups = new Map(foul ? [["", []]] : []);
  for (const tile of (table.refused ?? []).map(sorted)) {
    const cause = foul?.tile && sorted(foul.tile) === tile ? null : log.cause(tile);
    const told = cause && (cause.code === "undone" ? text("undone", { name: name(cause.seat) }) : breach(cause.code, name(cause.seat), tile));
    groups.set(told ?? "", [...(groups.get(told ?? "") ?? []), tile]);
  }
  return [...groups].filter(([, list]) => list.length).map(([told, list]) => (told ? `${told}. ${take(list)}` : take(list)));
}

// A question of the table in words, with the tile where it can only be that one.
function asked({ build, game, table }, name) {
  const { seat, choices } = table.question;
  if (seat === null) return text("question_who");
  const loose = looseTiles(table, game, build.zone);
  const one = loose.length === 1 ? loose[0].tile : "";
  if (choices?.includes("stands")) return text("question_instead", { name: name(seat) });
  if (choices?.length === 1) return text(one ? "question_yes" : "question_yes_any", { name: name(seat), tile: one });
  const [first, second] = places(table.ends, choices) ?? [text("first_end"), text("second_end")];
  return text("question", { name: name(seat), tile: one && text("question_tile", { tile: one }), first, second });
}

// Two ends in words: what they show, and where they lie as seen on the page. Null where these are no two open ends.
function places(ends, choices) {
  const found = (choices ?? []).map((choice) => (ends ?? []).find((end) => end.name === choice));
  if (found.length !== 2 || found.includes(undefined)) return null;
  const [[ax, ay], [bx, by]] = found.map(({ pose, towards }) => edge(pose, towards));
  const [low, high] = Math.abs(ax - bx) > Math.abs(ay - by) ? ["left", "right"] : ["above", "below"];
  const isLow = low === "left" ? ax < bx : ay < by;
  return found.map(({ value }, n) => text(`end_${(n === 0) === isLow ? low : high}`, { value }));
}

export const nobodyKnowsWhoOpens = (build, game) => !build.racks && game?.opener === null && game.game !== "domino_tennis";
