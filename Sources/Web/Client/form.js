// The fields of the page: where keys go, and how fields, labels and forms are drawn.
import { Field } from "./field.js";

export const $ = id => document.getElementById(id);

/// Creates an element, such as `p.count` of the class `count`. Members of `attributes` are properties where
/// the element has them.
export function make(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key in element && key !== "list") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/// A button that leaves the focus where it is if a pointer presses it.
export function button(title, act, attributes = {}) {
  const element = make("button", { type: "button", ...attributes }, title);
  element.onpointerdown = event => event.preventDefault();
  element.onclick = act;
  return element;
}

/// Shows a text where nothing can be typed.
const put = (box, text = "") => { box[box.type === "checkbox" ? "checked" : "value"] = box.type === "checkbox" ? text === "true" : text; };

/// The id of an element of a part. Lists of ids are separated by spaces.
export const idOf = (kind, id) => `${kind}-${encodeURIComponent(id)}`;

/// The fields that are drawn, and the one that has the engine's keys.
export class Desk {
  /// - link: sends messages.
  /// - say: tells a refusal to those who do not see it.
  constructor(link, say) {
    Object.assign(this, { link, say });
    this.fields = new Map();
    this.elements = new Map();
    this.parts = new Map();
    this.form = null;
    this.isReadOnly = false;
    this.forget();
    document.addEventListener("selectionchange", () => this.active?.selectionChanged());
    document.addEventListener("focusout", event => this.focusOut(event));
  }

  forget() {
    /// The field that has the engine's keys, as last said.
    this.focused = null;
    /// Where they will be after the last key that leaves; its number; its field; whether it names another.
    this.expected = null;
    this.isAsked = false;
    this.leftAt = 0;
    this.origin = null;
    this.wantsFocus = false;
    this.isSummed = false;
  }

  get isSlow() { return this.link.isSlow; }
  send(message) { return this.link.send(message); }

  /// The field that has the browser's focus.
  get active() {
    const { activeElement } = document;
    return [...this.fields.values()].find(field => field.input === activeElement);
  }

  get isSettled() { return !this.expected && [...this.fields.values()].every(field => field.isSettled); }

  // Where keys go

  /// The field to which a key leads; null if it leads out, or if the engine decides.
  target(field, key) {
    if (key.to !== undefined) return this.fields.get(key.to) ?? null;
    if (["Submit", "Esc"].includes(key.k) || !this.form && key.k === "Return") return null;
    const order = [...this.fields.values()].filter(other => !other.input.disabled);
    return order[order.indexOf(field) + (["Up", "S-Tab"].includes(key.k) ? -1 : 1)] ?? null;
  }

  /// Whether Tab is a key of the engine here, and not one of the browser.
  holdsTab(field, k) {
    return this.target(field, { k }) !== null || k === "Tab" && !!this.form && field.input.closest("table") !== null;
  }

  /// The way of what waits to be sent: calls back with each field and its keys there.
  walk(visit = () => {}) {
    const taken = new Map();
    let field = this.expected ?? this.focused;
    while (field) {
      const keys = field.waiting.slice(taken.get(field) ?? 0);
      const end = keys.findIndex(entry => entry.leaves) + 1;
      const here = end ? keys.slice(0, end) : keys;
      visit(field, here);
      if (!end) return field;
      taken.set(field, (taken.get(field) ?? 0) + here.length);
      // Where only the engine knows the next field, keys wait here.
      field = here.at(-1).target ?? field;
    }
    return null;
  }

  /// The field for what is typed now: the one that has the keys, or will have them.
  get front() { return this.walk(); }

  place(field) {
    if (document.activeElement === field.input) return;
    this.isPlacing = true;
    field.input.focus();
    this.isPlacing = false;
  }

  /// A key that may leave a field was typed. The next field gets the focus at once, and what follows.
  depart(field, entry) {
    if (entry.n !== null) {
      [this.leftAt, this.origin, this.expected] = [entry.n, field, entry.target];
      this.isAsked = entry.key.to !== undefined;
    }
    const next = this.front;
    if (!next || next === field) return;
    this.place(next);
    next.expect();
  }

