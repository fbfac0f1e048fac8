// One field. The server judges every key; the page shows its last verdict, and the keys on their way by
// plain text rules.

/// How long a key may wait for its verdict before it is shown, in milliseconds.
export const patience = 100;

/// The keys that may leave a field.
const leavingKeys = new Set(["Tab", "S-Tab", "Up", "Down", "Return", "Submit", "Esc"]);

const graphemes = new Intl.Segmenter();
const isASCII = text => /^[\x20-\x7e]*$/.test(text);

// Plain text rules

/// The stretch in which two texts differ: an edit that makes the second of the first.
export function difference(from, to) {
  const most = Math.min(from.length, to.length);
  let start = 0, end = 0;
  while (start < most && from[start] === to[start]) start++;
  while (end < most - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  return { r: [start, from.length - end], s: to.slice(start, to.length - end) };
}

const longest = 400;
const weight = character => /[\p{L}\p{N}]/u.test(character) ? 3 : 1;

/// For each place of a text, the one of another with the same characters before it. Signs count less,
/// because formatting moves them.
function places(from, to) {
  const { r: [start, end], s } = difference(from, to);
  const [a, b] = [from.slice(start, end), s];
  const shift = place => place <= start ? place : place + to.length - from.length;
  if (!a || !b || a.length > longest || b.length > longest)
    return place => place < end ? Math.min(place, start + s.length) : shift(place);
  // The heaviest common subsequence after each pair of places.
  const best = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      best[i][j] = Math.max(best[i + 1][j], best[i][j + 1], a[i] === b[j] ? best[i + 1][j + 1] + weight(a[i]) : 0);
    }
  }
  const map = [start];
  for (let i = 0, j = 0; i < a.length; i++) {
    while (j < b.length && best[i][j] === best[i][j + 1]) j++;
    const isKept = j < b.length && a[i] === b[j] && best[i][j] === best[i + 1][j + 1] + weight(a[i]);
    map.push(isKept ? start + ++j : map.at(-1));
  }
  return place => place <= start ? place : place < end ? map[place - start] : shift(place);
}

/// A selection of one text, moved along into another. All stays all.
export function follow([anchor, caret], from, to) {
  if (from === to) return [anchor, caret];
  if (from && Math.abs(caret - anchor) === from.length) return anchor < caret ? [0, to.length] : [to.length, 0];
  const place = places(from, to);
  return [place(anchor), place(caret)];
}

const before = (text, at) => {
  let last = 0;
  for (const { index } of graphemes.segment(text.slice(0, at))) last = index;
  return last;
};
const after = (text, at) => {
  for (const { segment } of graphemes.segment(text.slice(at))) return at + segment.length;
  return at;
};
const wordBefore = (text, at) => text.slice(0, at).search(/\S*\s*$/);
const wordAfter = (text, at) => at + text.slice(at).match(/^\s*\S*/)[0].length;

/// What a key makes of a text and selection if nobody judges it.
export function applied({ text, anchor, caret }, key) {
  if (key.sel) [anchor, caret] = follow(key.sel, key.of ?? text, text);
  const [low, high] = [Math.min(anchor, caret), Math.max(anchor, caret)];
  const put = (from, to, s) => ({ text: text.slice(0, from) + s + text.slice(to), anchor: from + s.length, caret: from + s.length });
  const go = at => ({ text, anchor: at, caret: at });
  const extend = at => ({ text, anchor, caret: at });
  const erase = at => low < high ? put(low, high, "") : put(Math.min(at, caret), Math.max(at, caret), "");
  if (key.r) {
    const [from, to] = follow(key.r, key.of ?? text, text);
    return put(from, to, key.s);
  }
  if (key.c !== undefined || key.p !== undefined) return put(low, high, key.c ?? key.p);
  switch (key.k) {
    case "BS": return erase(before(text, caret));
    case "Del": return erase(after(text, caret));
    case "WordBS": return erase(wordBefore(text, caret));
    case "Cut": return put(low, high, "");
    case "Clear": return put(0, text.length, "");
    case "All": return { text, anchor: 0, caret: text.length };
    case "Left": return go(low < high ? low : before(text, caret));
    case "Right": return go(low < high ? high : after(text, caret));
    case "Home": return go(0);
    case "End": return go(text.length);
    case "S-Left": return extend(before(text, caret));
    case "S-Right": return extend(after(text, caret));
    case "S-Home": return extend(0);
    case "S-End": return extend(text.length);
    default: return { text, anchor, caret };
  }
}

// Input

const deletions = {
  deleteContentBackward: "BS", deleteContentForward: "Del", deleteByCut: "Cut", deleteByDrag: "Cut",
  deleteWordBackward: "WordBS", deleteSoftLineBackward: "WordBS", deleteHardLineBackward: "WordBS",
  historyUndo: "Undo", historyRedo: "Redo",
};

