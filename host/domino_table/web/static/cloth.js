// The cloth as the table locates what lies on it: where each tile is shown, which lie in the chain, the bazaar or loose.

import { neat } from "./neat.js";
import { closedTiles } from "./score.js";
import { sorted } from "./tiles.js";

const TOUCH = 66; // mm between the middles of two tiles that touch end to end, and what a reading may be off

// Where the tiles of the cloth are shown, those of the chain put together: a Map of the tile to [x, y, angle].
export function together(table, game) {
  const measured = (table.cloth ?? []).filter(({ pose }) => pose[2] >= 0);
  return neat(game?.layout, new Map(measured.map(({ tile, pose }) => [sorted(tile), pose])));
}

// Tiles on the cloth as the firmware locates them: [{tile, pose, last}].
export function known(table, game, poses) {
  const last = table.last_tile;
  const inChain = laid(game);
  const closed = new Set([...closedTiles(game)].map(sorted));
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
export function tips(table, poses) {
  const shown = new Map((table.cloth ?? []).map(({ tile, pose }) => [`${pose}`, poses.get(sorted(tile))]));
  return (table.ends ?? []).map((end) => ({ ...end, pose: shown.get(`${end.pose}`) ?? end.pose }));
}

// The names of all tiles of the chain.
export function laid(game) {
  const layout = game?.layout;
  const found = new Set();
  if (!layout) return found;
  for (const name of [layout.first, ...Object.values(layout.arms ?? {}).flatMap((arm) => arm.tiles)]) {
    if (name) found.add(sorted(name));
  }
  return found;
}

// Tiles that lie on the cloth in a round, belong to no line and are not refused: they count for nothing yet.
export function looseTiles(table, game, zone) {
  const inChain = laid(game);
  if (table.phase !== "play" || !inChain.size || game?.game === "kolbasa") return [];
  const refused = (table.refused ?? []).map(sorted);
  return (table.cloth ?? []).filter(({ pose }) => !inBazaar(pose, zone)).map(({ tile, pose }) => ({ tile: sorted(tile), pose }))
    .filter(({ tile }) => !inChain.has(tile) && !refused.includes(tile));
}

// Whether no other tile lies against this one.
export function touchesNothing(table, { tile, pose: [x, y] }) {
  return table.cloth.every((other) => sorted(other.tile) === tile || Math.hypot(other.pose[0] - x, other.pose[1] - y) > TOUCH);
}

// zone: the build's bazaar on the cloth, where it has one.
export function inBazaar([x, y], zone) {
  const [left, top, right, bottom] = zone ?? [0, 0, 0, 0];
  return left < x && x < right && top < y && y < bottom;
}
