// The keys under the display, named as the display names them, and the seats' buttons and pads while the table is tested.
//
// A key that is held fills up; when the hold is long enough it is sent, and the page says what came of it.

import { send } from "./hands.js";
import { has, text } from "./texts.js";

const HOLD_MS = 800; // as the table takes a long press
const PATIENCE_MS = 10000; // of a hold that shows no effect
const RESTART_MS = 30000; // the same where the table starts again
const LOOK_MS = 100;

export class Keys {
  // keys, seats: elements; build: the page's; notice(message) tells the person; state(): what the table is doing and speaks.
  constructor(keys, seats, build, notice, state) {
    this.notice = notice;
    this.state = state;
    this.holds = [...keys.querySelectorAll("[data-press]")];
    keys.hidden = !build.keys;
    for (const button of keys.querySelectorAll("[data-key]")) this.watch(button);
    for (let seat = 0; seat < 4; seat += 1) {
      for (const press of build.knocks ? ["short", "knock"] : ["short"]) seats.append(this.trial(seat, press));
    }
  }

  // Each hold is named by what it does now: "play", "maintenance" or "selftest".
  show(doing) {
    for (const button of this.holds) {
      const named = `hold_${button.dataset.key}_${doing}`;
      button.dataset.text = has(named) ? named : `hold_${button.dataset.key}`;
      button.textContent = text(button.dataset.text);
      button.disabled = doing === "selftest" && button.dataset.key !== "left";
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

  // The button shows that it was pressed until the table has it; what came of a hold is told in words.
  async press(button, key, press) {
    button.classList.add("sent");
    const before = this.state();
    try {
      await send("/keys", { key, press });
      if (press === "long") this.tell(key, before);
    } catch (error) {
      this.notice(error.message);
    }
    setTimeout(() => button.classList.remove("sent"), press === "long" ? 1100 : 300);
  }

  // Say what a hold has changed, as soon as that is seen. before: the state when it began.
  async tell(key, before) {
    const tested = before.doing === "selftest";
    const changed = () => {
      const { doing, language } = this.state();
      if (key === "right") return language !== before.language && "held_language";
      return ["play", "maintenance"].includes(doing) && doing !== before.doing && (tested ? "held_over" : `held_${doing}`);
    };
    const end = performance.now() + (tested ? RESTART_MS : PATIENCE_MS);
    while (!changed() && performance.now() < end) await new Promise((resolve) => { setTimeout(resolve, LOOK_MS); });
    this.notice(text(changed() || "held_nothing"));
  }
}
