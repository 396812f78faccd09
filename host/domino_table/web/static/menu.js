// The menu of games: which game, by which rules and with how many people the next match is played. A dialog over the page.

import { send } from "./hands.js";
import { language } from "./texts.js";
import { has, word } from "./texts-menu.js";

const $ = (id) => document.getElementById(id);
const SEATS = 4;

function fill(select, options, chosen) {
  select.replaceChildren(...options.map(([value, content]) => {
    const option = document.createElement("option");
    [option.value, option.textContent] = [value, content];
    return option;
  }));
  select.value = options.some(([value]) => value === chosen) ? chosen : options[0]?.[0] ?? "";
}

export class Menu {
  // build: the page's, with the games that may be chosen and default names; tell(message): shows what came of it.
  constructor(build, tell) {
    [this.games, this.names, this.tell] = [build.games ?? [], build.names, tell];
    this.match = null;
    this.dialog = $("menu");
    $("menu-open").hidden = true;
    $("menu-open").onclick = () => this.open();
    $("menu-cancel").onclick = () => this.dialog.close();
    $("menu-game").onchange = () => this.showPresets();
    $("menu-preset").onchange = () => this.showPlayers();
    $("menu-players").onchange = () => this.showNames();
    $("menu-names").oninput = () => { this.typed = true; };
    $("menu-form").onsubmit = (event) => { event.preventDefault(); this.begin(); };
    this.dialog.onclick = (event) => { if (event.target === this.dialog) this.dialog.close(); }; // beside it
  }

  // What the record says of the match on the table, if there is one: the menu begins with its settings, so it waits.
  set game(game) {
    this.match = game;
    $("menu-open").hidden = !this.games.length;
  }

  // Whether no match can be begun now.
  set rests(now) {
    for (const id of ["menu-open", "menu-begin"]) $(id).disabled = now;
  }

  open() {
    this.typed = false;
    this.translate();
    this.dialog.showModal();
    $("menu-game").focus();
  }

  translate() {
    for (const element of document.querySelectorAll("[data-menu]")) element.textContent = word(element.dataset.menu);
    const now = this.dialog.open ? $("menu-game").value : this.match?.game;
    const titles = this.games.map(({ game, titles: names }) => [game, names[language()]]);
    fill($("menu-game"), titles.sort((a, b) => a[1].localeCompare(b[1], language())), now);
    this.showPresets();
  }

  get chosen() {
    return this.games.find(({ game }) => game === $("menu-game").value);
  }

  showPresets() {
    const presets = [...new Set(this.chosen.choices.map(({ preset }) => preset ?? ""))];
    const kept = $("menu-preset").value;
    const usual = this.chosen.usual_preset ?? "";
    fill($("menu-preset"), presets.map((name) => [name, has(name || "usual") ? word(name || "usual") : name]),
      presets.includes(kept) && this.last === this.chosen ? kept : usual);
    this.last = this.chosen;
    $("menu-preset-row").hidden = presets.length < 2;
    this.showPlayers();
  }

  get fitting() {
    return this.chosen.choices.filter(({ preset }) => (preset ?? "") === $("menu-preset").value);
  }

  showPlayers() {
    const counts = this.fitting.map(({ players }) => players);
    const most = Math.max(...counts.filter((count) => count <= SEATS), counts[0]);
    const kept = Number($("menu-players").value);
    fill($("menu-players"), counts.map((count) => [String(count), count > SEATS ? word("teams", { count }) : String(count)]),
      String(counts.includes(kept) ? kept : most));
    this.showNames();
  }

  // Who plays now goes on playing; others have the names of the simulated people. What somebody has typed stays.
  showNames() {
    const count = Number($("menu-players").value);
    const usual = this.names?.[language()] ?? [];
    const names = [...(this.match?.seats ?? []).slice(0, count)];
    for (const name of usual) if (names.length < count && !names.includes(name)) names.push(name);
    if (!this.typed) $("menu-names").value = names.join(", ");
    $("menu-running").hidden = this.match?.phase !== "play";
  }

  async begin() {
    const players = Number($("menu-players").value);
    const choice = this.fitting.find((each) => each.players === players);
    const typed = $("menu-names").value.split(",").map((name) => name.trim()).filter(Boolean);
    const seats = [...Array(players).keys()].map((n) => typed[n] ?? String(n + 1));
    const line = { game: this.chosen.game, seats };
    if (choice.preset) line.preset = choice.preset;
    if (Object.keys(choice.params).length) line.params = choice.params;
    try {
      await send("/command", { name: "new_match", arguments: line });
      this.dialog.close();
      this.tell(word("sent"));
    } catch (error) {
      this.tell(error.message);
    }
  }
}
