// The page: its parts, and what the messages of the server do to them.
import { Desk, button, make } from "./form.js";
import { Link, address, shownPath } from "./link.js";
import { Screens, addressOf, isSamePage, saveCSV } from "./screen.js";

const $ = id => document.getElementById(id);

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

let database = "workbench";
/// The texts of a form that were lost with the server, and what had opened it.
let lost = null;

const page = {
  async lost(code, wasReady) {
    for (const field of desk.fields.values()) field.show();
    bar(code === 1013 ? "All sessions are in use. This page tries again." : "No connection. Your input is kept, and sent when the connection is back.");
    if (wasReady) return;
    const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
    if (answer?.status === 403) bar("This browser is not signed in. Open the address that workbench serve printed.");
  },
  shownElsewhere() { bar("This page is shown in another tab.", button("Show it here", () => link.connect())); },
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

function take(message) {
  switch (message.t) {
    case "hello": return hello(message);
    case "screen": return takeScreen(message);
    case "form": return takeForm(message);
    case "parts": return desk.update(message.parts);
    case "field": return desk.take(message);
    case "formEnd":
      desk.end(message.n);
      if (message.text) notice(message.text);
      return;
    case "note":
      if (message.error) say(message.text);
      return notice(message.text, !!message.error);
    case "progress":
      $("progress").hidden = message.text == null;
      $("working").textContent = message.text ?? "";
      return;
    case "ask": return ask(message.text);
    case "table": return reply.begin(message.columns);
    case "row": return reply.add(message.cells);
    case "tableEnd": return reply.end();
    case "full": return bar("All sessions are in use. This page tries again.");
  }
}

function hello(message) {
  bar(null);
  database = message.database ?? "workbench";
  document.documentElement.lang = (message.locale ?? "en").replace("_", "-");
  desk.isReadOnly = !!message.readOnly;
  $("who").hidden = !message.actors?.length || !message.actor;
  const links = (message.pages ?? []).map(({ path, title }) => screens.anchor(path, title));
  const more = [...(message.types ?? []), { title: "Log", path: "/-/log" }].map(({ path, title }) => screens.anchor(path, title));
  $("pages").replaceChildren(...links, make("details", {}, make("summary", {}, "More"), make("div", {}, more)));
  if (message.actors?.length && !message.actor)
    bar("Who are you?", ...message.actors.map(name => button(name, () => link.send({ t: "actor", name }))));
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
  title(screen.title);
  $("back").hidden = screen.depth <= 1;
  for (const [id, words] of [["undo", screen.undoLast ?? screen.undo], ["redo", screen.redoLast]]) {
    $(id).hidden = desk.isReadOnly || !words;
    $(id).title = words ?? "";
  }
  $("history").hidden = !recordOf(screen);
  if (isOther || screen.notice) notice(screen.notice);
  if (screen.path && screen.path !== shownPath()) history[isFirst || !isOther ? "replaceState" : "pushState"](null, "", address(screen.path));
  isFirst = false;
  const at = new URLSearchParams(location.search).get("at");
  if (at) bar(`This is the state as of ${at}. It cannot be changed.`, button("Back to now", () => link.send({ t: "at", at: null })));
  const isOpen = $("pages").querySelector("details[open]");
  if (isOther && isOpen) isOpen.open = false;
  for (const anchor of $("pages").querySelectorAll("a")) {
    if (isSamePage(anchor.dataset.path, screen.path)) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  // The focus is never nowhere after what had it is gone.
  if (isOther && hadFocus && document.activeElement === document.body) $("title").focus();
  if (lost) offer();
}
let isFirst = true;

function takeForm(message) {
  desk.draw(message);
  if (message.inline) return;
  title(message.form.title);
  for (const id of ["back", "undo", "redo", "history"]) $(id).hidden = true;
  notice("");
}

const recordOf = ({ subject, headings }) => !headings && /^[^[].*\/\d+$/.test(subject ?? "") ? subject : null;

addEventListener("popstate", () => link.send({ t: "open", to: shownPath() }));
$("back").addEventListener("click", () => link.send({ t: "back" }));
$("undo").addEventListener("click", () => link.send({ t: "run", what: "undo" }));
$("redo").addEventListener("click", () => link.send({ t: "run", what: "redo" }));
$("history").addEventListener("click", () => link.send({ t: "run", what: "history", record: recordOf(screens.screen) }));
$("actor").addEventListener("change", event => link.send({ t: "actor", name: event.target.value }));
$("stop").addEventListener("click", () => link.stop());

document.addEventListener("keydown", event => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const isInput = event.target.closest("input, textarea, select, dialog");
  if (event.key === "/" && !isInput && $("find")) {
    event.preventDefault();
    $("find").focus();
  } else if (event.key === "u" && !isInput && !$("undo").hidden) {
    event.preventDefault();
    $("undo").click();
  } else if (event.key === "Escape" && !event.target.closest("dialog")) {
    if (desk.form) desk.press("Esc");
    else if (!$("reply").hidden) reply.clear();
    else if (!isInput && !$("back").hidden) $("back").click();
  }
});

// Questions

function ask(text) {
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
    $("reply").replaceChildren(make("table", {}, make("thead", {}, head), this.body));
    $("reply").hidden = false;
  },
  add(cells) {
    this.rows.push(cells);
    this.body.append(make("tr", {}, cells.map((cell, column) => {
      const { name, numeric } = this.columns[column] ?? {};
      const isRecord = name === "ref" && /^[^/]+\/\d+$/.test(cell ?? "");
      return make("td", { "data-name": name, className: numeric ? "number" : "", dir: "auto" },
        isRecord ? screens.anchor(addressOf(cell), cell) : cell ?? "");
    })));
  },
  end() {
    $("reply").prepend(make("p", { className: "listing" }, button("Close", () => this.clear()),
      button("Save as CSV", () => saveCSV($("title").textContent, this.columns, this.rows))));
    $("reply").scrollIntoView({ block: "nearest" });
  },
  clear() {
    $("reply").hidden = true;
    $("reply").replaceChildren();
  },
};

// After a restart of the server

/// Offers to type the texts of a form again that the former server has not stored.
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
