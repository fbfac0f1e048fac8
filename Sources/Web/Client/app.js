// The page: its parts, and what the messages of the server do to them.
import { $, Desk, button, make } from "./form.js";
import { Link, address, shownPath } from "./link.js";
import { HistoryPanel, cut, recordOf, timeText } from "./history.js";
import { Screens, addressOf, isSamePage, saveCSV } from "./screen.js";

// What is said to those who listen: at most one text a second, the last one.
let spoken = 0, unspoken;
function say(text) {
  clearTimeout(unspoken);
  unspoken = setTimeout(() => {
    spoken = performance.now();
    $("said").textContent = text;
  }, Math.max(0, 1000 - (performance.now() - spoken)));
}

function notice(text, isBad = false) {
  $("notice").textContent = text ?? "";
  $("notice").classList.toggle("bad", isBad);
}

function bar(text, ...buttons) {
  $("bar").hidden = !text;
  $("bar").replaceChildren(...(text ? [make("span", {}, text), ...buttons] : []));
}

const fullness = "All sessions are in use. This page tries again.";
let database = "workbench";
/// The texts of a form that were lost with the server, and what had opened it.
let lost = null;

const page = {
  async lost(code, wasReady) {
    for (const field of desk.fields.values()) field.show();
    bar(code === 1013 ? fullness : "No connection. Your input is kept, and sent when the connection is back.");
    if (wasReady) return;
    const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
    if (answer?.status === 403) bar("This browser is not signed in. Open the address that workbench serve printed.");
  },
  shownElsewhere() { bar("This page is shown in another tab.", button("Show it here", () => link.hurry())); },
  /// The former session has ended, and a form that was open has not been stored.
  restarted() {
    const texts = desk.typed;
    if (texts.length) lost = { texts, title: $("title").textContent, opening: desk.form && screens.ran };
    desk.clear();
    reply.clear();
  },
};

export const link = new Link(take, page);
export const desk = new Desk(link, say);
export const screens = new Screens(link, desk, notice);
const panel = new HistoryPanel(link, desk, (path, text) => screens.anchor(path, text));

const takers = {
  hello, screen: takeScreen, form: takeForm, ask,
  parts: ({ parts }) => desk.update(parts),
  field: state => desk.take(state),
  formEnd({ n, text }) {
    desk.end(n);
    if (text) notice(text);
  },
  note({ text, error }) {
    if (error) say(text);
    notice(text, !!error);
  },
  progress({ text }) {
    $("progress").hidden = text == null;
    $("working").textContent = text ?? "";
  },
  table: ({ columns }) => reply.begin(columns),
  row: ({ cells }) => reply.add(cells),
  tableEnd: () => reply.end(),
  file: part => screens.takeFile(part),
  full: () => bar(fullness),
};

function take(message) { takers[message.t]?.(message); }

function hello(message) {
  bar(null);
  $("progress").hidden = true;
  database = message.database ?? "workbench";
  document.documentElement.lang = (message.locale ?? "en").replaceAll("_", "-");
  desk.isReadOnly = !!message.readOnly;
  $("who").hidden = !message.actors?.length || !message.actor;
  if (message.actors?.length && !message.actor)
    bar("Who are you?", ...message.actors.map(name => button(name, () => link.send({ t: "actor", name }))));
  const anchors = links => (links ?? []).map(({ path, title }) => screens.anchor(path, title));
  const all = anchors([...(message.types ?? []), { title: "Log", path: "/-/log" }]);
  $("pages").replaceChildren(...anchors(message.pages), make("details", {}, make("summary", {}, "All lists"), make("div", {}, all)));
  $("actor").replaceChildren(...(message.actors ?? []).map(name => make("option", { value: name, selected: name === message.actor }, name)));
}

// Pages

function title(text) {
  $("title").textContent = text;
  document.title = `${text} · ${database}`;
}

