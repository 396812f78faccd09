// The infractions of the match, each with what follows from it; the arbiter decides otherwise, or enters what no table sees.
//
// A ruling is a `rule` line about the line with the infraction; withdrawing it strikes that line out.

import { asArbiter, token } from "./arbiter.js";
import { breach, lateBreach } from "./log.js";
import { SEEN_BY_PEOPLE, decided, remedyWords, word } from "./texts-rulings.js";
import { language } from "./texts.js";

const KINDS = ["retract", "stand", "points", "must_play_open_tile", "annul_hand", "lose_lead", "lose_game"];
const LEVELS = ["enforce", "signal", "record"];
const WITHOUT_POINTS = ["domino_tennis", "general_kozel", "morskoy_kozel"];

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const option = (value, content) => element("option", { value, textContent: content });
const labelled = (key, field) => element("label", {}, word(key), field);

export class Rulings {
  // notice: tells the person at the page what has happened.
  constructor(section, notice) {
    this.section = section;
    this.notice = notice;
    this.title = section.querySelector("summary");
    this.list = section.querySelector("ol");
    this.desk = section.querySelector("form");
    this.levels = section.querySelector("select");
    this.levels.onchange = () => this.do("level", { name: this.levels.value });
    this.desk.onsubmit = (event) => { event.preventDefault(); this.enter(); };
    window.addEventListener("hashchange", () => this.translate());
    this.reset();
    this.table = this.game = null;
  }

  reset() {
    this.lines = [];
    this.found = new Map(); // number of the line: its infraction
    this.rulings = new Map(); // number of a `rule` line: [number of the line it is about, remedy, by]
    this.opened = null; // {n, form} of the infraction that is being decided
  }

  add({ n, line, outs }) {
    if (line.type === "match") this.reset();
    this.lines[n] = line;
    const [verdict] = outs;
    if (verdict.remedy) this.found.set(n, { n, seat: verdict.seat, code: verdict.code, tile: line.tile, remedy: verdict.remedy });
    if (line.type === "note" && line.infraction) this.found.set(n, { n, seat: line.seat, infraction: line.infraction, words: line.text });
    if (verdict.ok && line.type === "rule") this.rulings.set(n, [line.ref, line.remedy, line.by]);
    if (verdict.ok && line.type === "correct") this.strike(line);
    for (const out of outs) {
      if (out.type === "late") {
        this.found.set(out.ref, { n: out.ref, seat: out.seat, code: out.code, late: true, remedy: out.remedy });
      } else if (out.type === "rejudged") {
        this.rejudge(out);
      }
    }
    this.show();
  }

  strike({ ref, to }) {
    if (this.lines[ref]?.type === "rule" && to === null) this.rulings.delete(ref);
    const infraction = this.found.get(ref);
    if (infraction) infraction.struck = true;
  }

  rejudge({ n, ok, code, seat }) {
    const known = this.found.get(n);
    if (known) known.struck = ok;
    else if (!ok && this.lines[n]) this.found.set(n, { n, seat, code, tile: this.lines[n].tile });
  }

  // What the table says of itself, and the record of the match.
  update(table, game) {
    const key = JSON.stringify([table?.level, table?.next, game?.seats, game?.game]);
    [this.table, this.game] = [table, game];
    if (key !== this.key) {
      this.key = key;
      this.translate();
    }
  }

  translate() {
    for (const part of this.section.querySelectorAll("[data-word]")) part.textContent = word(part.dataset.word);
    const { level, next } = this.table ?? {};
    this.levels.replaceChildren(...LEVELS.map((name) => option(name, word(`level_${name}`))));
    this.levels.value = next?.level ?? level ?? "enforce";
    this.levels.disabled = !token();
    const later = next && (next.level === "enforce") !== (level === "enforce");
    this.section.querySelector(".later").textContent = later ? word("next_match") : "";
    this.section.querySelector(".profile").textContent = next?.profile ? word("profile", { name: next.profile }) : "";
    this.section.querySelector(".hint").hidden = Boolean(token());
    this.fillDesk();
    this.show();
  }

  fillDesk() {
    this.desk.hidden = !token();
    const { seat, what } = this.desk.elements;
    const names = (this.game?.seats ?? []).slice(0, 4);
    seat.replaceChildren(...names.map((name, i) => option(i, name)));
    what.replaceChildren(...SEEN_BY_PEOPLE.map((name) => option(name, word(name))));
  }

