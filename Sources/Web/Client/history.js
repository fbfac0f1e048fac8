// The history of a page: the changes of what it shows, and a slider over its past states.
import { $, button, make } from "./form.js";

/// A time in the language of the page.
export function timeText(time) {
  const style = { dateStyle: "medium", timeStyle: "short" };
  try {
    return new Date(time).toLocaleString(document.documentElement.lang, style);
  } catch {
    return new Date(time).toLocaleString(undefined, style);
  }
}

const isRecord = subject => /^[^[].*\/\d+$/.test(subject ?? "");

/// The record of a page; null for another page.
export const recordOf = ({ subject, headings }) => !headings && isRecord(subject) ? subject : null;

export class HistoryPanel {
  /// - desk: knows whether the database can be changed.
  constructor(link, desk, anchor) {
    Object.assign(this, { link, desk, anchor });
    this.element = $("past");
    this.slider = make("input", { type: "range", id: "slider", min: "0", step: "1", "aria-describedby": "state" });
    this.state = make("output", { id: "state", htmlFor: "slider" });
    this.slides = make("p.slides", {}, make("label", { htmlFor: "slider" }, "Show as of"), this.slider, this.state);
    this.list = make("ol");
    this.older = make("p.count", {}, "Older changes are left out.");
    const close = button("✕", () => this.show(false), { "aria-label": "Close the history", className: "plain" });
    this.element.replaceChildren(make("div.heading", {}, make("h2", {}, "History"), close), this.slides, this.list, this.older);
    this.close = close;
    this.slider.oninput = () => this.slide();
  }

  get isOpen() { return !this.element.hidden; }

  show(isShown) {
    if (this.screen?.past && !isShown) this.travel(null);
    this.link.send({ t: "run", what: "history", on: isShown });
  }

  /// Goes to the state after a transaction, or back to the present.
  travel(txn) { this.link.send({ t: "at", at: txn }); }

  hide() {
    this.element.hidden = true;
    document.body.classList.remove("split", "alone");
  }

  draw(screen) {
    const { history, past, path } = screen;
    this.screen = screen;
    if (!history) return this.hide();
    const hadFocus = this.list.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    // Pages of history alone have no states.
    const isAlone = /^\/-\/(log|history\/)/.test(path) || !past && !screen.screen;
    document.body.classList.add("split");
    document.body.classList.toggle("alone", isAlone);
    this.element.hidden = false;
    this.close.hidden = isAlone;
    this.entries = history.entries;
    this.older.hidden = !history.cut;
    this.slides.hidden = isAlone || history.entries.length < 2;
    if (!this.timer) this.place();
    this.list.replaceChildren(...history.entries.map((entry, index) => this.entry(entry, index, isAlone)));
    if (!history.entries.length) this.list.append(make("li", {}, "Nothing has changed yet."));
    if (hadFocus) this.list.querySelector(`[data-key="${CSS.escape(hadFocus)}"]`)?.focus({ preventScroll: true });
  }

  // States

  /// Moves the slider to the state that is shown.
  place() {
    const { entries, screen: { past } } = this;
    const last = entries.length - 1;
    const index = past ? entries.findIndex(({ txn }) => txn <= past.txn) : 0;
    this.slider.max = String(last);
    this.slider.value = String(index < 0 ? 0 : last - index);
    this.name();
  }

  get chosen() { return this.entries[this.entries.length - 1 - Number(this.slider.value)]; }

  name() {
    const isNow = this.slider.value === this.slider.max;
    const text = isNow ? "now" : timeText(this.chosen.at);
    this.state.textContent = text;
    this.slider.ariaValueText = text;
  }

  slide() {
    this.name();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.travel(this.slider.value === this.slider.max ? null : this.chosen.txn);
    }, 150);
  }

  // Changes

  entry({ txn, at, actor, words, changes = [], undone, obstacle }, index, isAlone) {
    const { desk, link, screen: { past, path } } = this;
    const record = recordOf(this.screen);
    const isShown = past ? txn === past.txn : index === 0 && !isAlone;
    const time = make("time", { dateTime: new Date(at).toISOString() }, timeText(at));
    const act = (title, message) => {
      const element = button(title, () => {
        link.send({ t: "run", ...message });
        if (past) this.travel(null);
      }, { "aria-label": `${title}: change ${txn}, ${timeText(at)}` });
      element.dataset.key = `${title} ${txn}`;
      return element;
    };
    const acts = desk.isReadOnly ? [] : [
      obstacle ? make("span.count", {}, `Cannot be undone: ${obstacle}`) : act("Undo this", { what: "revert", txn }),
      record && index > 0 && act("Restore this state", { what: "restore", record, txn }),
    ].filter(Boolean);
    const state = isAlone || index === 0 ? time : this.anchor(`${path.replace(/\?.*/, "")}?at=${txn}`, "");
    if (state !== time) state.append(time);
    return make("li", { className: undone ? "undone" : "", "aria-current": isShown ? "true" : undefined },
      make("p.when", {}, state, make("span", { dir: "auto" }, ` ${actor}`), undone && make("span.count", {}, " (undone)")),
      make("ul", {}, changes.map(text => make("li", { dir: "auto" }, cut(text)))),
      words && make("p.why", { dir: "auto" }, cut(words)),
      acts.length ? make("p.acts", {}, acts) : null);
  }
}

/// A long text by its beginning.
export const cut = (text, most = 400) => text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…` : text;
