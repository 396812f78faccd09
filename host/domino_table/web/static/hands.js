// The hands of a person at a taken seat: a rack, tiles dragged to the cloth and back, the seat's button.

import { memory } from "./seats.js";
import { has, language, text } from "./texts.js";
import * as tiles from "./tiles.js";

const SLOT = 34;
const REACH = 46; // mm within which a tile dropped near an end is put neatly against it
const LAID = 2; // mm between two tiles
const DOUBLE_CLICK = 400; // ms
const SLACK = 6; // px that a finger moves in a press; more is a drag

export async function send(path, body = {}, secret = "", more = {}) {
  const request = fetch(path, {
    method: "POST",
    keepalive: true, // a page that is being closed still says so
    headers: { "Content-Type": "application/json", "X-Seat-Secret": secret, ...more },
    body: JSON.stringify(body),
  });
  const response = await request.catch(() => { throw new Error(text("link_page")); });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new Error(reason(answer) ?? response.statusText);
}

// Why something was not done, in the language of the page; what only it can say is said in English as it came.
function reason({ code, error, ...named }) {
  if (has(`refused_${code}`)) return text(`refused_${code}`, named);
  if (has(`link_${code}`) && language() !== "en") error = text(`link_${code}`);
  return error && error[0].toUpperCase() + error.slice(1);
}

