// The arbiter's corrections: undo, a missed play from suggestions, any line changed, struck out or put in.
// Two presses each: the first shows what would change, the second does it. Nothing of it exists for others.

import { send } from "./hands.js";
import { breach } from "./log.js";
import { text } from "./arbiter-texts.js";
import { sorted } from "./tiles.js";

const $ = (id) => document.getElementById(id);
const ENDS = ["", "L", "R", "U", "D"];

function element(name, content = "", properties = {}) {
  return Object.assign(document.createElement(name), { textContent: content }, properties);
}

let gone = null; // a token that was valid for another run of the program

export function token() {
  const given = new URLSearchParams(location.hash.slice(1)).get("arbiter");
  if (given) sessionStorage.setItem("arbiter", given);
  const known = given ?? sessionStorage.getItem("arbiter");
  return known === gone ? null : known;
}

export const asArbiter = (body) => send("/arbiter", body, "", { "X-Arbiter": token() });

export class ArbiterPanel {
  // expired: called once when the token turns out not to be valid any more.
  constructor(expired) {
    this.section = $("arbiter");
    this.expired = expired;
    this.known = null;
    this.game = null;
    this.pending = null; // the correction that the next press confirms
    this.asking = false; // it is being tried: what was pressed must not change meanwhile
    this.undoes = null; // number of the line that the button names and strikes out
    this.timer = null;
    this.chosen = false; // somebody has chosen a line: it stays chosen when others come
    $("arbiter-undo").onclick = () => this.propose({ do: "strike", ref: this.undoes }, $("arbiter-undo"));
    $("arbiter-change").onclick = () => this.propose({ do: "change", ref: this.ref(), line: this.line() }, $("arbiter-change"));
    $("arbiter-strike").onclick = () => this.propose({ do: "strike", ref: this.ref() }, $("arbiter-strike"));
    $("arbiter-insert").onclick = () => this.propose({ do: "insert", ref: this.ref(), line: this.line() }, $("arbiter-insert"));
    $("arbiter-cancel").onclick = () => this.forget();
    $("arbiter-line").onchange = () => { this.chosen = true; this.forget(); this.take(); };
    $("arbiter-form").onchange = () => this.forget();
    $("arbiter-type").onchange = () => this.fields();
    this.section.addEventListener("keydown", (event) => { if (event.key === "Escape") this.forget(); });
  }

  // Another language: a question that waits is forgotten, it was asked in the old one.
  translate() {
    this.forget();
    this.show();
  }

  // The record has grown: look again, soon.
  changed(game) {
    this.game = game ?? this.game;
    if (!token()) return;
    this.timer ??= setTimeout(() => { this.timer = null; this.refresh(); }, 300); // also while news never end
  }

  async refresh() {
    try {
      const asked = token();
      if (!asked) return;
      const response = await fetch("/arbiter", { headers: { "X-Arbiter": asked } });
      this.section.hidden = !response.ok;
      if (response.status === 403 && token() === asked) {
        gone = asked;
        this.expired();
      }
      if (!response.ok) return;
      this.known = await response.json();
      this.show();
    } catch { /* the server is away: the page says so */ }
  }

  show() {
    if (!this.known || !this.game) return;
    for (const labelled of this.section.querySelectorAll("[data-arbiter]")) {
      if (labelled !== this.pending?.button) labelled.textContent = text(labelled.dataset.arbiter); // that one asks
    }
    const { acts, last, suggest } = this.known;
    const undone = acts.find(({ n }) => n === last);
    if (!this.asking && this.pending?.button === $("arbiter-undo") && this.undoes !== last) this.forget(); // play went on
    $("arbiter-undo").disabled = !undone;
    if (!this.asking && this.pending?.button !== $("arbiter-undo")) {
      this.undoes = last;
      $("arbiter-undo").textContent = undone ? `${text("undo")}: ${this.words(undone.line)}` : text("undo");
    }
    const shown = JSON.stringify(suggest.map((line) => this.words(line, true)));
    if (!this.asking && !this.pending && shown !== this.suggested) { // else a button would vanish under a finger
      this.suggested = shown;
      $("arbiter-missed").hidden = !suggest.length;
      $("arbiter-suggest").replaceChildren(...suggest.map((line) => {
        const button = element("button", this.words(line, true));
        button.onclick = () => this.propose({ do: "insert", line }, button);
        return button;
      }));
    }
    this.choices("arbiter-line", acts.toReversed().map((act) => [act.n, `${act.n}. ${this.words(act.line)}${act.ok ? "" : ` ✖`}`]));
    if (!this.chosen && acts.length) $("arbiter-line").value = acts.at(-1).n;
    this.choices("arbiter-type", ["play", "draw", "pass"].map((type) => [type, text(`type_${type}`)]));
    this.choices("arbiter-seat", this.game.seats.map((name, seat) => [seat, name]));
    const tiles = [];
    for (let low = 0; low < 7; low += 1) for (let high = low; high < 7; high += 1) tiles.push([`${low}-${high}`, `${low}-${high}`]);
    this.choices("arbiter-tile", tiles);
    this.choices("arbiter-end", ENDS.map((end) => [end, end ? this.end(end) : text("no_end")]));
    if ($("arbiter-line").dataset.taken !== $("arbiter-line").value) this.take();
  }

