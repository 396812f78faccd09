// Names of players: those that the program has given itself are shown in the page's language, all others as they are.

import { language } from "./texts.js";

export class Names {
  // usual: {language: [name, ...]} of the simulated people; null at a real table, where nobody is simulated.
  constructor(usual) {
    this.usual = usual;
  }

  shown(seats) {
    const here = this.usual?.[language()];
    if (!here || !seats) return seats ?? [];
    return seats.map((name) => {
      const place = Object.values(this.usual).map((known) => known.indexOf(name)).find((index) => index >= 0);
      return place === undefined ? name : here[place];
    });
  }
}