  /// The browser's focus has come to a field.
  point(field) {
    if (this.isPlacing || this.isReadOnly) return;
    const from = this.front;
    if (from === field) return;
    if (from) return from.leave(field.id);
    this.ask(field);
  }

  ask(field) {
    [this.leftAt, this.origin, this.expected] = [this.send({ t: "focus", f: field.id }), null, field];
    this.isAsked = true;
  }

  /// A key is typed in a field, where the engine's keys go then.
  begin(field) {
    if (this.front !== field) this.point(field);
  }

  /// A key from a button.
  press(k) {
    this.wantsFocus = true;
    this.front?.key({ k });
  }

  /// A field on a screen ends when the focus leaves all fields.
  focusOut({ target, relatedTarget }) {
    const field = [...this.fields.values()].find(other => other.input === target);
    if (this.form || this.isPlacing || !field || field !== this.front || !document.hasFocus()) return;
    if (!target.isConnected || [...this.fields.values()].some(other => other.input === relatedTarget)) return;
    field.key({ k: "Return" });
  }

  /// The engine has judged keys of a field, which has the keys from then on.
  take(state) {
    const field = this.fields.get(state.f);
    if (!field) return;
    field.judge(state);
    for (const other of this.fields.values()) {
      if (other === field || other.isSettled) continue;
      other.drop(state.n);
      if (other.isSettled) this.rest(other);
    }
    this.showVerdict(field, state);
    // A verdict from before the last key that leaves does not move the focus.
    if (state.n < this.leftAt) return;
    const isRefused = (state.refused ?? []).some(refusal => refusal.n === this.leftAt);
    const guess = this.expected ?? this.origin;
    const keys = [];
    if (guess && guess !== field && !isRefused) {
      // The key has done something else: what follows is for this field.
      const entries = [];
      this.walk((_, here) => entries.push(...here));
      for (const other of [...this.fields.values(), guess]) {
        other.pending = other.pending.filter(entry => !entries.includes(entry));
        if (other !== field && other.isSettled) this.rest(other);
      }
      keys.push(...entries.map(entry => entry.key));
    }
    const hasMoved = this.focused !== field;
    if (hasMoved && this.focused?.isSettled) this.rest(this.focused);
    [this.focused, this.expected, this.origin] = [field, null, null];
    if (isRefused && this.form) this.isSummed = true;
    field.arrive();
    for (const { sel, of, r, ...key } of keys) {
      const front = this.front ?? field;
      if (key.to === undefined) front.key(r ? { p: key.s } : key);
      else front.leave(key.to);
    }
    const { activeElement } = document;
    // The title of a new page has the focus for those who listen.
    const isFree = !activeElement || activeElement.tabIndex < 0 || this.active;
    if (isFree || this.wantsFocus || hasMoved && isRefused) this.place(this.front ?? field);
    this.wantsFocus = false;
    field.show();
    this.sumUp();
  }

  /// The editing of a field or form has ended.
  end(n) {
    if (this.form) return this.clear();
    const { next, isAsked, leftAt } = this;
    // The screen comes next, with the texts that are stored.
    for (const field of this.fields.values()) {
      field.drop(n);
      field.isPresent = false;
      field.show();
    }
    this.forget();
    if (next && isAsked && leftAt <= n) [this.expected, this.leftAt, this.isAsked] = [next, leftAt, true];
    else if (next) this.ask(next);
  }

  /// A screen was drawn, so no field has the keys, unless one was asked for since.
  settle(n) {
    if (this.form || n < this.leftAt) return;
    const next = this.isAsked ? null : this.next;
    this.forget();
    for (const field of this.fields.values()) {
      field.drop(n);
      field.isPresent = false;
      this.rest(field);
    }
    // The end of the former field was lost with a connection.
    if (next) this.ask(next);
  }

  /// The field of a screen that begins by itself once the present one ends.
  get next() { return this.expected ?? (this.origin?.waiting.length ? this.origin : null); }

