// Screens: of a record, and of many, of which only the rows about the visible ones are there.
import { $, button, make } from "./form.js";
import { cut } from "./history.js";
import { address } from "./link.js";

const margin = 60; // rows loaded above and below the visible ones
const most = 500;

/// Comparisons, and those that need no value.
const operators = ["=", "!=", "<", "<=", ">", ">=", "contains"];
const emptiness = { "is empty": "=", "is not empty": "!=" };

const pastOf = path => new URLSearchParams(path?.split("?")[1] ?? "").get("at");

export const isSamePage = (one, other) => one?.split("?")[0] === other?.split("?")[0] && pastOf(one) === pastOf(other);

export class Screens {
  /// - explain: says why a command is disabled.
  constructor(link, desk, explain) {
    Object.assign(this, { link, desk, explain });
    this.screen = null;
    addEventListener("scroll", () => this.scrolled(), { passive: true });
    addEventListener("resize", () => this.scrolled());
  }

  draw({ screen, traits = {} }) {
    const { desk } = this;
    const isOther = !isSamePage(this.screen?.path, screen.path) || this.screen?.screen !== screen.screen || !document.contains(this.body ?? null);
    if (desk.form) desk.clear();
    this.screen = screen;
    const focus = document.activeElement?.dataset.key;
    const hadRow = this.list?.body.contains(document.activeElement);
    const parts = part => {
      const element = desk.element(part, traits[part.id]);
      element.dataset.part = part.id;
      return element;
    };
    if (isOther) this.body = make("div.screen");
    if (isOther || !screen.headings) this.list = null;
    desk.redraw(() => {
      this.body.replaceChildren(
        ...(screen.warnings ?? []).map(text => make("p.hint.warned", {}, text)),
        ...screen.sections.map(section => this.section(section)), ...screen.labels.map(parts), ...screen.fields.map(parts),
        ...(screen.headings ? [this.listing()] : []));
      if (isOther) $("main").replaceChildren(this.body);
      this.menu();
    });
    // What is put in again has lost the focus.
    if (hadRow && this.list) this.rowElement(this.list.cursor)?.focus({ preventScroll: true });
    else if (focus && !document.activeElement?.dataset.key) document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    if (isOther && screen.headings) this.scrolled();
  }