const controlKeys = {
  z: "Undo", y: "Redo", a: "All", s: "Submit", Enter: "Submit", Backspace: "WordBS",
};
const plainKeys = {
  ArrowLeft: "Left", ArrowRight: "Right", Home: "Home", End: "End", ArrowUp: "Up", ArrowDown: "Down", Enter: "Return",
  Escape: "Esc", Tab: "Tab", Backspace: "BS", Delete: "Del",
};
const canExtend = new Set(["Left", "Right", "Home", "End", "Tab"]);

export class Field {
  /// The keys on their way, and those that wait to be sent, which have no number.
  pending = [];
  /// The characters that can be typed at the caret; null if that is not known.
  accepts = null;
  /// Whether keys can be sent: the engine is here, and no key that leaves is on its way.
  isPresent = false;
  /// Whether the person has moved the selection since we set it.
  hasMoved = false;
  isComposing = false;
  /// Whether the text was changed here.
  isTouched = false;
  /// Whether the button has listed the names of a choice.
  isListed = false;
  /// The text of the input at the last edit of an input method.
  composed = null;

  /// - desk: says where keys go, and sends them (form.js).
  constructor(input, id, desk, traits = {}) {
    Object.assign(this, { input, id, desk });
    this.isCheck = input.type === "checkbox";
    const text = this.isCheck ? "" : input.value;
    /// The engine's last verdict.
    this.said = { text, anchor: text.length, caret: text.length };
    this.remember();
    this.dress(traits);
    this.listen();
  }

  dress(traits) {
    const { input } = this;
    this.traits = traits;
    if (this.isCheck) return;
    input.autocomplete = "off";
    input.setAttribute("autocorrect", "off");
    input.autocapitalize = traits.caps === "allCharacters" ? "characters" : traits.caps ?? "none";
    input.spellcheck = traits.prose ?? false;
    input.inputMode = traits.mode ?? "text";
    input.enterKeyHint = "next";
    input.dir = "auto";
  }

  listen() {
    const on = (type, act) => this.input.addEventListener(type, act);
    on("keydown", event => this.keyDown(event));
    on("focus", () => this.desk.point(this));
    if (this.isCheck) {
      on("click", event => {
        event.preventDefault();
        this.toggle();
      });
      return;
    }
    on("beforeinput", event => this.beforeInput(event));
    on("input", () => this.afterInput());
    on("pointerup", () => {
      // A click at the very caret is a choice of it too.
      this.hasMoved = true;
      this.selectionChanged();
    });
    on("paste", event => {
      event.preventDefault();
      this.key({ p: event.clipboardData.getData("text/plain") });
    });
    // The browser puts the caret there, and then raises `beforeinput`.
    on("drop", event => { this.dropped = event.dataTransfer.getData("text/plain"); });
    on("compositionstart", () => {
      this.noteMoves();
      this.isComposing = true;
      this.composed = this.input.value;
    });
    on("compositionend", () => {
      this.isComposing = false;
      this.takeDifference();
      this.composed = null;
      this.show();
    });
  }