  show() {
    const infractions = [...this.found.values()].sort((a, b) => b.n - a.n);
    const standing = infractions.filter(({ struck }) => !struck).length;
    this.title.textContent = standing ? `${word("title")} (${standing})` : word("title");
    const [focused, top] = [this.list.contains(document.activeElement) ? document.activeElement : null, this.list.scrollTop];
    this.list.replaceChildren(...infractions.map((infraction) => this.item(infraction)));
    if (!infractions.length) this.list.append(element("li", { textContent: word("none") }));
    this.list.scrollTop = top;
    if (focused) (focused.isConnected ? focused : this.list.querySelector(`[data-key="${focused.dataset.key}"]`))?.focus();
  }

  item(infraction) {
    const { n, seat, code, tile, words, late, struck } = infraction;
    const name = this.game?.seats?.[seat] ?? "";
    const told = late ? lateBreach(code, name) : code ? breach(code, name, tile) : `${name}: ${word(infraction.infraction)}${words ? ` – ${words}` : ""}`;
    const item = element("li", { className: struck ? "struck" : "" }, element("span", { textContent: told }));
    if (late) item.append(element("small", { textContent: ` (${word("late")})` }));
    const ruling = [...this.rulings].filter(([, [ref]]) => ref === n).pop();
    const [number, [, remedy, by]] = ruling ?? [null, [n, infraction.remedy, null]];
    if (struck) item.append(element("small", { textContent: ` ${word("struck")}` }));
    else if (remedy) {
      const whose = by === null ? word("by_profile") : decided(by, this.game?.seats ?? []);
      item.append(element("p", { className: "remedy", textContent: `→ ${remedyWords(remedy)} (${whose})` }));
    }
    if (token() && !struck) item.append(...this.buttons(infraction, number, name));
    return item;
  }

  buttons(infraction, ruling, name) {
    const { n } = infraction;
    if (this.opened?.n === n) {
      if (this.opened.language !== language()) Object.assign(this.opened, { language: language(), form: this.form(infraction) });
      return [this.opened.form];
    }
    const open = () => {
      this.opened = { n, language: language(), form: this.form(infraction) };
      this.show();
      this.opened.form.querySelector("select").focus();
    };
    const decide = element("button", { type: "button", textContent: word("decide"), onclick: open });
    decide.dataset.key = `decide-${n}`;
    decide.setAttribute("aria-label", `${word("decide")}: ${name}, ${n}`);
    if (ruling === null) return [decide];
    const withdraw = element("button", { type: "button", textContent: word("withdraw"), onclick: () => this.withdraw(ruling) });
    withdraw.dataset.key = `withdraw-${n}`;
    return [decide, withdraw];
  }

  form(infraction) {
    const kinds = KINDS.filter((kind) => (infraction.tile || kind !== "must_play_open_tile") && (kind !== "points" || this.hasPoints()));
    const kind = element("select", { name: "kind" }, ...kinds.map((value) => option(value, word(value === "points" ? "points_only" : value))));
    const points = element("input", { name: "points", type: "number", min: 0, max: 9999, value: 0 });
    const to = element("select", { name: "to" }, option("opponents", word("to_opponents")), option("self", word("to_self")));
    if (this.countAgainst()) to.value = "self";
    const form = element("form", {}, labelled("kind", kind));
    if (this.hasPoints()) form.append(labelled("points", points));
    if (this.hasPoints() && !this.countAgainst()) form.append(labelled("to", to));
    const close = () => { this.opened = null; this.show(); };
    form.append(element("button", { type: "submit", textContent: word("decide") }), element("button", { type: "button", textContent: "✕", ariaLabel: "✕", onclick: close }));
    form.onkeydown = (event) => { if (event.key === "Escape") close(); };
    form.onsubmit = (event) => {
      event.preventDefault();
      const remedy = { kind: kind.value };
      if (Number(points.value) > 0 || remedy.kind === "points") Object.assign(remedy, { points: Number(points.value), to: to.value });
      this.opened = null;
      this.do("line", { line: { type: "rule", ref: infraction.n, remedy, by: "arbiter" } }, word("done"));
    };
    return form;
  }

  hasPoints() {
    return !WITHOUT_POINTS.includes(this.game?.game);
  }

  // Whether points are bad to have: then they are written on the offender.
  countAgainst() {
    return (this.game?.params?.target_side ?? "loses") === "loses";
  }

  withdraw(ruling) {
    this.do("line", { line: { type: "correct", ref: ruling, to: null, by: "arbiter", reason: "withdrawn" } });
  }

  async enter() {
    const { seat, what, words } = this.desk.elements;
    const line = { type: "note", seat: Number(seat.value), infraction: what.value, text: words.value.trim(), by: "arbiter" };
    if (await this.do("line", { line })) words.value = "";
  }

  async do(name, args, done) {
    try {
      const { result } = await asArbiter({ name, arguments: args });
      if (result.ok === false) throw new Error(word("refused"));
      if (done) this.notice(done);
      return true;
    } catch (error) {
      this.notice(error.message);
      this.translate();
      return false;
    }
  }
}
