// The chain as it looks on a table: tiles that belong together touch, though each was located some millimetres off.
//
// For the eye only. Which tile lies at which end is the record's word, and where a tile is dropped counts as measured.

import { halves, isDouble, sorted } from "./tiles.js";

const HALF = 28; // mm, the square half of a tile: two tiles touch where two halves are so far apart
const NEAR = 30; // mm that a tile may be measured beside the place where it would touch
const TILTED = 15; // degrees that a tile may be turned against the others
const HOLD = 30; // how much more a touch weighs than a measured place: noise is smoothed over some tiles, gaps add up
const ROUNDS = 60;

const rad = (degrees) => (degrees * Math.PI) / 180;
const step = ([x, y], way, far) => [x + Math.cos(rad(way)) * far, y + Math.sin(rad(way)) * far];

// Poses [x, y, angle] by tile "low-high" from such measured ones; tiles that do not lie as the layout has them keep theirs.
// layout: {first, arms: {name: {tiles}}, spinner} of the record's state, each tile's inner half first.
export function neat(layout, measured) {
  const found = new Map(measured);
  if (!layout?.first) return found;
  const tilt = commonTilt(measured);
  const pairs = links(layout);
  for (const tile of new Set(pairs.flat().map(sorted))) {
    const [x, y, angle] = measured.get(tile) ?? [0, 0, NaN];
    const straight = tilt + Math.round((angle - tilt) / 90) * 90;
    if (Math.abs(angle - straight) <= TILTED) found.set(tile, [x, y, (straight + 360) % 360]);
  }
  const touches = pairs.map(([host, tile]) => touch(host, tile, found, tilt)).filter(Boolean);
  pull(touches, measured, found);
  return found;
}

// The angle, modulo 90 degrees, at which most tiles lie.
function commonTilt(measured) {
  let [x, y] = [0, 0];
  for (const [, , angle] of measured.values()) {
    x += Math.cos(rad(angle * 4));
    y += Math.sin(rad(angle * 4));
  }
  return (Math.atan2(y, x) * 180) / Math.PI / 4;
}

// Pairs of neighbours [the inner, the outer], each tile with its inner half first.
function links(layout) {
  const pairs = [];
  const [arm, place] = layout.spinner ?? [null, 0];
  const spinner = arm ? layout.arms[arm].tiles[place] : layout.first;
  for (const [name, { tiles }] of Object.entries(layout.arms)) {
    const start = name === "L" ? halves(layout.first).reverse().join("-") : layout.first;
    [name === "U" || name === "D" ? spinner : start, ...tiles].forEach((tile, i, all) => {
      if (i) pairs.push([all[i - 1], tile]);
    });
  }
  return pairs;
}

// Where the outer tile would touch the inner one next to where it was measured: {host, tile, offset}, or null.
function touch(host, tile, poses, tilt) {
  const [from, to] = [poses.get(sorted(host)), poses.get(sorted(tile))];
  if (!from || !to || isTilted(from, tilt) || isTilted(to, tilt)) return null;
  let best = null;
  for (let way = tilt; way < tilt + 360; way += 90) {
    const [out, back] = [halfTowards(host, from, way, true), halfTowards(tile, to, way + 180, false)];
    if (!out || !back) continue;
    const [x, y] = step(out, way, HALF);
    const offset = [x - back[0] - from[0], y - back[1] - from[1]];
    const off = Math.hypot(from[0] + offset[0] - to[0], from[1] + offset[1] - to[1]);
    if (off <= (best?.off ?? NEAR)) best = { host: sorted(host), tile: sorted(tile), offset, off };
  }
  return best;
}

const isTilted = ([, , angle], tilt) => Math.abs(((angle - tilt + 405) % 90) - 45) > 1;

// The middle of the half that touches a neighbour in this direction: of the inner tile on the cloth, of the outer one
// from its own middle. Null where the tile's other half lies in that direction.
function halfTowards(tile, [x, y, angle], way, isHost) {
  const middle = isHost ? [x, y] : [0, 0];
  const along = Math.cos(rad(angle - way)); // 1 or -1: lengthwise, 0: crosswise
  if (isDouble(tile)) return Math.abs(along) > 0.5 ? step(middle, way, HALF / 2) : middle;
  const [inner, outer] = halves(tile);
  const outwards = inner < outer ? angle : angle + 180; // a pose's angle points from the lower half to the higher
  const towards = isHost ? outwards : outwards + 180;
  return Math.cos(rad(towards - way)) < -0.5 ? null : step(middle, towards, HALF / 2);
}

// Move the tiles until each is between where it was measured and where its neighbours have it.
function pull(touches, measured, found) {
  const about = new Map();
  for (const { host, tile, offset: [dx, dy] } of touches) {
    about.set(host, [...(about.get(host) ?? []), [tile, -dx, -dy]]);
    about.set(tile, [...(about.get(tile) ?? []), [host, dx, dy]]);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [tile, others] of about) {
      let [x, y] = measured.get(tile);
      for (const [other, dx, dy] of others) {
        x += HOLD * (found.get(other)[0] + dx);
        y += HOLD * (found.get(other)[1] + dy);
      }
      const weight = 1 + HOLD * others.length;
      found.set(tile, [x / weight, y / weight, found.get(tile)[2]]);
    }
  }
}
