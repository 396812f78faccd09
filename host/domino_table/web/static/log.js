// Sentences of the running list: an input line and what the referee answered become words.

import { sideNames } from "./score.js";
import { decided, remedyWords, word } from "./texts-rulings.js";
import { has, text } from "./texts.js";
import { sorted } from "./tiles.js";

const STANDS_FOR = "…"; // a note that only makes room for a line which a correction puts in

export class Log {
  // names: those that the program gives are shown in the page's language.
  constructor(list, names) {
    this.list = list;
    this.given = [];
    this.local = names;
    this.entries = [];
    this.rounds = 0;
  }

  get names() { return this.local.shown(this.given); }

  reset() {
    this.entries = [];
    this.rounds = 0;
    this.list.replaceChildren();
  }

  add(entry) {
    if (entry.line.type === "match") {
      this.reset();
      this.given = entry.line.seats;
    }
    if (entry.line.type === "deal" && entry.outs.length === 1 && entry.outs[0].ok) this.rounds += 1;
    entry.round = this.rounds;
    this.entries.push(entry);
    this.show(entry);
  }

  // In another language: everything again.
  translate() {
    this.list.replaceChildren();
    this.entries.forEach((entry) => this.show(entry));
  }

  show(entry) {
    for (const [className, sentence] of this.sentences(entry)) {
      const item = document.createElement("li");
      item.className = className;
      item.textContent = sentence;
      this.list.prepend(item);
    }
  }

  // Why a tile of this round must be taken back: {seat, code}, the code "undone" where it had counted; null: nobody knows.
  cause(tile) {
    const of = (line) => line?.type === "play" && (line.moves ?? [line]).some((move) => sorted(move.tile) === tile);
    for (const { line, outs: [verdict] } of this.entries.toReversed()) {
      const struck = verdict.ok && line.type === "correct" ? this.entries[line.ref - 1]?.line : null;
      if (of(struck)) return { seat: struck.seat, code: "undone" };
      if (of(line)) return verdict.ok ? null : { seat: verdict.seat ?? line.seat, code: verdict.code };
      if (line.type === "deal") break;
    }
    return null;
  }

  // [[class, sentence], ...] of an entry.
  sentences(entry) {
    const { line, outs } = entry;
    const [verdict, ...others] = outs;
    const found = [];
    if (verdict.ok) {
      const told = this.accepted(entry);
      if (told) found.push(["", told]);
    } else {
      const name = this.names[verdict.seat ?? line.seat] ?? "";
      const told = breach(verdict.code, name, line.type === "play" ? line.tile : null);
      const more = verdict.remedy && verdict.remedy.kind !== "retract" ? ` → ${remedyWords(verdict.remedy)}` : "";
      found.push([verdict.remedy ? "foul" : "error", told + more]);
    }
    const corrected = line.type === "correct" || line.type === "rule";
    for (const out of corrected ? lastTotal(others) : others) {
      const told = derived(out, this.names);
      if (told) found.push(["result", told]);
    }
    return found;
  }

  accepted({ line, outs, round }) {
    const name = this.names[line.seat] ?? "";
    switch (line.type) {
      case "match": {
        const game = has(`game_${line.game}`) ? text(`game_${line.game}`) : line.game;
        return text("match", { game, names: this.names.join(", ") });
      }
      case "deal":
        return outs.length > 1 ? "" : text("deal", { round });
      case "play":
        return text("play", { name, tile: (line.moves ?? [line]).map(laid).join(", ") });
      case "turn_up": return text("turn_up", { name, tile: line.tile });
      case "claim": return text("claim", { name });
      case "lot": return text("lot_drawn", { name, tile: line.tile });
      case "draw": return text("draw_", { name });
      case "pass": return text("pass", { name });
      case "reveal": return text("reveal", { name });
      case "timeout": return text("timeout", { name });
      case "correct": return this.corrected(line);
      case "note": if (line.text === STANDS_FOR && !line.infraction) return "";
        return text("note", { text: line.infraction ? `${name}: ${word(line.infraction)} ${line.text}` : line.text });
      case "rule": return this.ruled(line);
      case "result": return text("result");
      default: return "";
    }
  }

  // A ruling says on whom, and what follows.
  ruled({ ref, remedy, by }) {
    const name = this.names[this.entries[ref - 1]?.line.seat];
    return `${name ? `${name}: ` : ""}${remedyWords(remedy)} (${decided(by, this.names)})`;
  }

  // A correction says what it strikes, or what stands instead.
  corrected({ ref, to }) {
    const struck = this.entries[ref - 1];
    if (to) return text("correct", { what: this.accepted({ ...struck, line: to }) });
    return text("undo", { what: struck ? this.accepted(struck) : ref });
  }
}

// Of all that follows anew from a correction only the last word on the score is told, not every round again.
const lastTotal = (outs) => outs.filter(({ type }) => type === "round_end" || type === "match_end").slice(-1);

const laid = ({ tile, end, closed }) => sorted(tile) + (closed ? ` ${text("face_down")}` : end?.startsWith("cut") ? ` ${text("cut")}` : "");

// A breach of the rules, or a line that cannot be, in words; tile: the one that was laid, if it may be told.
export function breach(code, name, tile) {
  const key = tile && has(`${code}_tile`) ? `${code}_tile` : has(code) ? code : "foul";
  return text(key, { name, tile: tile ? sorted(tile) : "", code });
}

// The same of a breach that has only shown later, by what was known then.
export const lateBreach = (code, name) => text(`late_${code}`, { name });

// What follows from a line, in words; nothing where there is nothing to say.
export function derived(out, names) {
  const list = (numbers) => sideNames(names, numbers.length).map((name, side) => `${name} ${numbers[side]}`).join(", ");
  const sides = names.length > 4 ? sideNames(names, names.length / 2) : names;
  const called = (seats) => seats.map((seat) => sides[seat]).join(", ");
  switch (out.type) {
    case "redeal": return text("redeal");
    case "late": return lateBreach(out.code, names[out.seat]);
    case "penalty": return word("penalty", { name: names[out.seat], points: out.points, to: word(`to_${out.to}`) });
    case "award": return text(out.replaces ? "award_now" : "award", { name: names[out.seat], points: out.points });
    case "event": return has(out.what) ? text(out.what, { name: names[out.seat] }) : "";
    case "round_end": {
      if (out.reason === "timeout") return text("round_timeout");
      if (out.reason === "annulled") return word("annulled");
      if (out.void && !out.carry) return text(out.reason === "exit" ? "round_exit_void" : "round_fish_void", { name: names[out.by] });
      if (out.reason === "closed") return text("round_closed", { list: list(out.recorded) });
      if (out.general !== undefined && out.general !== null) {
        return text("round_general", { name: names[out.by], general: names[out.general] });
      }
      if (out.reason === "exit") return text("round_exit", { name: names[out.by], list: list(out.recorded) });
      const told = text(out.fisherman === null ? "round_fish_none" : "round_fish", { name: names[out.fisherman], list: list(out.recorded) });
      return out.carry ? `${told}. ${text("round_tied", { carry: out.carry })}` : told;
    }
    case "match_end": {
      let told = out.draw ? text("match_draw") : text("match_end", { winners: called(out.winners) });
      const named = [...out.losers, ...out.winners].filter((seat) => out.titles?.[seat]);
      if (out.reason === "foul") told = `${word("lost_by_foul")}. ${told}`;
      if (named.length) told = `${text(`title_${out.titles[named[0]]}`, { names: called(named) })}. ${told}`;
      return out.rating ? `${told}. ${text("rating", { list: list(out.rating) })}` : told;
    }
    default: return "";
  }
}
