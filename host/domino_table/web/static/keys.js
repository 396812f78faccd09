// The keys under the display, named as the display names them, and the seats' buttons and pads while the table is tested.
//
// A key that is held fills up; when the hold is long enough it is sent, and the page says that it was taken.

import { send } from "./hands.js";
import { text } from "./texts.js";

const HOLD_MS = 800; // as the table takes a long press

export class Keys {
  // keys, seats: elements; build: the page's; notice(message) tells the person.
  constructor(keys, seats, build, notice) {
    this.notice = notice;
    keys.hidden = !build.keys;
    for (const button of keys.querySelectorAll("[data-key]")) this.watch(button);
    for (let seat = 0; seat < 4; seat += 1) {
      for (const press of build.knocks ? ["short", "knock"] : ["short"]) seats.append(this.trial(seat, press));
    }
  }

  trial(seat, press) {
    const button = document.createElement("button");
    button.dataset.text = press === "knock" ? "try_knock" : "try_button";
    button.dataset.seat = seat + 1;
    button.onclick = () => this.press(button, `seat${seat}`, press);
    return button;
  }

  watch(button) {
    const { key, press } = button.dataset;
    let timer = null;
    let held = false;
    const release = () => {
      clearTimeout(timer);
      timer = null;
      button.classList.remove("holding");
    };
    button.onpointerdown = () => {
      held = false;
      button.classList.add("holding");
      timer = setTimeout(() => {
        held = true;
        release();
        this.press(button, key, "long");
      }, HOLD_MS);
    };
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, release);
    button.onclick = () => {
      if (!held) this.press(button, key, press ?? "short");
      held = false;
    };
  }

  // The button shows that it was pressed until the table has it; a hold is told in words.
  async press(button, key, press) {
    button.classList.add("sent");
    try {
      await send("/keys", { key, press });
      if (press === "long") this.notice(text("held", { what: text(`hold_${key}`) }));
    } catch (error) {
      this.notice(error.message);
    }
    setTimeout(() => button.classList.remove("sent"), press === "long" ? 1100 : 300);
  }
}
