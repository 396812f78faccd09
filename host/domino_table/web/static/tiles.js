// Drawing of tiles in SVG: 56 x 28 mm, halves around the middle, pose = centre and direction from half a to half b.

const SVG = "http://www.w3.org/2000/svg";
const STEP = 8;
const PIPS = [
  [], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]], [[-1, -1], [0, -1], [1, -1], [-1, 1], [0, 1], [1, 1]],
];

export function make(name, attributes = {}, parent = null) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (parent) parent.append(element);
  return element;
}

export const halves = (tile) => tile.split("-").map(Number);

// The name that people know a tile by; a record may begin with the half that touches the chain.
export const sorted = (tile) => (/^\d+-\d+$/.test(tile) ? halves(tile).sort((a, b) => a - b).join("-") : tile);

export function isDouble(tile) {
  const [a, b] = halves(tile);
  return a === b;
}

// Millimetres from the middle of a tile to its edge in a direction: its long side lies along the pose's angle.
export function toEdge([, , angle], towards) {
  return Math.abs(Math.cos(((angle - towards) * Math.PI) / 180)) > 0.5 ? 28 : 14;
}

// The middle of the edge of a tile in a direction.
export function edge(pose, towards) {
  const way = (towards * Math.PI) / 180;
  return [pose[0] + Math.cos(way) * toEdge(pose, towards), pose[1] + Math.sin(way) * toEdge(pose, towards)];
}

export function place(element, [x, y, angle]) {
  element.setAttribute("transform", `translate(${x} ${y}) rotate(${angle})`);
}

// The back of a tile whose name is nobody's business.
export function back(pose) {
  const group = make("g", { class: "tile down" });
  make("rect", { x: -28, y: -14, width: 56, height: 28, rx: 4 }, group);
  place(group, pose);
  return group;
}

// A tile face up: half a at the left, half b at the right when the angle is 0.
export function tile(name, pose, className = "") {
  const group = make("g", { class: `tile ${className}`, "data-tile": name });
  make("rect", { x: -28, y: -14, width: 56, height: 28, rx: 4 }, group);
  make("line", { x1: 0, y1: -12, x2: 0, y2: 12 }, group);
  halves(name).forEach((count, half) => {
    for (const [dx, dy] of PIPS[count]) {
      make("circle", { cx: (half ? 14 : -14) + dx * STEP, cy: dy * STEP, r: 3 }, group);
    }
  });
  place(group, pose);
  return group;
}
