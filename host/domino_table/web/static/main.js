// The page: follows the table by server-sent events, and on a virtual table the world around it.

import { ArbiterPanel } from "./arbiter.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { inBazaar, known, tips, together } from "./cloth.js";
import { Hands, send } from "./hands.js";
import { Keys } from "./keys.js";
import { Log } from "./log.js";
import { Menu } from "./menu.js";
import { doing, status } from "./message.js";
import { Names } from "./names.js";
import { Pending } from "./pending.js";
import { pressKey } from "./presses.js";
import { RulesPanel } from "./rules.js";
import { Rulings } from "./rulings.js";
import * as score from "./score.js";
import { memory, showSeat } from "./seats.js";
import { has, language, setLanguage, text } from "./texts.js";

const WORLD_MS = 120;
const UNDO_MS = 4000; // of the table's time: a hold, and what comes of it
const phone = matchMedia("(max-width: 36rem)"); // there the chain is drawn larger unless somebody wants the whole table
const $ = (id) => document.getElementById(id);
const build = JSON.parse($("build").textContent);
const virtual = document.body.dataset.virtual === "true";
const board = new Board($("board"), build);
const names = new Names(virtual ? build.names : null);
const log = new Log($("log"), names);
const rules = new RulesPanel();
const rulings = new Rulings($("rulings"), notice);
const arbiter = new ArbiterPanel(() => { notice(text("arbiter_gone")); rulings.translate(); });
const menu = new Menu(build, notice);
const hands = new Hands(board, $("rack") ?? document.createElementNS("http://www.w3.org/2000/svg", "svg"), notice);
const pending = new Pending(board, hands);
const clock = new Clock($("clock"), virtual);

let table = null; // what the firmware says of itself
let told = null; // what the record says of the match
let game = null; // the same with the names in the page's language
let first = null; // pips of the tile that opens the next round, where one does
let world = null; // what can be seen around a virtual table
let link = { connected: false, reason: "" };
let keys = null; // under the display of a virtual table

function notice(message) {
  const element = $("notice");
  element.textContent = message;
  element.hidden = false;
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => { element.hidden = true; }, 6000);
}

// --- what the firmware knows ---------------------------------------------------------------------------------

function follow() {
  const source = new EventSource(`/events?page=${hands.page}`);
  source.addEventListener("reset", () => { log.reset(); rulings.reset(); table = told = game = null; });
  source.addEventListener("link", (event) => { link = JSON.parse(event.data); showLink(); });
  source.addEventListener("match", () => rules.refresh());
  source.addEventListener("line", (event) => {
    const entry = JSON.parse(event.data);
    log.add(entry);
    rulings.add(entry);
    const { line, outs } = entry;
    if (line.type === "correct") undo.waits = null;
    if (line.type === "pass" && line.seat === hands.seat && outs[0].ok) notice(text("pass_taken"));
  });
  source.addEventListener("state", (event) => {
    const state = JSON.parse(event.data);
    ({ table, game: told, first } = state);
    nameAll();
    arbiter.changed(game);
    clock.heard(table, state.age);
    if (table.language && table.language !== follow.language) { // not where the page has another one since
      follow.language = table.language;
      if (table.language !== language()) changeLanguage(table.language);
    }
    showTable();
  });
  source.onerror = () => { link = { connected: false, code: "page" }; showLink(); };
}

function showLink() {
  const reason = has(`link_${link.code}`) ? text(`link_${link.code}`) : link.reason;
  const away = { SelfTest: text("link_self_test"), PortBusy: text("busy") }[link.code]; // the table is there, but not for us
  $("link").textContent = link.connected ? text("connected") : away ?? text("lost", { reason });
  $("link").classList.toggle("lost", !link.connected && !away);
  clock.running = link.connected;
  if (table) showMessage();
}

// The match with its names in the page's language, for everybody who shows it.
function nameAll() {
  game = told && { ...told, seats: names.shown(told.seats) };
  menu.game = game;
}

function showTable() {
  if (!table) return;
  const poses = together(table, game);
  board.showKnown(known(table, game, poses));
  board.showHeap(game?.phase === "play" ? game.stock_count ?? 0 : 0);
  pending.settle(world);
  if (virtual) holdTiles();
  hands.tips = table.ends ?? [];
  showSeats();
  rulings.update(table, game);
  const { standing } = table;
  $("carry").textContent = score.carried(game, standing);
  $("facts").textContent = score.facts(game, standing).join(" · ");
  $("ends").textContent = game && table.phase === "play" ? score.ends(game, standing) : "";
  score.showTennis($("tennis"), game, standing);
  const opens = (game?.accounts ?? []).some((account) => "opened" in account); // these colours mean nothing elsewhere
  for (const item of $("legend").querySelectorAll(".opening")) item.hidden = !opens;
  board.showEnds(standing?.arms && table.phase === "play" ? tips(table, poses) : []);
  showMessage();
  if (!hands.drag) board.follow([...poses.values()].filter((pose) => !inBazaar(pose, build.zone)));
  showZoom();
}

function zoom(larger) {
  board.zoom(larger);
  showZoom();
}

