// The cards around the table: who sits where, the account, and the button of the seat, or why it has none.

import { brighten } from "./board.js";
import { minutes } from "./clock.js";
import * as score from "./score.js";
import { language, text } from "./texts.js";

const KEY = "domino seat";

// What this browser remembers of the seat that it has taken: {seat, secret}. The page itself knows it over a reload, other
// pages of the browser may take the seat back once its page has gone.
export const memory = {
  own: () => JSON.parse(sessionStorage.getItem(KEY)),
  browsers: () => JSON.parse(localStorage.getItem(KEY)),
  keep(held) { for (const storage of [sessionStorage, localStorage]) storage.setItem(KEY, JSON.stringify(held)); },
  forget() { for (const storage of [sessionStorage, localStorage]) storage.removeItem(KEY); },
};

function part(className, content, ...inner) {
  const made = document.createElement("span");
  made.className = className;
  made.textContent = content;
  made.append(...inner);
  return made;
}

function button(content, onclick) {
  return Object.assign(document.createElement("button"), { textContent: content, onclick });
}

// What can be done about a seat: buttons, and words where there is none. hands: of this page; world: what is to be seen.
function choices(seat, hands, world, sit, stand) {
  if (hands.seat === seat) return [button(text("leave"), stand)];
  if (world?.face_down) return [part("why", text("seat_face_down"))];
  if (!(world?.taken ?? []).includes(seat)) return [button(text(hands.seat === null ? "sit" : "change"), () => sit(seat))];
  const left = world.held?.[seat];
  if (left === undefined) return [part("why", text("seat_taken"))];
  const mine = memory.browsers();
  const back = mine?.seat === seat && hands.seat === null ? [button(text("take_seat_back"), () => sit(seat, mine.secret))] : [];
  return [...back, part("why", text("seat_held", { time: minutes(left) }))];
}

// Show a seat in its card. sit(seat, secret) and stand() are what its button does; rim: of the build.
export function showSeat(card, seat, { game, table, world, hands, rim, sit, stand }) {
  const name = game?.seats?.[seat] && score.nameAt(game, table?.standing, seat);
  card.classList.toggle("turn", table?.turn === seat);
  card.classList.toggle("own", hands?.seat === seat);
  if (name === undefined) {
    card.replaceChildren();
    delete card.dataset.shown;
    return;
  }
  const { points, kind, caption } = score.account(game, table?.standing, seat);
  const badges = score.badges(game, table?.standing, seat);
  const place = text(`place_${seat}`) + (hands?.seat === seat ? ` · ${text("you")}` : "");
  const count = game.phase === "play" ? game.counts?.[seat] ?? 0 : 0;
  // The card stays as it is where nothing has changed: a button must not vanish under a finger.
  const shown = JSON.stringify([name, place, points, kind, badges, count, world?.taken, world?.held, world?.face_down, hands?.seat, language()]);
  if (card.dataset.shown !== shown) {
    card.dataset.shown = shown;
    const account = part(`account ${kind}`, points, ...(caption ? [part("caption", caption)] : []));
    const meaning = { remembered: "legend_remembered", opened: "legend_opened" }[kind];
    if (meaning) account.title = text(meaning);
    const who = part("who", "", part("name", name), part("where", place));
    card.replaceChildren(part("lamp", ""), who, part("tiles", "▮".repeat(Math.min(count, 21))));
    if (badges.length) card.append(part("badge", badges.join(" · ")));
    card.append(account);
    if (hands) card.append(part("choices", "", ...choices(seat, hands, world, sit, stand)));
  }
  const lamp = rim ? world?.leds?.[rim.lamps[seat]] : null;
  card.querySelector(".lamp").style.background = (lamp && brighten(lamp)) ?? "";
}
