// The rules of the match on the table, as the program writes them from its parameters: a dialog over the page.

import { language, text } from "./texts.js";

const $ = (id) => document.getElementById(id);

function element(name, content = "") {
  const made = document.createElement(name);
  made.textContent = content;
  return made;
}

// The text in parts of which those that are tiles keep on one line.
function wholeTiles(content) {
  return content.split(/(\d+-\d+)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const tile = element("span", part);
    tile.style.whiteSpace = "nowrap";
    return tile;
  });
}

export class RulesPanel {
  constructor() {
    this.dialog = $("rules");
    $("rules-open").onclick = () => this.open();
    $("rules-close").onclick = () => this.dialog.close();
    this.dialog.onclick = (event) => { if (event.target === this.dialog) this.dialog.close(); }; // beside it
  }

  async open() {
    this.dialog.showModal();
    await this.refresh();
    $("rules-text").scrollTop = 0;
  }

  // Another match, or another language: what is open is told anew.
  async refresh() {
    if (!this.dialog.open) return;
    const asked = language();
    try {
      const response = await fetch(`/rules?language=${asked}`);
      if (asked !== language()) return; // a later request is on its way
      if (response.ok) this.show(await response.json());
      else this.show({ title: text("rules"), sections: [], idle: text("no_rules") });
    } catch { /* the server is away: the page says so */ }
  }

  show({ title, sections, idle }) {
    $("rules-title").textContent = title;
    const parts = sections.flatMap(({ heading, paragraphs }) => {
      const list = element("ul");
      list.append(...paragraphs.map((paragraph) => {
        const item = element("li");
        if (paragraph.lead) item.append(element("strong", paragraph.lead), " ");
        item.append(...wholeTiles(paragraph.text));
        return item;
      }));
      return [element("h3", heading), list];
    });
    if (idle) parts.push(element("p", idle));
    $("rules-text").replaceChildren(...parts);
  }
}