  clear() {
    this.form = null;
    this.fields.clear();
    this.elements.clear();
    this.parts.clear();
    this.forget();
  }

  // Parts

  showVerdict(field, state) {
    const refused = (state.refused ?? []).at(-1);
    this.tell({ id: state.f, reason: refused?.reason ?? state.reason, expects: state.hint });
    field.input.ariaInvalid = state.state === "incomplete" || !!state.reason;
    if (refused) this.say(refused.reason);
    this.showCandidates(field, state);
  }

  /// Says below a part why its text is bad, what warns, or what it expects.
  tell({ id, mark, reason, warning, expects }, hint = $(idOf("h", id))) {
    if (!hint) return;
    const bad = mark ?? reason;
    hint.textContent = bad ?? warning ?? expects ?? "";
    hint.className = bad ? "hint bad" : warning ? "hint warned" : "hint";
  }

  showCandidates(field, { candidates, completed }) {
    const list = $(idOf("c", field.id));
    if (!list) return;
    const texts = candidates?.texts ?? completed ?? (field.isListed ? field.traits.choices : []);
    list.replaceChildren(...texts.map((text, index) => {
      const isChosen = candidates?.chosen === index;
      const option = make("li", { role: "option", id: `${list.id}-${index}`, "aria-selected": String(isChosen) }, text);
      option.onpointerdown = event => event.preventDefault();
      option.onclick = () => this.choose(field, text, candidates && index);
      return option;
    }), ...(candidates?.more ? [make("li", { role: "option", "aria-disabled": "true" }, `and ${candidates.more} more`)] : []));
    this.openList(field, texts.length > 0);
    list.scrollIntoView({ block: "nearest" });
    const chosen = candidates?.chosen;
    if (chosen == null) field.input.removeAttribute("aria-activedescendant");
    else field.input.setAttribute("aria-activedescendant", `${list.id}-${chosen}`);
  }

  openList(field, isOpen) {
    const list = $(idOf("c", field.id));
    list.hidden = !isOpen;
    if (!isOpen && !field.traits.choices && !field.input.hasAttribute("role")) return;
    field.input.setAttribute("role", "combobox");
    field.input.ariaAutoComplete = "list";
    field.input.setAttribute("aria-controls", list.id);
    field.input.ariaExpanded = isOpen;
  }

  choose(field, text, index) {
    field.isListed = false;
    this.openList(field, false);
    this.place(field);
    this.begin(field);
    if (typeof index !== "number") {
      field.key({ k: "All" });
      return field.key({ p: text });
    }
    const steps = index - (field.candidates?.chosen ?? -1);
    for (let i = 0; i < Math.abs(steps); i++) field.key({ k: steps < 0 ? "Up" : "Down" });
    field.key({ k: "Return" });
  }

  /// The names of a choice, listed by its button.
  listChoices(field) {
    const list = $(idOf("c", field.id));
    if (field.isListed) {
      field.isListed = false;
      return this.openList(field, false);
    }
    this.place(field);
    this.point(field);
    field.isListed = true;
    this.showCandidates(field, {});
  }

  /// What changed: text, reason or mark of parts.
  update(parts) {
    for (const [id, part] of Object.entries(parts)) {
      this.parts.set(id, part);
      const field = this.fields.get(id);
      if (!field) {
        const box = $(idOf("i", id));
        if (box) put(box, part.text);
        this.tell(part);
        continue;
      }
      field.input.disabled = !!part.unavailable;
      if (field !== this.focused && field.isSettled) this.rest(field);
    }
    this.sumUp();
  }

  /// Shows a field where the engine's keys do not go.
  rest(field) {
    const part = this.parts.get(field.id);
    if (!part) return;
    field.rest(part.text ?? "");
    this.tell(part);
    field.input.ariaInvalid = !!(part.mark ?? part.reason);
    this.showCandidates(field, {});
  }

