// The page: follows the table by server-sent events, and on a virtual table the world around it.

import { Board } from "./board.js";
import { Hands, send } from "./hands.js";
import { Log } from "./log.js";
import { has, language, setLanguage, text } from "./texts.js";

const WORLD_MS = 120;
const $ = (id) => document.getElementById(id);
const build = JSON.parse($("build").textContent);
const virtual = document.body.dataset.virtual === "true";
const board = new Board($("board"), build);
const log = new Log($("log"));
const hands = new Hands(board, $("rack") ?? document.createElementNS("http://www.w3.org/2000/svg", "svg"), notice);

let table = null; // what the firmware says of itself
let game = null; // what the record says of the match
let world = null; // what can be seen around a virtual table
let link = { connected: false, reason: "" };
let clockBase = 0;
let clockAt = 0;

function notice(message) {
  const element = $("notice");
  element.textContent = message;
  element.hidden = false;
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => { element.hidden = true; }, 6000);
}

// --- what the firmware knows ---------------------------------------------------------------------------------

function follow() {
  const source = new EventSource("/events");
  source.addEventListener("reset", () => { log.reset(); table = game = null; });
  source.addEventListener("link", (event) => { link = JSON.parse(event.data); showLink(); });
  source.addEventListener("line", (event) => log.add(JSON.parse(event.data)));
  source.addEventListener("state", (event) => {
    ({ table, game } = JSON.parse(event.data));
    clockBase = (table.clocks ?? []).reduce((sum, ms) => sum + ms, 0);
    clockAt = performance.now();
    if (table.language && table.language !== follow.language) {
      follow.language = table.language;
      changeLanguage(table.language);
    }
    showTable();
  });
  source.onerror = () => { link = { connected: false, reason: "" }; showLink(); };
}

function showLink() {
  $("link").textContent = link.connected ? text("connected") : text("lost", { reason: link.reason });
  $("link").classList.toggle("lost", !link.connected);
}

function showTable() {
  if (!table) return;
  board.showKnown(known());
  hands.tips = tips();
  for (let seat = 0; seat < 4; seat += 1) showSeat(seat);
  $("carry").textContent = game?.carry ? `🐟 ${text("fish")} +${game.carry}` : "";
  showMessage();
  showClock();
}

// Tiles on the cloth as the firmware locates them: [{tile, pose, last}].
function known() {
  const last = table.last_tile;
  return (table.cloth ?? []).map(({ tile, pose }) => ({
    tile, pose: pose[2] < 0 ? [pose[0], pose[1], 0] : pose, last: tile === last, unsure: pose[2] < 0 || !laid().has(tile),
  }));
}

function laid() {
  const layout = game?.layout;
  const found = new Set();
  if (!layout) return found;
  for (const name of [layout.first, ...Object.values(layout.arms ?? {}).flatMap((arm) => arm.tiles)]) {
    if (name) found.add(name.split("-").map(Number).sort((a, b) => a - b).join("-"));
  }
  return found;
}

// Open ends with the pose of their tip and the direction in which the line goes on.
function tips() {
  return (table.ends ?? []).map(({ pose, value, towards, double }) => ({ pose, value, towards, double }));
}

function showSeat(seat) {
  const card = $(`seat-${seat}`);
  const name = game?.seats?.[seat];
  card.classList.toggle("turn", game?.turn === seat);
  if (name === undefined) {
    card.replaceChildren();
    return;
  }
  const account = game.accounts?.[game.accounts.length < game.seats.length ? seat % 2 : seat] ?? {};
  const opened = account.opened ?? true;
  const line = (className, content) => {
    const element = document.createElement("span");
    element.className = className;
    element.textContent = content;
    return element;
  };
  const points = opened ? String(account.score ?? 0) : `+${account.remembered}`;
  const count = game.phase === "play" ? game.counts?.[seat] ?? 0 : 0;
  const parts = [
    line("name", name), line(`account ${opened ? "opened" : "remembered"}`, points), line("tiles", "▮".repeat(Math.min(count, 21))),
  ];
  if (virtual) parts.push(seatButton(seat));
  if (card.dataset.shown !== JSON.stringify([name, points, opened, count, world?.taken, world?.mine, language()])) {
    card.dataset.shown = JSON.stringify([name, points, opened, count, world?.taken, world?.mine, language()]);
    card.replaceChildren(...parts);
  }
}

