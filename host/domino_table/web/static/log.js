// Sentences of the running list: an input line and what the referee answered become words.

import { has, text } from "./texts.js";

const ordinary = (outs) => outs.slice(1);

export class Log {
  constructor(list) {
    this.list = list;
    this.entries = [];
    this.names = [];
  }

  reset() {
    this.entries = [];
    this.list.replaceChildren();
  }

  add(entry) {
    if (entry.line.type === "match") {
      this.reset();
      this.names = entry.line.seats;
    }
    this.entries.push(entry);
    this.show(entry);
  }

  // In another language: everything again.
  translate() {
    this.list.replaceChildren();
    this.entries.forEach((entry) => this.show(entry));
  }

  show(entry) {
    for (const [className, sentence] of sentences(entry, this.names)) {
      const item = document.createElement("li");
      item.className = className;
      item.textContent = sentence;
      this.list.prepend(item);
    }
  }
}

export function sentences({ line, outs }, names) {
  const found = [];
  const verdict = outs[0];
  if (!verdict) return found;
  const name = names[line.seat] ?? "";
  if (verdict.ok) {
    const told = accepted(line, name, outs);
    if (told) found.push(["", told]);
  } else {
    const key = has(verdict.code) ? verdict.code : verdict.remedy ? "foul" : "error";
    const who = names[verdict.seat ?? line.seat] ?? "";
    found.push([verdict.remedy ? "foul" : "error", text(key, { name: who, tile: line.tile ?? "", code: verdict.code })]);
  }
  for (const out of ordinary(outs)) {
    const told = derived(out, names);
    if (told) found.push(["result", told]);
  }
  return found;
}

function accepted(line, name, outs) {
  switch (line.type) {
    case "match": {
      const game = has(`game_${line.game}`) ? text(`game_${line.game}`) : line.game;
      return text("match", { game, names: line.seats.join(", ") });
    }
    case "deal":
      return outs.some((out) => out.type === "redeal") ? "" : text("deal");
    case "play":
      return line.moves ? text("play", { name, tile: line.moves.map((move) => move.tile).join(", ") }) : text("play", { name, tile: line.tile });
    case "draw": return text("draw_", { name });
    case "pass": return text("pass", { name });
    case "reveal": return text("reveal", { name });
    case "timeout": return text("timeout", { name });
    case "correct": return text("correct", { ref: line.ref });
    case "note": return text("note", { text: line.text });
    case "result": return text("result");
    default: return "";
  }
}

function derived(out, names) {
  const list = (numbers) => numbers.map((value, seat) => (names[seat] ? `${names[seat]} ${value}` : value)).join(", ");
  const called = (seats) => seats.map((seat) => names[seat]).join(", ");
  switch (out.type) {
    case "redeal": return text("redeal");
    case "late": return text("late", { name: names[out.seat] });
    case "round_end": {
      if (out.reason === "timeout") return text("round_timeout");
      if (out.reason === "exit") return text("round_exit", { name: names[out.by], list: list(out.recorded) });
      const told = text(out.fisherman === null ? "round_fish_none" : "round_fish", { name: names[out.fisherman], list: list(out.recorded) });
      return out.carry ? `${told}. ${text("round_tied", { carry: out.carry })}` : told;
    }
    case "match_end": {
      const told = out.draw ? text("match_draw") : text("match_end", { losers: called(out.losers), winners: called(out.winners) });
      return out.rating ? `${told}. ${text("rating", { list: list(out.rating) })}` : told;
    }
    default: return "";
  }
}