  section({ title, items }) {
    const isFormatted = items.some(({ kind }) => kind !== "link");
    return make("section", { className: isFormatted ? "formatted" : "links" }, title && make("h2", {}, title), items.map(({ id, kind, text, selectable }) => {
      if (kind === "link") return make("p.item", {}, this.anchor(id, text));
      const element = make("p", { className: kind === "failure" ? "item text bad" : "item text", dir: "auto" }, text);
      if (!selectable) return element;
      element.tabIndex = 0;
      element.dataset.key = `item ${title} ${id}`;
      element.setAttribute("role", "option");
      element.ariaSelected = this.screen.selection.includes(id);
      element.onclick = () => this.select([id]);
      element.ondblclick = () => this.open(id);
      element.onkeydown = event => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        if (event.key === "Enter") this.open(id); else this.select([id]);
      };
      return make("div", { role: "listbox", "aria-label": title }, element);
    }));
  }

  /// A link to another page of the same tab.
  anchor(path, text) {
    const anchor = make("a", { href: address(path) }, text);
    anchor.dataset.path = path;
    anchor.onclick = event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.link.send({ t: "open", to: path });
    };
    return anchor;
  }

  menu() {
    const { screen } = this;
    const box = $("menu");
    // Buttons that are as before keep the focus.
    const state = JSON.stringify([screen.menu, !screen.headings]);
    if (box.dataset.state === state && box.firstChild?.dataset.key) return;
    box.dataset.state = state;
    const entries = screen.menu.filter(entry => entry.shown).map(({ command, title, reason }) => {
      const act = () => reason ? this.explain(`${title} is disabled: ${reason}`) : this.run(command);
      const element = button(title, act, { "aria-disabled": reason && "true", title: reason });
      element.dataset.key = `menu ${command}`;
      return element;
    });
    // What Return does needs a button where there is no keyboard.
    if (screen.headings && !screen.menu.some(entry => entry.shown && entry.command === "open")) {
      const open = button("Open", () => {
        const id = this.screen.selection[0] ?? this.list.cursor;
        if (id) this.open(id);
        else this.explain("select a row first");
      });
      open.dataset.key = "menu -open";
      entries.unshift(open);
    }
    box.replaceChildren(...entries);
  }

  run(command) {
    /// What may open a form, to open it again.
    this.ran = { ids: this.screen.selection, command };
    this.link.send({ t: "do", c: command });
  }

  select(ids) {
    this.screen.selection = ids;
    this.link.send({ t: "select", ids });
  }

  open(id) {
    // What is disabled may be so only because nothing is selected yet.
    const find = name => this.screen.menu.find(entry => entry.command === name);
    const entry = find("open") ?? find("edit");
    this.select([id]);
    if (entry) this.run(entry.command);
    else this.link.send({ t: "open", to: addressOf(id) });
  }

  // Lists

  listing() {
    const { screen } = this;
    this.list ??= this.newList();
    const { table, count, hint, search } = this.list;
    this.list.order = screen.order ?? "";
    if (document.activeElement !== search) search.value = this.list.find = screen.find ?? "";
    this.showConditions(screen.where ?? []);
    const total = screen.complete ? `${screen.count}` : `more than ${screen.count}`;
    count.textContent = screen.count === 0 && screen.complete ? "" : screen.count === 1 && screen.complete ? "1 row" : `${total} rows`;
    table.ariaRowCount = screen.complete ? screen.count + 1 : -1;
    table.ariaLabel = screen.title;
    const ids = screen.rows.map(row => row.id);
    if (!ids.includes(this.list.cursor)) this.list.cursor = screen.selection.find(id => ids.includes(id)) ?? ids[0];
    const head = make("tr", { role: "row" }, screen.headings.map(heading => this.heading(heading)));
    const body = make("tbody", { role: "rowgroup" }, this.spacer("top"), screen.rows.map((row, index) => this.row(row, index)), this.spacer("bottom"));
    table.replaceChildren(make("thead", { role: "rowgroup" }, head), body);
    const isEmpty = screen.count === 0 && screen.complete;
    table.hidden = isEmpty;
    hint.hidden = !isEmpty;
    if (isEmpty) hint.replaceChildren(...this.empty());
    this.list.orders.value = this.list.order;
    this.list.body = body;
    this.space();
    return this.list.element;
  }

  /// What to do about a list without rows.
  empty() {
    const { screen, list } = this;
    if (list.find || list.where.length) {
      return ["Nothing found. A part of a word in any column is enough. ", button("Show everything", () => {
        [list.find, list.where] = ["", []];
        list.search.value = "";
        list.conditions.replaceChildren();
        this.ask();
      })];
    }
    const name = document.documentElement.lang.startsWith("en") ? screen.title.toLowerCase() : screen.title;
    const add = screen.menu.find(entry => entry.command === "add" && entry.shown && !entry.reason);
    return [`No ${name} yet. `, add ? button("Add one", () => this.run("add"), { className: "main" }) : ""];
  }

  newList() {
    const list = { find: this.screen.find ?? "", order: this.screen.order ?? "", where: this.screen.where ?? [], cursor: undefined, anchor: undefined, height: 40 };
    const search = make("input", { type: "search", value: list.find, id: "find", autocomplete: "off", dir: "auto" });
    search.dataset.key = "find";
    let timer;
    search.oninput = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        list.find = search.value;
        this.ask();
      }, 150);
    };
    const count = make("span.count", { role: "status" });
    const conditions = make("div");
    const filter = button("Filter", () => this.addCondition(conditions).firstChild.focus());
    // Cards have no headings.
    const orders = make("select.narrow", { id: "order", "aria-label": "Sort by" }, make("option", { value: "" }, "Sort by"),
      this.screen.headings.flatMap(({ name }) => [make("option", { value: name }, `${name} ↑`), make("option", { value: `${name} desc` }, `${name} ↓`)]));
    orders.onchange = () => {
      list.order = orders.value;
      this.ask();
    };
    const hint = make("p.empty");
    const save = button("Save as CSV", () => this.link.send({ t: "save" }));
    const table = make("table", { role: "grid", "aria-multiselectable": "true" });
    table.onkeydown = event => this.keyDown(event);
    const tools = make("div.listing", { role: "search" }, make("label", { htmlFor: "find" }, "Find"), search, filter, orders, save, count);
    return Object.assign(list, { table, count, hint, orders, search, conditions, element: make("div.list", {}, tools, conditions, hint, table) });
  }

  ask() {
    const { find, where, order } = this.list;
    this.link.send({ t: "list", find, where, order });
  }

  /// Shows the conditions of the list, unless they are being changed.
  showConditions(where) {
    const { list } = this;
    const isShown = list.conditions.children.length > 0 || where.length === 0;
    if (list.conditions.contains(document.activeElement) || isShown && JSON.stringify(list.where) === JSON.stringify(where)) return;
    list.where = where;
    list.conditions.replaceChildren();
    for (const condition of where) this.addCondition(list.conditions, condition);
  }

  addCondition(box, condition = {}) {
    const property = make("select", { "aria-label": "Column" }, this.screen.headings.map(({ name }) => make("option", { value: name }, name)));
    const op = make("select", { "aria-label": "Comparison" }, [...operators, ...Object.keys(emptiness)].map(sign => make("option", { value: sign }, sign)));
    const value = make("input", { type: "text", "aria-label": "Value", autocomplete: "off", dir: "auto" });
    const row = make("div.condition", {}, property, op, value, button("✕", () => {
      row.remove();
      ask();
    }, { "aria-label": "Remove this condition" }));
    const ask = () => {
      value.hidden = op.value in emptiness;
      this.list.where = [...box.children].flatMap(({ children: [property, op, value] }) => {
        if (op.value in emptiness) return { property: property.value, op: emptiness[op.value], value: "" };
        return value.value ? { property: property.value, op: op.value, value: value.value } : [];
      });
      this.ask();
    };
    row.onchange = ask;
    property.value = condition.property ?? property.value;
    const isEmptiness = condition.op && !condition.value;
    op.value = isEmptiness ? Object.keys(emptiness).find(name => emptiness[name] === condition.op) ?? condition.op : condition.op ?? op.value;
    value.value = condition.value ?? "";
    value.hidden = op.value in emptiness;
    box.append(row);
    return row;
  }

  heading({ name, numeric }) {
    const [column, way] = this.list.order ? [this.list.order.replace(/ desc$/, ""), this.list.order.endsWith(" desc")] : [];
    const isOrder = column === name;
    const order = button(name + (isOrder ? way ? " ↓" : " ↑" : ""), () => {
      this.list.order = !isOrder ? name : way ? "" : `${name} desc`;
      this.ask();
    }, { title: `Sort by ${name}` });
    order.dataset.key = `order ${name}`;
    return make("th", { scope: "col", role: "columnheader", className: numeric ? "number" : "", "aria-sort": isOrder ? way ? "descending" : "ascending" : "none" }, order);
  }

  row({ id, cells, warned = [] }, index) {
    const { headings, selection, from } = this.screen;
    const isWarned = warned.length > 0 && warned.length === cells.filter(cell => cell !== null).length;
    const row = make("tr", { role: "row", className: isWarned ? "warned" : "", tabIndex: id === this.list.cursor ? 0 : -1, "aria-rowindex": String(from + index + 2), "aria-selected": String(selection.includes(id)) },
      cells.map((cell, column) => make("td", {
        role: "gridcell", dir: "auto", className: [headings[column]?.numeric && "number", !isWarned && warned.includes(column) && "warned"].filter(Boolean).join(" "),
        "data-name": headings[column]?.name,
      }, cut(cell ?? ""))));
    if (isWarned) row.cells[0].prepend(make("span.hidden", {}, "warning: "));
    row.dataset.id = id;
    row.onclick = event => this.click(id, event);
    row.ondblclick = () => this.open(id);
    return row;
  }

  rowElement(id) { return [...this.list.body.children].find(row => row.dataset.id === id); }

  goTo(id) {
    const row = this.rowElement(id);
    if (!row) return;
    const former = this.rowElement(this.list.cursor);
    if (former) former.tabIndex = -1;
    this.list.cursor = id;
    row.tabIndex = 0;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }

  click(id, { shiftKey, ctrlKey, metaKey }) {
    this.goTo(id);
    if (shiftKey) return this.selectTo(id);
    this.list.anchor = id;
    if (ctrlKey || metaKey) this.toggle(id);
    else this.select([id]);
  }

  toggle(id) {
    const { selection } = this.screen;
    this.select(selection.includes(id) ? selection.filter(other => other !== id) : [...selection, id]);
  }

  selectTo(id) {
    const ids = this.screen.rows.map(row => row.id);
    const places = [ids.indexOf(this.list.anchor), ids.indexOf(id)].sort((a, b) => a - b);
    this.select(places[0] < 0 ? [id] : ids.slice(places[0], places[1] + 1));
  }

  keyDown(event) {
    const row = event.target.closest("tbody tr");
    if (!row || event.altKey) return;
    const { id } = row.dataset;
    const ids = this.screen.rows.map(({ id }) => id);
    const place = ids.indexOf(id);
    const steps = { ArrowDown: 1, ArrowUp: -1, Home: -place, End: ids.length - 1 - place };
    if (event.key in steps) {
      const next = ids[place + steps[event.key]];
      if (next) {
        this.goTo(next);
        if (event.shiftKey) this.selectTo(next);
        else {
          this.list.anchor = next;
          this.select([next]);
        }
      }
    } else if (event.key === "Enter") this.open(id);
    else if (event.key === " ") {
      this.list.anchor = id;
      this.toggle(id);
    } else if (event.key === "a" && (event.ctrlKey || event.metaKey)) this.select(ids);
    else return;
    event.preventDefault();
  }

  // Rows that are not there

  spacer(place) { return make("tr", { className: `spacer ${place}`, role: "presentation" }, make("td", { colSpan: this.screen.headings.length })); }

  space() {
    const { screen: { from, rows, count }, list } = this;
    const heights = { top: from * list.height, bottom: Math.max(0, count - from - rows.length) * list.height };
    for (const [place, height] of Object.entries(heights)) list.body.querySelector(`.${place}`).firstChild.style.height = `${height}px`;
  }

  /// Asks for the rows about the visible ones.
  scrolled() {
    const { screen, list } = this;
    if (!screen?.headings || !list?.body.isConnected || !screen.rows.length) return;
    const rows = [...list.body.children].slice(1, -1);
    const [first, last] = [rows[0].getBoundingClientRect(), rows.at(-1).getBoundingClientRect()];
    list.height = Math.max(20, (last.bottom - first.top) / rows.length);
    const seen = screen.from + Math.floor(-first.top / list.height);
    const end = seen + Math.ceil(innerHeight / list.height);
    const to = screen.from + screen.rows.length;
    const lacks = seen - margin / 2 < screen.from && screen.from > 0 || end + margin / 2 > to && (to < screen.count || !screen.complete);
    const range = [Math.max(0, seen - margin), Math.min(end + margin, Math.max(0, seen - margin) + most)];
    if (!lacks || `${range}` === list.asked) return;
    list.asked = `${range}`;
    this.link.send({ t: "rows", rows: range });
  }

  // Files

  /// Takes rows of the list as a file, and saves it when it has all.
  takeFile({ from, rows, end, more }) {
    if (!from) this.saved = [];
    const isWhole = from === this.saved?.length;
    this.saved = isWhole ? this.saved.concat(rows) : null;
    if (!end) return;
    if (!isWhole) return this.explain("Nothing was saved, because the connection was lost. Try again.", true);
    const { title, headings } = this.screen;
    saveCSV(title, headings, this.saved);
    const { length } = this.saved;
    this.explain(more ? `Only the first ${length} rows were saved.` : length === 1 ? "1 row was saved." : `${length} rows were saved.`, more);
    this.saved = null;
  }
}

/// The address of a record, such as `Member/12`.
export const addressOf = id => `/${id.split("/").map(encodeURIComponent).join("/")}`;

/// Saves a table as a file. A text that a spreadsheet would take for a formula gets an apostrophe.
export function saveCSV(title, headings, rows) {
  const quoted = text => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const cell = (text, column) => quoted(text && !headings[column]?.numeric && /^[=+\-@]/.test(text) ? `'${text}` : text ?? "");
  const lines = [headings.map(({ name }, column) => cell(name, column)), ...rows.map(row => row.map(cell))].map(line => line.join(","));
  const link = make("a", { href: URL.createObjectURL(new Blob([lines.join("\r\n") + "\r\n"], { type: "text/csv" })), download: `${title}.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
