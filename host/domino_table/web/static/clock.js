// The clock of the match: it follows the table's own, between what it says, and never steps back for the eye.

const SLACK_MS = 3000; // a clock that is set back further is another match's, or play was taken back

export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

export class Clock {
  // virtual: the table's time is that of its world, which `tick` tells; else it is as fast as ours.
  constructor(element, virtual) {
    this.element = element;
    this.virtual = virtual;
    this.running = false;
    this.onTurn = false;
    this.base = this.since = this.now = this.shown = 0;
    setInterval(() => this.tick(), 250);
  }

  // The state of the table has come: its clocks as they were some ms ago.
  heard({ clocks, turn, phase }, ago) {
    this.onTurn = turn !== null && turn !== undefined && phase !== "maintenance";
    this.base = (clocks ?? []).reduce((sum, ms) => sum + ms, 0);
    this.ago = ago;
    this.fresh = this.virtual; // only the next time of the world is later than this state
    if (!this.virtual) this.now = performance.now();
    if (!this.virtual) this.since = this.now - ago;
    this.show();
  }

  // ms: the time of the virtual world.
  tick(ms) {
    if (!this.virtual) this.now = performance.now();
    else if (!ms) return;
    else this.now = ms;
    if (this.fresh) this.since = this.now - this.ago;
    this.fresh = false;
    this.show();
  }

  show() {
    const passed = this.running && this.onTurn && !this.fresh ? Math.max(0, this.now - this.since) : 0;
    const ms = this.base + passed;
    if (ms >= this.shown || this.shown - ms > SLACK_MS) this.shown = ms;
    this.element.textContent = minutes(Math.floor(this.shown / 1000));
  }
}
