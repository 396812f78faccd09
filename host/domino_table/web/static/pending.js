// Tiles that a hand at this page has let go and the table has not reported yet: they are seen at once, half there.

import * as tiles from "./tiles.js";

const NEAR = 60; // mm from where a tile was dropped within which the table finds it
const MOVED = 8; // mm that a tile which lies still is never reported to have moved

const far = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);

export class Pending {
  constructor(board, hands) {
    this.board = board;
    this.waiting = new Map(); // tile: {element, pose, from: where it was reported before, seen: it lies in the world}
    hands.pending = this;
    this.hands = hands;
  }

  has(tile) { return this.waiting.has(tile); }

  // A tile is dropped here: [x, y, angle].
  drop(tile, pose) {
    this.forget(tile);
    const element = tiles.tile(tile, pose, "pending");
    this.board.pending.append(element);
    this.waiting.set(tile, { element, pose, from: this.board.poses.get(tile) ?? null, seen: false });
  }

  // It comes back: an error, or its owner has taken it up.
  forget(tile) {
    this.waiting.get(tile)?.element.remove();
    this.waiting.delete(tile);
  }

  // What the table reports, or the world takes away again, waits no longer.
  settle(world) {
    const lying = (world?.cloth ?? []).map((piece) => tiles.sorted(piece.tile));
    for (const [tile, entry] of this.waiting) {
      const told = this.board.poses.get(tile);
      const lies = lying.includes(tiles.sorted(tile));
      entry.seen ||= lies && !(world.rack ?? []).includes(tile);
      const reported = told && (!entry.from || far(told, entry.from) > MOVED || far(entry.from, entry.pose) < NEAR);
      if (reported || entry.seen && !lies || this.hands.seat === null) this.forget(tile);
    }
  }

  // Those that lie can be taken up again.
  hold(movable) {
    for (const [tile, { element, seen }] of this.waiting) {
      if (seen && movable.includes(tile)) this.hands.holdable(element, tile);
    }
  }
}