  keyDown(event) {
    if (event.isComposing || event.keyCode === 229) return;
    const { key, shiftKey, altKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    let name;
    if (isControl && !altKey) name = controlKeys[key.length === 1 ? key.toLowerCase() : key];
    else if (altKey && !isControl) name = { ArrowUp: "StepUp", ArrowDown: "StepDown" }[key];
    else if (!isControl) name = plainKeys[key];
    if (this.isCheck && !isControl && !altKey) {
      if (["Left", "Right", "Home", "End"].includes(name)) name = undefined;
      if (name === "BS" || name === "Del") name = "Clear";
    }
    if (!name) return;
    const isTextArea = this.input.tagName === "TEXTAREA";
    // Only the browser knows where lines are.
    if (isTextArea && (name === "Up" || name === "Down" || (name === "Home" || name === "End") && this.state().text.includes("\n"))) {
      setTimeout(() => {
        this.hasMoved = true;
        this.settle();
      });
      return;
    }
    if (shiftKey && canExtend.has(name)) name = "S-" + name;
    if (shiftKey && name === "Undo") name = "Redo";
    // Focus is never trapped: beyond the last field there are the buttons.
    if ((name === "Tab" || name === "S-Tab") && !this.desk.holdsTab(this, name)) return;
    event.preventDefault();
    this.key(isTextArea && name === "Return" ? { c: "\n" } : { k: name });
  }

  beforeInput(event) {
    const { inputType } = event;
    if (this.isComposing || inputType === "insertCompositionText") return;
    // What cannot be prevented is looked at afterwards.
    if (!event.cancelable) return;
    event.preventDefault();
    const key = this.meaning(event);
    if (!key) return;
    const { input } = this;
    // Some keyboards go on all the same, at once.
    this.prevented = applied({ text: input.value, anchor: input.selectionStart, caret: input.selectionEnd }, key).text;
    setTimeout(() => { this.prevented = undefined; });
    this.key(key);
  }

  /// The key that an event means; nothing if there is none.
  meaning({ inputType, data, dataTransfer }) {
    if (deletions[inputType]) return { k: deletions[inputType] };
    if (inputType.startsWith("delete")) {
      // The engine has no key for the word or line behind the caret.
      const { value, selectionStart, selectionEnd } = this.input;
      const end = selectionStart < selectionEnd ? selectionEnd : wordAfter(value, selectionEnd);
      return { r: [selectionStart, end], s: "", ...(this.pending.length && { of: value }) };
    }
    if (inputType === "insertLineBreak" || inputType === "insertParagraph")
      return this.input.tagName === "TEXTAREA" ? { c: "\n" } : null;
    if (inputType !== "insertText") {
      const dropped = inputType === "insertFromDrop" ? this.dropped : undefined;
      const text = dropped ?? data ?? dataTransfer?.getData("text/plain");
      return text ? { p: text } : null;
    }
    // Some keyboards send the halves of a surrogate pair one by one.
    const text = (this.half ?? "") + (data ?? "");
    this.half = /[\ud800-\udbff]$/.test(text) ? text : null;
    if (this.half || !text) return null;
    return [...text].length === 1 ? { c: text.toWellFormed() } : { p: text.toWellFormed() };
  }

  /// An input method, autofill or an extension has changed the text.
  afterInput() {
    const { prevented, input } = this;
    this.prevented = undefined;
    if (prevented !== undefined && input.value === prevented && input.value !== this.put.text) return this.show();
    const isLetterwise = this.isComposing && matchMedia("(pointer: coarse)").matches && isASCII(input.value);
    if (!this.isComposing || isLetterwise) this.takeDifference();
  }

  /// Takes what the page did not put in the input as one edit.
  takeDifference() {
    const from = this.composed ?? this.put.text;
    const to = this.input.value;
    if (from === to) return;
    const key = difference(from, to);
    if (this.pending.length || from !== this.said.text) key.of = from;
    if (this.isComposing) this.composed = to;
    this.hasMoved = false;
    this.key(key, true);
  }

  toggle() {
    const text = this.pending.findLast(({ key }) => key.r)?.key.s ?? this.state().text;
    this.key({ r: [0, text.length], s: text === "true" ? "false" : "true", ...(this.pending.length && { of: text }) });
    // On a screen nothing else stores it.
    if (!this.desk.form) this.key({ k: "Return" });
  }

  // Keys

  /// Takes a key: sends it if the engine is here, and shows it when that is due.
  key(key, isInPlace = false) {
    this.desk.begin(this);
    if (key.k !== "Sel") this.isListed = false;
    this.noteMoves();
    if (this.hasMoved && !isInPlace) {
      const { selectionStart, selectionEnd, selectionDirection, value } = this.input;
      key.sel = selectionDirection === "backward" ? [selectionEnd, selectionStart] : [selectionStart, selectionEnd];
      if (this.pending.length || value !== this.said.text) key.of = value;
      this.hasMoved = false;
      this.remember();
    }
    const entry = { key, at: performance.now(), isInPlace, isHidden: this.isHopeless(key), n: null };
    // Asked before the key is on its way, because nothing else may be.
    entry.leaves = leavingKeys.has(key.k) && !this.isForCandidates(key.k);
    // As it is now: what follows waits there, even if a row is added meanwhile.
    if (entry.leaves) entry.target = this.desk.target(this, key);
    this.isTouched ||= key.k === undefined || ["BS", "Del", "WordBS", "Cut", "Clear"].includes(key.k);
    this.pending.push(entry);
    if (this.isPresent) this.post(entry);
    if (entry.leaves) this.desk.depart(this, entry);
    if (this.desk.isSlow) this.show();
    else setTimeout(() => this.pending.includes(entry) && this.show(), patience);
  }

  post(entry) {
    const { to, ...key } = entry.key;
    entry.n = this.desk.send(to === undefined ? { t: "key", f: this.id, ...key } : { t: "focus", f: to });
    if (entry.leaves) this.isPresent = false;
  }

  /// Leaves the field for another one, which the person has pointed at.
  leave(to) {
    const entry = { key: { to }, at: performance.now(), isHidden: true, leaves: true, n: null, target: this.desk.target(this, { to }) };
    this.pending.push(entry);
    if (this.isPresent) this.post(entry);
    this.desk.depart(this, entry);
  }

  /// Whether a character is sure to be refused. It is sent for the reason.
  isHopeless({ c, sel }) {
    if (c === undefined || !isASCII(c)) return false;
    if (this.traits.characters !== undefined && !this.traits.characters.includes(c)) return true;
    return this.accepts !== null && !sel && !this.pending.length && !this.accepts.includes(c);
  }

  /// Whether a key is for the list of candidates, as far as that is known.
  isForCandidates(name) {
    if (!this.candidates) return false;
    let chosen = this.candidates.chosen ?? -1;
    for (const { key } of this.pending) {
      if (key.k !== "Down" && key.k !== "Up") return false;
      chosen += key.k === "Down" ? 1 : -1;
    }
    return name === "Down" || name === "Esc" || chosen >= 0 && (name === "Up" || name === "Return");
  }

  /// The engine is here from now on: what was typed is sent, up to a key that leaves.
  arrive() {
    if (this.isPresent) return;
    this.isPresent = true;
    for (const entry of this.pending) {
      if (entry.n !== null) continue;
      this.post(entry);
      if (entry.leaves) return this.desk.depart(this, entry);
    }
    this.settle();
  }

  /// The keys that wait here and have not been sent.
  get waiting() { return this.pending.filter(entry => entry.n === null); }

  /// Keys will go here next: all is selected, as the engine will have it.
  expect() {
    if (this.pending.length) return;
    this.said = { ...this.said, anchor: 0, caret: this.said.text.length };
    this.accepts = null;
    this.show();
  }

  // Verdicts

  /// The engine has judged the keys up to a number.
  judge({ n, text, sel, refused = [], accepts, candidates }) {
    const own = new Set(this.pending.filter(entry => entry.isInPlace).map(entry => entry.n));
    this.drop(n);
    this.said = { text, anchor: sel[0], caret: sel[1] };
    this.accepts = accepts ?? null;
    this.candidates = candidates;
    this.mustPut ||= refused.some(refusal => own.has(refusal.n));
    this.show();
  }

  /// Forgets the keys up to a number, which have been judged.
  drop(n) { this.pending = this.pending.filter(entry => entry.n === null || entry.n > n); }

  /// Shows a text while the engine's keys are elsewhere.
  rest(text) {
    this.said = { text, anchor: text.length, caret: text.length };
    this.accepts = null;
    this.candidates = undefined;
    if (document.activeElement !== this.input) this.hasMoved = false;
    this.show();
  }

  get isSettled() { return this.pending.length === 0; }

  /// The verdict with the keys on their way, of which only some are due.
  state(isDue = () => true) {
    let state = this.said;
    let last = this.pending.findLastIndex(isDue);
    for (const entry of this.pending) {
      if (last-- < 0) break;
      if (!entry.isHidden) state = applied(state, entry.key);
      if (!entry.leaves) continue;
      // What follows is for a field that is not known yet, or for this one later.
      if (!entry.target) break;
      state = applied(state, { k: "All" });
    }
    return state;
  }

  /// Shows what was said, and the keys on their way that are due.
  show() {
    const { input } = this;
    const limit = performance.now() - patience + 1;
    const state = this.state(entry => this.desk.isSlow || entry.isInPlace || entry.at <= limit);
    input.classList.toggle("unsure", state.text !== this.said.text);
    if (this.isCheck) {
      input.checked = state.text === "true";
      input.indeterminate = state.text !== "true" && state.text !== "false";
      return;
    }
    // What an input method composes is left alone, unless it was refused.
    if (this.isComposing && !this.mustPut) return;
    this.mustPut = false;
    this.noteMoves();
    const { value, selectionStart, selectionEnd, selectionDirection } = input;
    if (value !== state.text) {
      input.value = state.text;
      if (this.composed !== null) this.composed = state.text;
    }
    let selection = [Math.min(state.anchor, state.caret), Math.max(state.anchor, state.caret)];
    let direction = state.anchor > state.caret ? "backward" : "forward";
    if (this.hasMoved) [selection, direction] = [follow([selectionStart, selectionEnd], value, state.text), selectionDirection];
    if (document.activeElement === input && (input.selectionStart !== selection[0] || input.selectionEnd !== selection[1]))
      input.setSelectionRange(...selection, direction);
    this.remember();
  }

  /// Notes what the input has now as ours.
  remember() {
    const { value, selectionStart, selectionEnd } = this.input;
    this.put = { text: value, low: selectionStart, high: selectionEnd };
  }

  noteMoves() {
    const { input, put } = this;
    if (this.isCheck || this.isComposing || document.activeElement !== input || input.value !== put.text) return;
    if (input.selectionStart !== put.low || input.selectionEnd !== put.high) this.hasMoved = true;
  }

  /// The selection has changed, by us or by the person.
  selectionChanged() {
    this.noteMoves();
    this.settle();
  }

  /// Tells the engine of a selection, because what can be typed depends on it.
  settle() {
    if (this.hasMoved && this.isSettled && this.isPresent && !this.isComposing) this.key({ k: "Sel" });
  }
}