function takeScreen(message) {
  const { screen } = message;
  const { path } = screens.screen ?? {};
  if (message.n !== undefined) desk.settle(message.n);
  if (!screen) return;
  const isOther = !isSamePage(path, screen.path);
  if (isOther) reply.clear();
  const hadFocus = document.activeElement !== document.body;
  screens.draw(message);
  panel.draw(screen);
  title(screen.title);
  $("back").hidden = screen.depth <= 1;
  for (const [id, words] of [["undo", screen.undoLast ?? screen.undo], ["redo", screen.redoLast]]) {
    $(id).hidden = desk.isReadOnly || !words;
    $(id).title = words ?? "";
  }
  // Pages without a screen have no history to hide.
  $("history").hidden = !screen.screen;
  $("history").ariaExpanded = panel.isOpen;
  $("prints").replaceChildren(...(screen.prints ?? []).map(({ title: name, path: to }) =>
    make("a.button", { href: address(to), target: "_blank", rel: "noopener" }, `Print ${name}`)));
  $("origin").hidden = ![...screen.labels, ...screen.fields].some(({ origin }) => origin);
  showOrigin();
  if (isOther || screen.notice) notice(screen.notice);
  if (screen.path && screen.path !== shownPath()) history[isFirst || !isOther ? "replaceState" : "pushState"](null, "", address(screen.path));
  isFirst = false;
  if (screen.past) {
    const { txn, time } = screen.past;
    const text = time === undefined ? `There is no change ${txn}.` : `As of ${timeText(time)} (change ${txn}). This view is read-only.`;
    bar(text, button("Back to now", () => panel.travel(null)));
  } else if (wasPast) bar(null);
  wasPast = !!screen.past;
  const list = $("pages").querySelector("details");
  if (isOther && list) list.open = false;
  for (const anchor of $("pages").querySelectorAll("a")) {
    if (isSamePage(anchor.dataset.path, screen.path)) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  // The focus is never nowhere after what had it is gone.
  if (isOther && hadFocus && document.activeElement === document.body) $("title").focus();
  if (lost) offer();
}
let isFirst = true, wasPast = false;

function takeForm(message) {
  desk.draw(message);
  title(message.form.title);
  for (const id of ["back", "undo", "redo", "history", "origin"]) $(id).hidden = true;
  $("prints").replaceChildren();
  panel.hide();
  notice("");
}

// Who gave a value

/// Says who set the value that has the focus or the pointer.
function showOrigin(target = document.activeElement) {
  const part = desk.parts.get(target?.closest?.("[data-part]")?.dataset.part);
  const { origin } = part ?? {};
  $("origin").textContent = origin ? cut(`${part.name}: ${origin.actor}, ${timeText(origin.at)}${origin.words ? ` · ${origin.words}` : ""}`, 160) : "";
}

addEventListener("focusin", event => showOrigin(event.target));
addEventListener("focusout", () => showOrigin(null));
addEventListener("pointerover", event => showOrigin(event.target.closest?.("[data-part]") ? event.target : document.activeElement));

addEventListener("popstate", () => link.send({ t: "open", to: shownPath() }));
$("back").onclick = () => link.send({ t: "back" });
$("undo").onclick = () => link.send({ t: "run", what: "undo" });
$("redo").onclick = () => link.send({ t: "run", what: "redo" });
$("history").onclick = () => panel.show(!panel.isOpen);
$("actor").onchange = event => link.send({ t: "actor", name: event.target.value });
$("stop").onclick = () => link.stop();

document.addEventListener("keydown", event => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const isInput = event.target.closest("input, textarea, select, dialog");
  if (event.key === "/" && !isInput && $("find")) {
    event.preventDefault();
    $("find").focus();
  } else if (event.key === "u" && !isInput && !$("undo").hidden) {
    event.preventDefault();
    link.send({ t: "run", what: "undo", on: true });
  } else if (event.key === "Escape" && !event.target.closest("dialog")) {
    const list = event.target.closest("details[open]");
    if (list) {
      list.open = false;
      list.querySelector("summary").focus();
    } else if (desk.form) desk.press("Esc");
    else if (!$("reply").hidden) reply.clear();
    else if (!isInput && !$("back").hidden) $("back").click();
  }
});

// Questions

function ask({ text }) {
  // Asked again over a new connection, while the answer is on its way.
  if (link.unsent.some(({ t }) => t === "answer")) return;
  const dialog = $("ask");
  $("question").textContent = text;
  dialog.returnValue = "no";
  dialog.onclose = () => {
    const yes = dialog.returnValue === "yes";
    link.send({ t: "answer", yes });
    const path = screens.screen?.path;
    if (!yes && path && path !== shownPath()) history.pushState(null, "", address(path));
  };
  if (!dialog.open) dialog.showModal();
}

// Answers that are tables

const reply = {
  begin(columns) {
    [this.columns, this.rows, this.body] = [columns, [], make("tbody")];
    const head = make("tr", {}, columns.map(({ name, numeric }) => make("th", { scope: "col", className: numeric ? "number" : "" }, name)));
    const isDetails = columns.map(({ name }) => name).join() === "property,value";
    $("reply").replaceChildren(make("table", { className: isDetails ? "details" : "" }, make("thead", {}, head), this.body));
    $("reply").hidden = false;
  },
  add(cells) {
    this.rows.push(cells);
    // The title says which record it is.
    if (this.state && this.columns[0].name === "property" && cells[0] === "ref") return;
    this.body.append(make("tr", {}, cells.map((cell, column) => {
      const { name, numeric } = this.columns[column] ?? {};
      const isRecord = name === "ref" && /^[^/]+\/\d+$/.test(cell ?? "");
      return make("td", { "data-name": name, className: numeric ? "number" : "", dir: "auto" },
        isRecord ? screens.anchor(addressOf(cell) + this.state, cell) : cut(cell ?? "", 2000));
    })));
  },
  /// Links lead to the same past state.
  get state() {
    const { past } = screens.screen ?? {};
    return past ? `?at=${past.txn}` : "";
  },
  end() {
    if (!this.rows.length && this.state) this.body.append(make("tr", {}, make("td", { colSpan: this.columns.length }, "No data at that time.")));
    $("reply").prepend(make("p.listing", {}, this.state ? null : button("Close", () => this.clear()),
      button("Save as CSV", () => saveCSV($("title").textContent, this.columns, this.rows))));
    if (!this.state) $("reply").scrollIntoView({ block: "nearest" });
  },
  clear() {
    $("reply").hidden = true;
    $("reply").replaceChildren();
  },
};

// After a restart of the server

/// Offers to type the texts again that the former server has not stored.
function offer() {
  const { texts, title: name, opening: former } = lost;
  bar(`The server was started again. What you typed in “${name}” was not stored.`,
    button("Fill in again", async () => {
      lost = null;
      bar(null);
      if (former) {
        if (former.ids.length) screens.select(former.ids);
        screens.run(former.command);
        await until(() => desk.form && desk.focused);
      }
      await desk.retype(texts, until);
    }),
    button("Discard", () => {
      lost = null;
      bar(null);
    }));
}

/// Waits until something holds, for a minute at most.
async function until(holds) {
  for (let i = 0; i < 1200 && !holds(); i++) await new Promise(resolve => setTimeout(resolve, 50));
}