  /// The errors of a form that was not stored, above it, with links to the fields.
  sumUp() {
    const box = $("errors");
    if (!box) return;
    const bad = this.isSummed
      ? [...this.parts.values()].filter(part => this.fields.has(part.id) && (part.mark || part.reason)) : [];
    box.hidden = bad.length === 0;
    box.replaceChildren(make("p", {}, "The form is not stored yet:"), make("ul", {}, ...bad.map(part => {
      const reason = part.mark ?? part.reason;
      // Some sentences begin with the name.
      const link = button(reason.startsWith(`${part.name} `) ? reason : `${part.name}: ${reason}`, () => this.fields.get(part.id)?.input.focus(), { className: "link" });
      return make("li", {}, link);
    })));
  }

  // Drawing

  /// Draws parts anew, and keeps what is typed in the fields that are still there.
  redraw(act) {
    const { active } = this;
    this.isPlacing = true;
    this.drawn = new Set();
    act();
    // The order of the fields is that of the page.
    const fields = [...this.drawn].map(id => [id, this.fields.get(id)]).filter(([, field]) => field);
    this.fields = new Map(fields);
    for (const id of this.elements.keys()) {
      if (this.drawn.has(id)) continue;
      this.elements.delete(id);
      this.parts.delete(id);
    }
    if (active && this.fields.get(active.id) === active) this.place(active);
    this.isPlacing = false;
    fields.forEach(([, field], index) => { field.input.enterKeyHint = index + 1 < fields.length ? "next" : "done"; });
  }

  /// The element of a part: the former one, with what is typed in it, if there is one.
  element(part, traits = {}, cell) {
    const { id } = part;
    this.drawn.add(id);
    const kind = this.kind(part, traits) + (cell ? " cell" : "");
    const former = this.elements.get(id);
    // What is being typed stays where it is.
    if (former && (former.dataset.kind === kind || this.focused?.id === id)) {
      this.update({ [id]: part });
      return former;
    }
    this.parts.set(id, part);
    const isField = part.field || part.unavailable;
    const element = isField ? this.fieldElement(part, traits, cell) : this.labelElement(part, cell);
    element.dataset.kind = kind;
    this.elements.set(id, element);
    return element;
  }

  kind(part, traits) {
    if (!part.field && !part.unavailable) return "label";
    const choices = traits.choices ?? [];
    if (choices.length === 2 && choices.includes("true") && choices.includes("false")) return "check";
    return traits.lines ? "lines" : "line";
  }

  labelElement(part, cell) {
    const name = make("span", { className: cell ? "hidden" : "name" }, cell ?? part.name);
    const text = make("output", { id: idOf("i", part.id), className: part.number ? "number" : "" }, part.text ?? "");
    return make("div", { className: cell ? "label cell" : "label" }, name, text, !cell && this.hint(part));
  }

  hint(part) {
    const hint = make("span", { id: idOf("h", part.id) });
    this.tell(part, hint);
    return hint;
  }

  fieldElement(part, traits, cell) {
    const { id } = part;
    const kind = this.kind(part, traits);
    const [isCheck, isLines] = [kind === "check", kind === "lines"];
    const input = make(isLines ? "textarea" : "input", {
      id: idOf("i", id), type: isLines ? undefined : isCheck ? "checkbox" : "text",
      className: traits.number ?? part.number ? "number" : "", placeholder: part.placeholder,
      disabled: !!part.unavailable || this.isReadOnly && isCheck, readOnly: this.isReadOnly, rows: isLines ? cell ? 1 : 3 : undefined,
      "aria-describedby": idOf("h", id), "aria-required": traits.required ? "true" : undefined,
    });
    put(input, part.text);
    const label = make("label", { htmlFor: input.id, className: cell ? "hidden" : "name" }, cell ?? part.name,
      traits.required && !cell && make("span.required", { "aria-hidden": "true" }, " *"));
    const field = this.isReadOnly || part.unavailable ? null : new Field(input, id, this, traits);
    if (field) this.fields.set(id, field);
    const opener = field && traits.choices && !isCheck && button("▾", () => this.listChoices(field),
      { tabIndex: -1, "aria-label": `List the values of ${part.name}`, className: "opener" });
    const box = make("span.box", {}, part.prefix && make("span.unit", {}, part.prefix), input, opener,
      part.unit && make("span.unit", {}, part.unit));
    const list = make("ul", { id: idOf("c", id), role: "listbox", className: "candidates", hidden: true, "aria-label": `Values of ${part.name}` });
    const element = make("div", { className: cell ? "field cell" : "field" }, label, box, list, this.hint(part));
    if (field && isCheck) field.rest(part.text ?? "");
    return element;
  }