  // Fill a list and keep what was chosen in it.
  choices(id, options) {
    const list = $(id);
    const chosen = list.value;
    const shown = JSON.stringify(options);
    if (list.dataset.shown === shown) return;
    list.dataset.shown = shown;
    list.replaceChildren(...options.map(([value, label]) => element("option", label, { value })));
    if (options.some(([value]) => String(value) === chosen)) list.value = chosen;
  }

  // now: a line that could be added, so that its end is the one that is open now.
  words(line, now = false) {
    const name = this.game.seats[line.seat] ?? "";
    if (line.type !== "play") return `${name}: ${text(`type_${line.type}`)}`;
    const told = ({ tile, end }) => tile + (end ? ` → ${now ? this.end(end) : text(`end_${end}`)}` : "");
    return `${name}: ${(line.moves ?? [line]).map(told).join(", ")}`;
  }

  // An end is told by its pips where it is open now, and by its name.
  end(name) {
    const open = this.game.layout?.arms?.[name]?.open;
    const side = text(`end_${name}`);
    return Number.isInteger(open) && open >= 0 ? `${side} (${open})` : side;
  }

  ref() { return Number($("arbiter-line").value); }

  line() {
    const type = $("arbiter-type").value;
    const line = { type, seat: Number($("arbiter-seat").value) };
    if (type === "play") line.tile = $("arbiter-tile").value;
    if (type === "play" && $("arbiter-end").value) line.end = $("arbiter-end").value;
    return line;
  }

  // The fields show the chosen line as it is.
  take() {
    const list = $("arbiter-line");
    list.dataset.taken = list.value;
    const act = this.known?.acts.find(({ n }) => n === this.ref());
    if (!act) return;
    const { type, seat, tile, end } = act.line;
    if (["play", "draw", "pass"].includes(type)) $("arbiter-type").value = type;
    $("arbiter-seat").value = seat ?? 0;
    if (tile && tile !== "?") $("arbiter-tile").value = sorted(tile);
    $("arbiter-end").value = end ?? "";
    this.fields();
  }

  fields() {
    const play = $("arbiter-type").value === "play";
    $("arbiter-tile").disabled = $("arbiter-end").disabled = !play;
  }

  // First press: what would change; second press on the same button: do it.
  async propose(correction, button) {
    const what = JSON.stringify(correction);
    const confirmed = this.pending?.what === what;
    this.asking = true;
    if (confirmed) this.say(text("doing")); // the table takes a moment to write it
    try {
      const answer = await asArbiter({ ...correction, by: text("by"), reason: $("arbiter-reason").value, try: !confirmed });
      if (answer.refused) {
        this.forget();
        this.say(text("refused", { why: breach(answer.refused, this.game.seats[correction.line?.seat] ?? "", correction.line?.tile) }), true);
      } else if (confirmed) {
        this.forget();
        this.chosen = false;
        this.say(text("done", { total: this.total(answer.accounts) }));
      } else {
        this.forget();
        this.pending = { what, button, label: button.textContent };
        button.textContent = text("confirm", { what: button.textContent });
        button.classList.add("pending");
        $("arbiter-cancel").hidden = false;
        this.say(this.preview(answer));
      }
    } catch (error) {
      this.forget();
      this.say(error.message, true);
    } finally {
      this.asking = false;
    }
    this.show();
  }

  preview({ changes, accounts, turn }) {
    const told = changes.filter(({ n, type }) => this.act(n) || type === "deal"); // not what the table has asked, or notes
    const parts = [text("again"), ...told.map(({ n, ok, type }) => text(ok ? "now_counts" : "counts_no_more", { line: this.named(n, type) }))];
    if (turn !== null) parts.push(text("turn_then", { name: this.game.seats[turn] }));
    parts.push(text("total", { total: this.total(accounts) }));
    return parts.join(". ");
  }

  act(n) { return this.known.acts.find((other) => other.n === n); }

  named(n, type) {
    const act = this.act(n);
    return act ? this.words(act.line) : `${n}. ${text(`type_${type}`)}`;
  }

  total(accounts) {
    const seats = this.game.seats;
    const pairs = accounts.length < seats.length;
    return accounts.map((account, side) => {
      const names = pairs ? seats.filter((_, seat) => seat % accounts.length === side).join("/") : seats[side];
      const points = account.opened === false ? `+${account.remembered}` : account.score ?? account.points ?? account.generals ?? "";
      return `${names} ${points}`;
    }).join(", ");
  }

  forget() {
    if (this.pending) {
      this.pending.button.textContent = this.pending.label;
      this.pending.button.classList.remove("pending");
    }
    this.pending = null;
    $("arbiter-cancel").hidden = true;
    this.say("");
  }

  say(message, alarm = false) {
    $("arbiter-said").textContent = message;
    $("arbiter-said").classList.toggle("alarm", alarm);
  }
}