function seatButton(seat) {
  const button = document.createElement("button");
  const mine = hands.seat === seat;
  button.textContent = text(mine ? "leave" : "sit");
  button.disabled = !mine && (hands.seat !== null || (world?.taken ?? []).includes(seat));
  button.onclick = () => (mine ? stand() : sit(seat));
  return button;
}

function showMessage() {
  const element = $("message");
  const name = (seat) => game?.seats?.[seat] ?? "";
  let message = "";
  let alarm = false;
  const trouble = Object.keys(table.trouble ?? {})[0];
  if (table.foul) {
    const { seat, code, tile } = table.foul;
    message = text(has(code) ? code : "foul", { name: name(seat), tile: tile ?? "", code });
    alarm = true;
  } else if (table.question) {
    message = text("question", { name: name(table.question.seat ?? game.turn) });
  } else if (trouble) {
    message = text("trouble", { code: trouble });
    alarm = true;
  } else if (game?.phase === "play") {
    message = text(game.last === null && !laid().size ? "opening" : "turn", { name: name(game.turn) });
  } else if (game) {
    message = text(`phase_${game.phase}`);
  }
  element.textContent = message;
  element.classList.toggle("alarm", alarm);
}

function showClock() {
  const running = game?.turn !== null && game?.turn !== undefined;
  const ms = clockBase + (running ? performance.now() - clockAt : 0);
  const seconds = Math.floor(ms / 1000);
  $("clock").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// --- the world of a virtual table ------------------------------------------------------------------------------

async function watchWorld() {
  let version = "";
  let displayed = "";
  for (;;) {
    try {
      const seat = hands.seat === null ? "" : `&seat=${hands.seat}`;
      const response = await fetch(`/world?v=${version}${seat}`, { headers: { "X-Seat-Secret": hands.secret } });
      version = response.headers.get("X-Version") ?? "";
      if (response.status === 200) {
        world = await response.json();
        showWorld();
        if (world.display !== displayed) {
          displayed = world.display;
          $("display").src = `/display.png?v=${displayed}`;
        }
      }
    } catch { /* the server is away: the event source says so */ }
    await new Promise((resolve) => { setTimeout(resolve, WORLD_MS); });
  }
}

function showWorld() {
  board.showLights(world.leds ?? []);
  board.showTruth($("truth").checked ? world.cloth ?? [] : []);
  const mine = hands.seat !== null;
  $("mine").hidden = !mine;
  if (mine && !hands.drag) hands.showRack(world.rack ?? []);
  for (const [tile, element] of board.drawn) {
    const free = mine && (world.movable ?? []).includes(tile);
    if (free) hands.holdable(element, tile);
    else { element.onpointerdown = null; element.classList.remove("mine"); }
  }
  for (let seat = 0; seat < 4; seat += 1) showSeat(seat);
}

async function sit(seat) {
  try {
    await hands.take(seat);
  } catch (error) {
    notice(error.message);
  }
}

async function stand() {
  try {
    await hands.leave();
  } catch (error) {
    notice(error.message);
  }
  $("mine").hidden = true;
}

// --- language -----------------------------------------------------------------------------------------------------

function changeLanguage(name) {
  setLanguage(name);
  for (const button of document.querySelectorAll(".language")) {
    button.setAttribute("aria-pressed", String(button.dataset.language === name));
  }
  log.translate();
  showLink();
  showTable();
}

for (const button of document.querySelectorAll(".language")) {
  button.onclick = async () => {
    changeLanguage(button.dataset.language);
    try {
      await send("/command", { name: "language", arguments: { language: button.dataset.language } });
    } catch (error) {
      notice(error.message);
    }
  };
}

if (virtual) {
  $("truth").onchange = () => world && showWorld();
  $("leave").onclick = stand;
  $("draw").onclick = () => hands.act({ do: "draw" });
  $("press").onclick = () => hands.act({ do: "press", press: "short" });
  $("press-double").onclick = () => hands.act({ do: "press", press: "double" });
  $("press-long").onclick = () => hands.act({ do: "press", press: "long" });
  $("turn-tile").onclick = () => hands.turn();
  watchWorld();
}
changeLanguage("ru");
setInterval(showClock, 500);
follow();