  // Forms

  draw({ form, traits = {}, parts = {} }) {
    if (this.form?.title !== form.title) this.clear();
    const isAsBefore = this.form && JSON.stringify(this.form.sections) === JSON.stringify(form.sections);
    this.form = form;
    if (isAsBefore) return this.update(parts);
    const part = (id, cell) => this.element(parts[id], traits[id], cell);
    const errors = make("div", { id: "errors", hidden: true, role: "group", "aria-label": "Errors" });
    this.redraw(() => {
      const sections = form.sections.map(({ title, parts: ids, table }, index) => {
        const heading = title && make("h2", { id: `s-${index}` }, title);
        return make("section", { "aria-labelledby": title ? `s-${index}` : undefined },
          heading, table ? this.table(table, part) : ids.map(id => part(id)));
      });
      $("main").replaceChildren(errors, ...sections);
      $("menu").replaceChildren(
        button("Store", () => this.press("Submit"), { title: "Ctrl-S", className: "main" }),
        button("Cancel", () => this.send({ t: "back" })));
    });
    this.sumUp();
  }

  table({ columns, rows, totals = [] }, part) {
    const body = rows.map((ids, row) => {
      const cells = ids.map((id, column) => make("td", { "data-name": columns[column] }, part(id, `${columns[column]}, row ${row + 1}`)));
      const remove = button("✕", () => this.changeRows(ids, "RemoveRow"), { "aria-label": `Remove row ${row + 1}`, title: "Remove this row" });
      return make("tr", {}, cells, make("td.tools", {}, remove));
    });
    const isNumber = column => body[0]?.children[column].querySelector(".number");
    const head = make("tr", {}, columns.map((name, column) => make("th", { scope: "col", className: isNumber(column) ? "number" : "" }, name)), make("td"));
    const foot = totals.some(id => id !== null)
      ? make("tfoot", {}, make("tr", {}, totals.map((id, column) => make("td", { "data-name": columns[column] }, id !== null && part(id, `${columns[column]}, total`))), make("td"))) : null;
    const add = button("Add a row", () => this.changeRows(rows.at(-1), "AddRow"));
    return [make("table.rows", {}, make("thead", {}, head), make("tbody", {}, body), foot), add];
  }

  /// Presses a key in a field of a row.
  changeRows(ids = [], k) {
    const field = ids.map(id => this.fields.get(id)).findLast(candidate => candidate && !candidate.input.disabled);
    if (field) {
      this.place(field);
      this.begin(field);
    }
    this.press(k);
  }

  // After a restart of the server

  /// The texts that were typed and are not stored, by the place of their fields.
  get typed() {
    return [...this.fields.values()]
      .map((field, index) => ({ index, name: this.parts.get(field.id)?.name, text: field.state().text, isTouched: field.isTouched }))
      .filter(({ isTouched }) => isTouched);
  }

  /// Types texts again, as pastes. Rows that are missing are added.
  async retype(texts, isReady) {
    for (const { index, name, text } of texts) {
      while (index >= this.fields.size && this.form) {
        const { size } = this.fields;
        this.changeRows([...this.fields.keys()].slice(-1), "AddRow");
        await isReady(() => this.fields.size > size);
      }
      const field = [...this.fields.values()][index];
      if (!field || this.parts.get(field.id)?.name !== name) continue;
      this.place(field);
      this.begin(field);
      field.key({ k: "All" });
      field.key({ p: text });
      await isReady(() => this.isSettled);
    }
  }
}