function showZoom() {
  $("zoom").hidden = !board.chain.length;
  $("zoom").textContent = text(board.zoomed ? "zoom_out" : "zoom_in");
}

function showSeats() {
  const shown = { game, table, world, hands: virtual ? hands : null, rim: build.rim, sit, stand };
  for (let seat = 0; seat < 4; seat += 1) showSeat($(`seat-${seat}`), seat, shown);
  board.showSides([0, 1, 2, 3].map((seat) => game?.seats?.[seat] && score.nameAt(game, table?.standing, seat)));
}

function showMessage() {
  keys?.show(doing(table, link));
  menu.rests = doing(table, link) === "selftest"; // the table hears no command then
  const { words, alarm } = status({ build, first, game, link, log, own: hands.seat, table });
  $("message").textContent = words;
  if (virtual) $("game-hint").textContent = has(`hint_${game?.game}`) ? text(`hint_${game.game}`) : "";
  if (virtual) $("draw").disabled = !game?.stock_count;
  if (virtual) $("press").textContent = text($("press").dataset.text = pressKey({ build, game, own: hands.seat, table }));
  $("message").classList.toggle("alarm", alarm);
}

// --- the world of a virtual table ------------------------------------------------------------------------------

async function watchWorld() {
  let version = "";
  let displayed = "";
  for (;;) {
    try {
      const asked = hands.seat;
      const seat = asked === null ? "" : `&seat=${asked}`;
      const response = await fetch(`/world?v=${version}${seat}`, { headers: { "X-Seat-Secret": hands.secret } });
      version = response.headers.get("X-Version") ?? "";
      clock.tick(Number(response.headers.get("X-World-Ms")));
      if (response.status === 200) {
        world = await response.json();
        if (asked !== null && hands.seat === asked && world.mine === null) {
          hands.lose(); // the program was started again, or took this page for gone, or the match has no such seat
          notice(text(world.face_down ? "refused_face_down" : "refused_seat_lost"));
          if (table) showMessage();
        }
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
  $("mine").hidden = !mine || Boolean(world.resting); // nobody plays
  pending.settle(world);
  if (mine && !hands.drag) hands.showRack((world.rack ?? []).filter((tile) => !pending.has(tile)));
  $("try-seats").hidden = !world.testing;
  holdTiles();
  showSeats();
}

// Own tiles on the cloth that do not count can be taken up; others say why not.
function holdTiles() {
  for (const [tile, element] of board.drawn) {
    const free = hands.seat !== null && (world?.movable ?? []).includes(tile);
    if (free) hands.holdable(element, tile);
    else hands.foreign(element, tile, hands.seat !== null);
  }
  pending.hold(world?.movable ?? []);
}

// secret: of the seat that is taken back.
async function sit(seat, secret = "") {
  try {
    await hands.take(seat, secret);
    if (table) showMessage(); // whose turn it is has other words now
    $("status").scrollIntoView({ block: "nearest" }); // on a phone the seats are far below the rack
  } catch (error) {
    if (secret) memory.forget();
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
  if (table) showMessage();
}

// Hold the own button; where nothing is undone soon say why, as the table's display does until somebody acts again.
async function undo() {
  const hold = {};
  undo.waits = hold;
  if (!await hands.act({ do: "press", press: "long" })) return;
  const end = clock.now + UNDO_MS;
  while (undo.waits === hold && clock.now < end) await new Promise((resolve) => { setTimeout(resolve, WORLD_MS); });
  if (undo.waits === hold) notice(text("undone_nothing"));
}

// --- language -----------------------------------------------------------------------------------------------------

function changeLanguage(name) {
  setLanguage(name);
  for (const button of document.querySelectorAll(".language")) {
    button.setAttribute("aria-pressed", String(button.dataset.language === name));
  }
  $("board").setAttribute("aria-label", text("board"));
  nameAll();
  log.translate();
  rulings.translate();
  rules.refresh();
  arbiter.translate();
  menu.translate();
  showLink();
  showTable();
}

for (const button of document.querySelectorAll(".language")) {
  button.onclick = async () => {
    changeLanguage(button.dataset.language);
    try {
      await send("/command", { name: "language", arguments: { name: button.dataset.language } });
    } catch (error) {
      notice(error.message);
    }
  };
}

if (virtual) {
  $("truth").onchange = () => world && showWorld();
  $("draw").onclick = () => hands.act({ do: "draw" });
  $("press").onclick = () => hands.act({ do: "press", press: "short" });
  $("press-double").onclick = () => hands.act({ do: "press", press: "double" });
  $("press-long").onclick = undo;
  $("turn-tile").onclick = () => hands.turn();
  $("knock").hidden = !build.knocks;
  $("knock").onclick = () => hands.act({ do: "press", press: "knock" });
  keys = new Keys($("keys"), $("try-seats"), build, notice, () => ({ doing: doing(table, link), language: table?.language }));
  window.addEventListener("pagehide", () => hands.going());
  const held = memory.own();
  if (held) sit(held.seat, held.secret); // this page was loaded anew
  watchWorld();
}
$("zoom").onclick = () => zoom(!board.zoomed);
phone.onchange = () => zoom(phone.matches);
zoom(phone.matches);
changeLanguage("ru");
follow();
