// The table from above: cloth, rim lights, racks, tiles as the firmware knows them, and the world's truth on top.

import * as tiles from "./tiles.js";

const MARGIN = 46;
const AROUND = 75; // mm of cloth seen around the chain when it is drawn larger
const LEAST = 420; // mm that are seen at least
const HEAP_STEP = [32, 60]; // mm from tile to tile of the bazaar
const INSET = 12; // mm from the edge of the cloth to the names written on it

export class Board {
  constructor(svg, build) {
    this.svg = svg;
    this.build = build;
    const { width, height } = build.area;
    svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`);
    tiles.make("rect", { class: "frame", x: -MARGIN, y: -MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN, rx: 18 }, svg);
    tiles.make("rect", { class: "cloth", x: 0, y: 0, width, height, rx: 4 }, svg);
    if (build.zone) {
      const [left, top, right, bottom] = build.zone;
      tiles.make("rect", { class: "zone", x: left, y: top, width: right - left, height: bottom - top }, svg);
    }
    this.heap = tiles.make("g", { class: "heap" }, svg);
    this.lights = this.makeLights();
    this.sides = this.makeSides();
    this.ends = tiles.make("g", { class: "ends" }, svg);
    this.known = tiles.make("g", {}, svg);
    this.truth = tiles.make("g", {}, svg);
    this.pending = tiles.make("g", {}, svg);
    this.dragged = tiles.make("g", {}, svg);
    this.placeSides([0, 0, width, height]);
    this.drawn = new Map();
    this.poses = new Map(); // of the tiles that are drawn
    this.chain = [];
    this.zoomed = false;
  }

  // Larger, around the chain, or the whole table.
  zoom(larger) {
    this.zoomed = larger;
    this.look();
  }

  // poses: where the tiles on the cloth are; a larger picture goes with them.
  follow(poses) {
    this.chain = poses;
    this.look();
  }

  look() {
    const { width, height } = this.build.area;
    let box = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
    if (this.zoomed && this.chain.length) box = this.around(width, height);
    const shown = box.map(Math.round).join(" ");
    if (this.svg.getAttribute("viewBox") !== shown) this.svg.setAttribute("viewBox", shown);
    this.placeSides(box);
    this.svg.dataset.zoomed = String(this.zoomed && this.chain.length > 0);
  }

  // A square around the chain, not beyond the rim.
  around(width, height) {
    const span = (values) => [Math.min(...values) - AROUND, Math.max(...values) + AROUND];
    const [left, right] = span(this.chain.map(([x]) => x));
    const [top, bottom] = span(this.chain.map(([, y]) => y));
    const size = Math.min(Math.max(LEAST, right - left, bottom - top), Math.max(width, height) + 2 * MARGIN);
    const begin = (low, high, whole) => Math.max(-MARGIN, Math.min((low + high - size) / 2, whole + MARGIN - size));
    return [begin(left, right, width), begin(top, bottom, height), size, size];
  }

  // Who sits at which side, written on the cloth: seat 0 below, then clockwise.
  makeSides() {
    const group = tiles.make("g", { class: "sides" }, this.svg);
    return [0, 1, 2, 3].map(() => tiles.make("text", {}, group));
  }

  // Also of the larger picture each side is named, where it ends.
  placeSides([x, y, width, height]) {
    const { area } = this.build;
    const [left, top] = [Math.max(x, 0) + INSET, Math.max(y, 0) + INSET];
    const [right, bottom] = [Math.min(x + width, area.width) - INSET, Math.min(y + height, area.height) - INSET];
    const [across, along] = [(left + right) / 2, (top + bottom) / 2];
    [[across, bottom, 0], [left, along, 90], [across, top, 180], [right, along, 270]].forEach(([px, py, angle], seat) => {
      this.sides[seat].setAttribute("transform", `translate(${px} ${py}) rotate(${angle})`);
    });
  }

  // names: by seat.
  showSides(names) {
    this.sides.forEach((label, seat) => { label.textContent = names[seat] ? `${seat + 1} ${names[seat]}` : ""; });
  }

  // Lights clockwise from the right end of seat 0's side.
  makeLights() {
    const { area: { width, height }, rim } = this.build;
    if (!rim) return [];
    const lights = [];
    for (let n = 0; n < rim.leds; n += 1) {
      const side = Math.floor(n / rim.per_side);
      const along = ((n % rim.per_side) + 0.5) / rim.per_side;
      const at = [
        [width * (1 - along), height + 24], [-24, height * (1 - along)], [width * along, -24], [width + 24, height * along],
      ][side];
      lights.push(tiles.make("circle", { cx: at[0], cy: at[1], r: 7, fill: "#2a1d13" }, this.svg));
    }
    return lights;
  }

  showLights(colours) {
    this.lights.forEach((light, n) => {
      const colour = brighten(colours[n] ?? [0, 0, 0]);
      light.setAttribute("fill", colour ?? "#2a1d13");
      light.setAttribute("r", colour ? 9 : 7);
    });
  }

  // list: [{value, pose, towards}] of the open ends; each has its number beside the tip, under the tiles.
  showEnds(list) {
    const shown = JSON.stringify(list);
    if (shown === this.endsShown) return;
    this.endsShown = shown;
    this.ends.replaceChildren(...list.map(({ value, pose, towards }) => {
      const [x, y] = pose;
      const way = (towards * Math.PI) / 180;
      const out = tiles.toEdge(pose, towards) + 15;
      const group = tiles.make("g", { transform: `translate(${x + Math.cos(way) * out} ${y + Math.sin(way) * out})` });
      tiles.make("circle", { r: 11 }, group);
      tiles.make("text", { y: 5 }, group).textContent = value;
      return group;
    }));
  }

  // list: [{tile, pose, last, unsure, refused, down}]; tiles that stay are moved, not redrawn, so that they glide.
  showKnown(list) {
    const seen = new Set();
    for (const { tile, pose, last, unsure, refused, down } of list) {
      seen.add(tile);
      const className = `tile${last ? " last" : ""}${unsure ? " unsure" : ""}${refused ? " refused" : ""}${down ? " down" : ""}`;
      let element = this.drawn.get(tile);
      if (!element) {
        element = tiles.tile(tile, pose);
        this.drawn.set(tile, element);
        this.known.append(element);
      }
      element.setAttribute("class", className);
      tiles.place(element, pose);
      this.poses.set(tile, pose);
    }
    for (const [tile, element] of this.drawn) {
      if (!seen.has(tile)) {
        element.remove();
        this.drawn.delete(tile);
        this.poses.delete(tile);
      }
    }
  }

  // Tiles of the bazaar on the cloth, as many as there are: face down in rows, for where each lies nobody is told.
  showHeap(count) {
    if (!this.build.zone || this.heap.children.length === count) return;
    const [left, top, right, bottom] = this.build.zone;
    const across = Math.max(1, Math.floor((right - left) / HEAP_STEP[0]));
    this.heap.replaceChildren(...[...Array(count).keys()].map((n) => {
      const [x, y] = [left + HEAP_STEP[0] * ((n % across) + 0.5), top + HEAP_STEP[1] * (Math.floor(n / across) + 0.5)];
      return tiles.back([x, Math.min(y, bottom - HEAP_STEP[1] / 2), 90]);
    }));
  }

  showTruth(list) {
    this.truth.replaceChildren(...list.map(({ tile, pose }) => tiles.tile(tile, pose, "truth")));
  }

  // Screen coordinates to millimetres.
  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }
}

// What an eye sees of a capped light: full brightness, same hue.
export function brighten([red, green, blue]) {
  const top = Math.max(red, green, blue);
  if (top < 3) return null;
  const scale = 255 / top;
  return `rgb(${[red, green, blue].map((value) => Math.round(value * scale)).join(" ")})`;
}