export class Hands {
  // board: Board; rackSvg: where the own tiles stand; complain(message): shows an error.
  constructor(board, rackSvg, complain) {
    this.board = board;
    this.rack = rackSvg;
    this.complain = complain;
    this.page = Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2);
    this.seat = null;
    this.secret = "";
    this.chosen = null;
    this.pickedAt = 0;
    this.angles = new Map();
    this.tips = [];
    this.tilesHere = [];
    this.drag = null;
    window.addEventListener("keydown", (event) => {
      if (event.key === "r" || event.key === "R" || event.key === "к" || event.key === "К") this.turn();
    });
  }

  // Sit down, or change to this seat. secret: of a seat that was taken before the page was loaded anew.
  async take(seat, secret = "") {
    const left = [this.seat, this.secret];
    this.secret = (await send(`/seats/${seat}/take`, { page: this.page }, secret)).secret;
    this.seat = seat;
    memory.keep({ seat, secret: this.secret });
    if (left[0] !== null) await send(`/seats/${left[0]}/leave`, {}, left[1]);
  }

  async leave() {
    const [seat, secret] = [this.seat, this.secret];
    if (seat === null) return;
    this.lose();
    await send(`/seats/${seat}/leave`, {}, secret);
  }

  // The seat is this page's no more.
  lose() {
    this.seat = null;
    this.secret = "";
    this.drag?.element.remove();
    this.drag = null;
    memory.forget();
  }

  // The page is closed or loaded anew: the seat waits a moment for it.
  going() {
    if (this.seat !== null) send(`/seats/${this.seat}/going`, {}, this.secret).catch(() => {});
  }

  // Whether it was done; else the person is told why not.
  async act(act) {
    if (this.seat === null) return false;
    try {
      await send(`/seats/${this.seat}/hand`, act, this.secret);
      return true;
    } catch (error) {
      this.complain(error.message);
      return false;
    }
  }

  angle(tile) {
    return this.angles.get(tile) ?? (tiles.isDouble(tile) ? 90 : 0);
  }

  turn(tile = this.drag?.tile ?? this.chosen) {
    if (!tile) return;
    this.angles.set(tile, (this.angle(tile) + 90) % 360);
    if (this.drag) this.hover();
    else this.showRack(this.tilesHere);
  }

  // Own tiles in the rack. Redrawn only when something changes: a tile must not be replaced under a finger.
  showRack(list) {
    const shown = JSON.stringify([list, this.chosen, [...this.angles]]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.tilesHere = list;
    const columns = Math.max(7, Math.ceil(list.length / 2));
    const rows = list.length > 7 ? 2 : 1;
    this.rack.setAttribute("viewBox", `0 0 ${columns * SLOT + 30} ${rows * 66}`);
    this.rack.replaceChildren();
    list.forEach((tile, n) => {
      const [x, y] = [SLOT * (n % columns) + 32, Math.floor(n / columns) * 66 + 33];
      const angle = this.angles.has(tile) ? this.angle(tile) : 90;
      const element = tiles.tile(tile, [x, y, angle], `mine${tile === this.chosen ? " chosen" : ""}`);
      element.setAttribute("tabindex", "0");
      element.onfocus = () => { this.chosen = tile; };
      element.setAttribute("aria-label", tile);
      this.holdable(element, tile);
      this.rack.append(element);
    });
  }

  // Own tiles on the cloth can be taken up again.
  holdable(element, tile) {
    element.classList.add("mine");
    element.onpointerdown = (event) => this.pick(event, tile);
  }

  // A tile that is not one's own to move says so when it is dragged.
  foreign(element, tile, seated) {
    element.classList.remove("mine");
    element.onpointerdown = ({ clientX, clientY }) => {
      const stop = new AbortController();
      const moved = (event) => {
        if (Math.hypot(event.clientX - clientX, event.clientY - clientY) <= SLACK) return;
        stop.abort();
        this.complain(seated ? text("refused_not_yours", { tile }) : text("sit_first"));
      };
      window.addEventListener("pointermove", moved, { signal: stop.signal });
      for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => stop.abort(), { signal: stop.signal });
    };
  }

  pick(event, tile) {
    event.preventDefault();
    const again = this.chosen === tile && event.timeStamp - this.pickedAt < DOUBLE_CLICK;
    this.pickedAt = again ? 0 : event.timeStamp;
    this.chosen = tile;
    if (again) this.turn(tile);
    const element = tiles.tile(tile, [0, 0, 0], "dragged chosen");
    element.style.pointerEvents = "none";
    this.board.dragged.replaceChildren(element);
    this.drag = { tile, element, at: this.board.at(event), start: [event.clientX, event.clientY], moved: false };
    const move = (e) => {
      if (!this.drag) return;
      this.drag.at = this.board.at(e);
      this.drag.moved ||= Math.hypot(e.clientX - this.drag.start[0], e.clientY - this.drag.start[1]) > SLACK;
      this.hover();
    };
    const up = (e) => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
      this.drop(e);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
  }

  hover() {
    const { element, moved } = this.drag;
    element.style.display = moved ? "" : "none";
    tiles.place(element, this.snap(this.drag.tile, this.drag.at));
  }

  drop(event) {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    drag.element.remove();
    if (!drag.moved || event.type === "pointercancel") {
      this.showRack(this.tilesHere);
      return;
    }
    const [x, y] = drag.at;
    const { width, height } = this.board.build.area;
    if (x < 0 || y < 0 || x > width || y > height) {
      this.pending.forget(drag.tile);
      if (!this.tilesHere.includes(drag.tile)) this.act({ do: "back", tile: drag.tile });
      return;
    }
    this.lay(drag.tile, this.snap(drag.tile, drag.at));
  }

  // Seen at once where it was dropped; an error brings it back, with the reason.
  async lay(tile, pose) {
    this.pending.drop(tile, pose);
    this.showRack(this.tilesHere.filter((other) => other !== tile));
    if (!await this.act({ do: "lay", tile, pose })) this.pending.forget(tile);
  }

  // Against the nearest open end, turned so that the equal halves touch; elsewhere just where it is dropped.
  snap(tile, [x, y]) {
    let best = [x, y, this.angle(tile)];
    let reach = REACH;
    for (const pose of this.neat(tile)) {
      const distance = Math.hypot(pose[0] - x, pose[1] - y);
      if (distance < reach) {
        reach = distance;
        best = pose;
      }
    }
    return best.map(Math.round);
  }

  // Poses of a tile at the open ends: straight on, or round a corner; doubles crosswise.
  neat(tile) {
    const [a, b] = tiles.halves(tile);
    const { width, height } = this.board.build.area;
    const found = [];
    for (const { pose, value, towards } of this.tips) {
      const edge = tiles.toEdge(pose, towards);
      const depth = edge + LAID;
      for (const bend of [0, 90, -90]) {
        const direction = towards + bend;
        const [dx, dy] = [Math.cos((direction * Math.PI) / 180), Math.sin((direction * Math.PI) / 180)];
        const [tx, ty] = [Math.cos((towards * Math.PI) / 180), Math.sin((towards * Math.PI) / 180)];
        const from = bend === 0 ? [pose[0] + tx * depth, pose[1] + ty * depth]
          : edge === 14 ? [pose[0] + dx * (28 + LAID), pose[1] + dy * (28 + LAID)]
            : [pose[0] + tx * 14 + dx * (14 + LAID), pose[1] + ty * 14 + dy * (14 + LAID)];
        const long = a === b ? 14 : 28;
        const centre = [from[0] + dx * long, from[1] + dy * long];
        const angle = a === b ? direction + 90 : a === value ? direction : direction + 180;
        const fits = a === value || b === value;
        if (fits && centre[0] > 10 && centre[1] > 10 && centre[0] < width - 10 && centre[1] < height - 10) {
          found.push([centre[0], centre[1], (angle + 720) % 360]);
        }
      }
    }
    return found;
  }
}
