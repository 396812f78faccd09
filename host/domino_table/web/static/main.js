// The page: follows the table by server-sent events, and on a virtual table the world around it.

import { ArbiterPanel } from "./arbiter.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { Hands, send } from "./hands.js";
import { Keys } from "./keys.js";
import { Log, breach, derived } from "./log.js";
import { Menu } from "./menu.js";
import { Names } from "./names.js";
import { neat } from "./neat.js";
import { Pending } from "./pending.js";
import { RulesPanel } from "./rules.js";
import { Rulings } from "./rulings.js";
import * as score from "./score.js";
import { memory, showSeat } from "./seats.js";
import { choiceWords } from "./texts-rulings.js";
import { has, language, setLanguage, text } from "./texts.js";
import { edge, sorted } from "./tiles.js";

const WORLD_MS = 120;
const TOUCH = 66; // mm between the middles of two tiles that touch end to end, and what a reading may be off
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
    if (line.type === "pass" && line.seat === hands.seat && outs[0].ok) notice(text("pass_taken"));
  });
  source.addEventListener("state", (event) => {
    ({ table, game: told, first } = JSON.parse(event.data));
    nameAll();
    arbiter.changed(game);
    clock.heard(table);
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
  const poses = together();
  board.showKnown(known(poses));
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
  board.showEnds(standing?.arms && table.phase === "play" ? tips(poses) : []);
  showMessage();
  if (!hands.drag) board.follow([...poses.values()].filter((pose) => !inBazaar(pose)));
  showZoom();
}

// Where the tiles of the cloth are shown, those of the chain put together: a Map of the tile to [x, y, angle].
function together() {
  const measured = (table.cloth ?? []).filter(({ pose }) => pose[2] >= 0);
  return neat(game?.layout, new Map(measured.map(({ tile, pose }) => [sorted(tile), pose])));
}

// Tiles on the cloth as the firmware locates them: [{tile, pose, last}].
function known(poses) {
  const last = table.last_tile;
  const inChain = laid();
  const closed = new Set([...score.closedTiles(game)].map(sorted));
  return (table.cloth ?? []).map(({ tile, pose }) => ({
    tile,
    pose: poses.get(sorted(tile)) ?? [pose[0], pose[1], 0],
    last: tile === last,
    unsure: pose[2] < 0 || !inChain.has(tile),
    refused: (table.refused ?? []).includes(tile),
    down: closed.has(tile),
  }));
}

// The open ends where their tiles are shown.
function tips(poses) {
  const shown = new Map((table.cloth ?? []).map(({ tile, pose }) => [`${pose}`, poses.get(sorted(tile))]));
  return (table.ends ?? []).map((end) => ({ ...end, pose: shown.get(`${end.pose}`) ?? end.pose }));
}

function laid() {
  const layout = game?.layout;
  const found = new Set();
  if (!layout) return found;
  for (const name of [layout.first, ...Object.values(layout.arms ?? {}).flatMap((arm) => arm.tiles)]) {
    if (name) found.add(sorted(name));
  }
  return found;
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
  const name = (seat) => (game?.seats?.[seat] && score.nameAt(game, table.standing, seat)) ?? "";
  const trouble = Object.keys(table.trouble ?? {})[0];
  let message = has(`phase_${table.phase}`) ? text(`phase_${table.phase}`) : "";
  const resting = ["maintenance", "selftest"].includes(doing());
  keys?.show(doing());
  const foul = resting || table.question ? null : table.foul; // what is asked, or done now, is newer
  if (resting) {
    message = text(link.connected ? "phase_maintenance" : "self_test");
  } else if (table.question) {
    message = choiceWords(table.question, name) || asked(table.question, name);
  } else if (foul) {
    message = breach(foul.code, name(foul.seat), foul.tile);
  } else if (trouble) {
    message = text("trouble", { code: has(`trouble_${trouble}`) ? text(`trouble_${trouble}`) : trouble });
  } else if (table.phase === "deal" && table.turn !== null) { // without racks: told before the first tile
    message = text("opening", { name: name(table.turn) });
  } else if (table.phase === "deal" && nobodyKnowsWhoOpens()) {
    message = first ? text("phase_deal_holder", { tile: first.join("-") }) : text("phase_deal_opener");
  } else if (table.phase === "deal" && !build.racks) {
    message = text("phase_deal_hands");
  } else if (table.phase === "play" && table.turn === null && !laid().size) {
    message = text(game?.game === "domino_tennis" ? "serve" : build.racks ? "lot" : "phase_deal_opener");
  } else if (table.phase === "play" && table.turn !== null) {
    message = text(laid().size ? "turn" : "opening", { name: name(table.turn) });
    if (table.playable) message += `: ${table.playable.join(", ") || "–"}`; // only where people train
  } else if (game?.round_end && !["play", "reveal", "resume"].includes(table.phase)) {
    message = `${derived(game.round_end, game.seats)}. ${message}`;
  }
  const said = [message, ...(resting ? [] : toTakeBack(foul, name))];
  const apart = foul?.code === "false_pass" ? looseTiles().filter(touchesNothing) : []; // the player means to have played it
  if (apart.length) said.push(text("loose", { tiles: apart.map(({ tile }) => tile).join(", ") }));
  $("message").textContent = said.join(".\n");
  if (virtual) $("game-hint").textContent = has(`hint_${game?.game}`) ? text(`hint_${game.game}`) : "";
  if (virtual) $("draw").disabled = !game?.stock_count;
  $("message").classList.toggle("alarm", Boolean(foul || trouble && !resting));
}

// What the table is doing as far as its keys go. It is lost out of sight for other reasons, too: then it does what it did.
function doing() {
  if (link.code === "SelfTest" && !link.connected) return "selftest";
  return table?.phase === "maintenance" ? "maintenance" : "play";
}

// Tiles that lie there and must be taken back: a sentence for each player and cause. That of the breach which is told
// already has its tile first.
function toTakeBack(foul, name) {
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
function asked({ seat, choices }, name) {
  if (seat === null) return text("question_who");
  const loose = looseTiles();
  const one = loose.length === 1 ? loose[0].tile : "";
  if (choices?.includes("stands")) return text("question_instead", { name: name(seat) });
  if (choices?.length === 1) return text(one ? "question_yes" : "question_yes_any", { name: name(seat), tile: one });
  const [first, second] = places(choices) ?? [text("first_end"), text("second_end")];
  return text("question", { name: name(seat), tile: one && text("question_tile", { tile: one }), first, second });
}

// Two ends in words: what they show, and where they lie as seen on the page. Null where these are no two open ends.
function places(choices) {
  const found = (choices ?? []).map((choice) => (table.ends ?? []).find((end) => end.name === choice));
  if (found.length !== 2 || found.includes(undefined)) return null;
  const [[ax, ay], [bx, by]] = found.map(({ pose, towards }) => edge(pose, towards));
  const [low, high] = Math.abs(ax - bx) > Math.abs(ay - by) ? ["left", "right"] : ["above", "below"];
  const isLow = low === "left" ? ax < bx : ay < by;
  return found.map(({ value }, n) => text(`end_${(n === 0) === isLow ? low : high}`, { value }));
}

// Tiles that lie on the cloth in a round, belong to no line and are not refused: they count for nothing yet.
function looseTiles() {
  const inChain = laid();
  if (table.phase !== "play" || !inChain.size || game?.game === "kolbasa") return [];
  const refused = (table.refused ?? []).map(sorted);
  return (table.cloth ?? []).filter(({ pose }) => !inBazaar(pose)).map(({ tile, pose }) => ({ tile: sorted(tile), pose }))
    .filter(({ tile }) => !inChain.has(tile) && !refused.includes(tile));
}

function touchesNothing({ tile, pose: [x, y] }) {
  return table.cloth.every((other) => sorted(other.tile) === tile || Math.hypot(other.pose[0] - x, other.pose[1] - y) > TOUCH);
}

function inBazaar([x, y]) {
  const [left, top, right, bottom] = build.zone ?? [0, 0, 0, 0];
  return left < x && x < right && top < y && y < bottom;
}

const nobodyKnowsWhoOpens = () => !build.racks && game?.opener === null && game.game !== "domino_tennis";

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
  $("press-long").onclick = () => hands.act({ do: "press", press: "long" });
  $("turn-tile").onclick = () => hands.turn();
  $("knock").hidden = !build.knocks;
  $("knock").onclick = () => hands.act({ do: "press", press: "knock" });
  keys = new Keys($("keys"), $("try-seats"), build, notice, () => ({ doing: doing(), language: table?.language }));
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
