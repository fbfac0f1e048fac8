import Foundation
import TestSupport
import Testing

/// A page that the program serves, and what it showed at each frame.
final class ServedPage {
  /// What the page showed from some frame on.
  struct Frame {
    var state: TypedState
    var isMarked: Bool
    /// Whether keys are shown before they are judged, because the connection is slow.
    var isSlow: Bool
    /// For how long the oldest key has waited, in milliseconds.
    var age: Double
  }

  /// A field of each kind.
  private static let definition = """
    define Thing {
      name: Text key length 1...40
      age: Integer? in 0...150
      fee: Decimal(integer: 6, fraction: 2)? unit "€" grouped
      big: Integer? grouped
      born: Date?
      at: Time?
      phone: Mask("+1 (000) 000-0000")?
      card: Card?
      iban: IBAN?
      kind: Choice(admin, editor, reader)?
      note: Text length 0...60 = ""
      shade: Hex(6)?
      plate: Text? matching /[A-Z]{2}-[0-9]{4}/
      pct: Percent(integer: 3, fraction: 0...1)?
      boss: Thing?
      ok: Boolean?
      double: Decimal(integer: 8, fraction: 2) := (coalesce(fee, 0) * 2)
    }
    screen Sheet for Thing {
      title "{{name}}"; label double on double; field age on age; field note on note; menu edit, delete
    }
    screen Things for [Thing] order by name {
      title "Things"; columns name, age, fee; opens Sheet; menu add, edit, delete
    }

    """
  static let things = definition + (1...40).map { "new Thing name=\"T\($0)\"\n" }.joined()

  let program: ServedProgram
  let proxy: DelayProxy
  let page: any BrowserPage
  var chromium: ChromiumPage { get throws { try #require(page as? ChromiumPage) } }
  let locale: String

  /// - Parameter roundTrip: In milliseconds.
  init(
    _ script: String = things, roundTrip: Int = 0, locale: String = "en_US", width: Int = 1000,
    serving options: [String] = [], in browser: Browser = .chromium
  ) throws {
    self.locale = locale
    program = try ServedProgram(script, serving: ["--locale", locale] + options)
    proxy = try DelayProxy(roundTrip: roundTrip)
    page = try browser.page(width: width, through: proxy.port)
    try page.go(to: program.address)
    try page.wait(for: "document.querySelector('#main *')")
    try begin()
    // Until then the way counts as short. A short one may count as long on a busy machine.
    try page.wait(for: "m.link.roundTrip > \(roundTrip > 100 ? 100 : 0)")
  }

  func close() {
    page.close()
    proxy.end()
    program.remove()
  }

  /// Records frames and refusals from now on.
  func begin() throws {
    try page.evaluate(
      """
      \(page.importer)("/-/app.js").then(m => {
        window.m = m;
        window.frames = [];
        window.refusals = [];
        const take = m.desk.take;
        m.desk.take = message => {
          refusals.push(...(message.refused ?? []).map(refusal => refusal.reason));
          take.call(m.desk, message);
        };
        // A connection may have been slow when a key was shown, and is not when the frame is looked at.
        let wasSlow = false;
        const measure = m.link.measure;
        m.link.measure = time => {
          wasSlow ||= m.link.isSlow;
          measure.call(m.link, time);
        };
        const look = () => {
          requestAnimationFrame(look);
          const isSlow = wasSlow || m.link.isSlow;
          wasSlow = false;
          const field = m.desk.active, input = field?.input;
          if (!input || field.isCheck) return;
          const [anchor, caret] = input.selectionDirection === "backward"
            ? [input.selectionEnd, input.selectionStart] : [input.selectionStart, input.selectionEnd];
          const age = performance.now() - (field.pending[0]?.at ?? performance.now());
          const frame = [input.value, anchor, caret, input.classList.contains("unsure"), isSlow, age];
          if (String(frame.slice(0, 4)) !== String(frames.at(-1)?.slice(0, 4))) frames.push(frame);
        };
        look();
      })
      """)
  }

  // MARK: Forms

  func edit(_ number: Int) throws {
    try page.evaluate("m.screens.select(['Thing/\(number)']), m.screens.run('edit')")
    try page.wait(for: "m.desk.form && m.desk.focused?.id.startsWith('Thing/\(number).')")
  }

  /// Points at a field, and waits until it has the keys.
  func focus(_ field: String) throws {
    try page.evaluate("\(Self.field(field)).input.focus()")
    try page.wait(for: "m.desk.focused === \(Self.field(field)) && m.desk.isSettled")
    try page.evaluate("frames.length = refusals.length = 0")
  }

  /// Edits a field of a record.
  func edit(_ number: Int, _ field: String) throws {
    try edit(number)
    try focus(field)
  }

  /// The field of the open form, in JavaScript.
  static func field(_ name: String) -> String {
    "[...m.desk.fields.values()].find(f => f.id.endsWith('.\(name)'))"
  }

  func settle() throws { try page.wait(for: "m.desk.isSettled && m.desk.focused") }

  /// Cancels the open form.
  func cancel() throws {
    for _ in 0..<5 {
      try page.type("<Esc>")
      try page.wait(
        for: "!m.desk.form || document.querySelector('dialog[open]') || m.desk.isSettled")
      try page.evaluate("document.querySelector('dialog[open] [value=yes]')?.click()")
      if try page.evaluate("!m.desk.form") as? Bool == true { break }
    }
    try page.wait(for: "!m.desk.form && document.querySelector('[role=grid] tbody tr[data-id]')")
  }

  func value(_ field: String) throws -> String {
    try page.text("\(Self.field(field)).input.value")
  }

  /// The left half of the first character of the field that has the focus.
  func firstCharacter() throws -> (x: Double, y: Double) {
    let answer = try page.evaluate(
      """
      (() => { const box = document.activeElement.getBoundingClientRect();
      const style = getComputedStyle(document.activeElement);
      return [box.left + parseFloat(style.paddingLeft) + 2, box.top + parseFloat(style.paddingTop) + 8]; })()
      """)
    let place = try #require((answer as? [NSNumber])?.map(\.doubleValue))
    return (place[0], place[1])
  }

  func selection() throws -> [Int] {
    let answer = try page.evaluate(
      "[document.activeElement.selectionStart, document.activeElement.selectionEnd]")
    return answer as? [Int] ?? []
  }

  func state(of field: String) throws -> TypedState {
    let places = try selection()
    return TypedState(text: try value(field), anchor: places[0], caret: places[1])
  }

  func refusals() throws -> [String] { try page.evaluate("refusals") as? [String] ?? [] }

  func takeFrames() throws -> [Frame] {
    let frames = try page.evaluate("frames.splice(0)") as? [[Any]] ?? []
    return frames.compactMap { frame in
      guard frame.count == 6, let text = frame[0] as? String, let anchor = frame[1] as? Int,
        let caret = frame[2] as? Int, let isMarked = frame[3] as? Bool,
        let isSlow = frame[4] as? Bool, let age = frame[5] as? Double
      else { return nil }
      return Frame(
        state: TypedState(text: text, anchor: anchor, caret: caret), isMarked: isMarked,
        isSlow: isSlow, age: age)
    }
  }
}
