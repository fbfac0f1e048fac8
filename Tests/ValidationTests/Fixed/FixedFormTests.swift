import Foundation
import TestSupport
import Testing
import Validation

/// Masks, dates and times: every reachable state of small ones, every range and every short string,
/// compared with the reference.
struct FixedFormTests {
  struct Small: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var grammar: any Grammar
    var form: ReferenceForm
    var dates: ReferenceDateRule?
    var pieces: [String]
    var pastes: [String] = []
    /// The maximum number of pieces pasted together.
    var longest = 2
    var states = 24

    static func mask(
      _ pattern: String, _ pieces: String, _ pastes: [String] = [], longest: Int = 2
    ) -> Small {
      Small(
        testDescription: "mask \(pattern)", grammar: maskGrammar(pattern), form: .mask(pattern),
        pieces: pieces.map(String.init), pastes: pastes, longest: longest)
    }

    static func dates(
      _ first: (Int, Int, Int), _ last: (Int, Int, Int), _ pieces: String, _ pattern: String,
      _ order: DateOrder, separator: String, slashed: String? = nil, pastes: [String] = []
    ) -> Small {
      let days = ReferenceDates.days(from: first, through: last)
      func form(_ pattern: String) -> ReferenceForm {
        .date(
          pattern,
          days.map { day in
            let written: [Character: String] = [
              "Y": ReferenceDates.padded(day.0, 4), "M": ReferenceDates.padded(day.1, 2),
              "D": ReferenceDates.padded(day.2, 2),
            ]
            var parts: [Character] = []
            for letter in pattern where written[letter] != nil && !parts.contains(letter) {
              parts.append(letter)
            }
            return (parts: parts.map { written[$0]! }, value: ReferenceDates.iso(day))
          })
      }
      let own = form(pattern)
      let isPointed = pattern.hasPrefix("DD.") && pattern.dropFirst(3).contains(".")
      var ways: [Character: ReferenceForm] = [".": isPointed ? own : form("DD.MM.YYYY")]
      ways["/"] = slashed.map(form)
      let examples = own.complete.prefix(2).map(\.parts)
      return Small(
        testDescription: "\(ReferenceDates.iso(first))…\(ReferenceDates.iso(last)) \(pattern)",
        grammar: DateGrammar(
          from: CalendarDate(year: first.0, month: first.1, day: first.2)!,
          through: CalendarDate(year: last.0, month: last.1, day: last.2)!, order: order,
          separator: separator,
          slashed: slashed.map { $0.hasPrefix("M") ? .monthDayYear : .dayMonthYear }),
        form: own,
        dates: ReferenceDateRule(
          own, ways: ways, yearFirst: pattern.hasPrefix("Y") ? own : form("YYYY-MM-DD")),
        pieces: pieces.map(String.init),
        pastes: pastes + [examples[0].joined(separator: separator), examples[1].joined()],
        longest: 1, states: 14)
    }

    func form(_ state: ReferenceForm.State) -> ReferenceForm { dates?.form(state) ?? form }

    static func moments(_ pieces: String) -> Small {
      var texts: [(parts: [String], value: String)] = []
      for second in 57...59 {
        texts.append(
          (["2024", "02", "29", "23", "59", "\(second)"], "2024-02-29T23:59:\(second)Z"))
      }
      for second in 0...2 {
        texts.append(
          (["2024", "03", "01", "00", "00", "0\(second)"], "2024-03-01T00:00:0\(second)Z"))
      }
      return Small(
        testDescription: "moments",
        grammar: DateTimeGrammar(
          from: Moment(
            CalendarDate(year: 2024, month: 2, day: 29)!, hour: 23, minute: 59, second: 57)!,
          through: Moment(
            CalendarDate(year: 2024, month: 3, day: 1)!, hour: 0, minute: 0, second: 2)!),
        form: .date("YYYY-MM-DDThh:mm:ssZ", texts), pieces: pieces.map(String.init),
        pastes: ["2024-03-01T00:00:02Z", "20240229235958", "2024-3-1 0:0:1"], longest: 1,
        states: 12)
    }
  }

  static let all: [Small] = [
    .mask("(0)0", "12()", longest: 3), .mask("+10-0", "12+-", ["+12-2"]), .mask("A-N", "aB1-"),
    .mask("0\\00", "01", longest: 3), .mask("1-00", "12-"), .mask("0--0", "1-", longest: 4),
    .mask("0-0-0", "12-", longest: 3), .mask("a0\\a", "a1B"), .mask(" 0 0", "1 ", longest: 4),
    .mask("0-0+00", "1-+"), .mask("N(N", "1(a"), .mask("00)", "12)"), .mask("A0A", "aB1"),
    .mask("00.00", "12.", ["1.2", ".1", "12.34", "1 2.3"]),
    .mask("(00) 00-A", "1(a", ["(12) 34-x"]),
    .mask("0٣0", "1٣3"),
    .dates(
      (2026, 2, 27), (2026, 3, 2), "02367-", "YYYY-MM-DD", .yearMonthDay, separator: "-",
      pastes: ["2026-3-1", "2026/02/28", "2026--02-28", "28.02.2026", "2026-3-"]),
    .dates(
      (2024, 2, 28), (2024, 12, 31), "01249.", "DD.MM.YYYY", .dayMonthYear, separator: ".",
      pastes: ["1.12.2024", "1-3/2024", "31.4.2024", "9.9.2024", "1..2"]),
    .dates(
      (2023, 12, 30), (2024, 3, 1), "0123/5", "MM/DD/YYYY", .monthDayYear, separator: "/",
      pastes: ["1/2/2024", "12 31 2023"]),
    .dates(
      (2024, 2, 28), (2024, 3, 3), "0234. ", "DD. MM. YYYY", .dayMonthYear, separator: ". ",
      pastes: ["1. 3. 2024", "1.3.2024"]),
    .dates(
      (2024, 2, 28), (2024, 3, 3), "0234-", "YYYYMMDD", .yearMonthDay, separator: "",
      pastes: ["2024-02-29"]),
    .dates(
      (2024, 2, 28), (2024, 12, 31), "0123./-", "YYYY-MM-DD", .yearMonthDay, separator: "-",
      slashed: "MM/DD/YYYY",
      pastes: [
        "1.12.2024", "12/3/2024", "24/12/2024", "2024. 11. 21.", "2024/3/1", "24. 12. 2024", "13",
        "2.4", "/3/2024", "1234",
      ]),
    .dates(
      (2023, 12, 30), (2024, 12, 31), "0123/.-", "MM/DD/YYYY", .monthDayYear, separator: "/",
      slashed: "MM/DD/YYYY", pastes: ["24/12", "2024-11-21", "21.11.2024", "312", "13", "1/3.2024"]),
    .dates(
      (2024, 2, 28), (2024, 12, 31), "0139/.", "DD/MM/YYYY", .dayMonthYear, separator: "/",
      slashed: "DD/MM/YYYY", pastes: ["24/12/2024", "2024.11.21", "9.11.2024", "1"]),
    .moments("0245-T:"),
  ]

  private static func share(of states: Int) -> Int { Seeded.isLong ? 20 * states : states / 16 + 1 }

  static let foreign = ["x", "\u{301}", "😀"]

  static let keys = [
    " ", "\u{A0}", "٣", "５", "–", "Ｂ", "½", "²", "\0", "\n", "\u{FEFF}", "Z", "ß", "_",
  ]

  /// Equal states of the engine and the reference.
  struct Pair {
    var engine: EditState
    var reference: ReferenceForm.State
  }

  private struct Comparison {
    let small: Small
    let rule: ReferenceFormRule
    let format: FieldFormat
    var differences: [String] = []
    var kinds: Set<Outcome.Kind> = []

    init(_ small: Small) {
      self.small = small
      rule = ReferenceFormRule(form: small.form)
      format = FieldFormat(grammar: small.grammar)
    }

    /// Returns the next pair if the edit is accepted.
    mutating func compare(
      _ pair: Pair, _ range: Range<Int>, _ replacement: String, _ isTyped: Bool, _ at: Selection
    ) -> Pair? {
      let isKey = isTyped && replacement.unicodeScalars.count == 1
      let expected =
        small.dates?.outcome(
          pair.reference, range, replacement, isTyped: isKey, caret: at.isEmpty ? at.caret : nil)
        ?? (replacement.isEmpty
          ? rule.deletion(pair.reference, range, caret: at.isEmpty ? at.caret : nil)
          : isTyped && replacement.unicodeScalars.count == 1
            ? rule.typed(pair.reference, range, Character(replacement))
            : rule.pasted(pair.reference, range, replacement))
      var state = pair.engine
      state.selection = at
      let outcome = format.outcome(
        of: Edit(range: range, replacement: replacement, isTyped: isTyped), in: state)
      kinds.insert(outcome.kind)
      var next: Pair?
      let isSame: Bool
      switch (outcome, expected) {
      case (.rejected, .rejected): isSame = true
      case (.moved(let selection), .moved(let caret)): isSame = selection == Selection(caret: caret)
      case (.accepted(let state, let content), .accepted(let reference)):
        let form = small.form(reference)
        let text = form.text(reference)
        let caret = text.prefix(upToScalars: form.caretPlace(reference))
        isSame =
          state.text.unicodeScalars.elementsEqual(text.unicodeScalars)
          && state.selection == Selection(caret: caret)
          && ReferenceContent(content) == form.content(reference)
          && content == format.content(of: state)
        next = Pair(engine: state, reference: reference)
      default: isSame = false
      }
      if !isSame, differences.count < 1_000 {
        differences.append(
          "\(MarkedText(state)) \(range) ← \(replacement.debugDescription) typed \(isTyped): "
            + "\(outcome), not \(expected)")
      }
      return next
    }
  }

  @Test(arguments: all.indices)
  func engineAgreesWithReferenceOnEveryEdit(index: Int) {
    let small = FixedFormTests.all[index]
    var comparison = Comparison(small)
    let pastes = strings(of: small.pieces + [" "], upTo: small.longest) + small.pastes
    let typed = small.pieces + FixedFormTests.foreign + FixedFormTests.keys
    let edits = typed.map { ($0, true) } + pastes.map { ($0, false) } + [("", true)]
    let start = Pair(
      engine: EditState(text: "", selection: Selection(caret: 0)), reference: small.form.empty)
    var found: Set<ReferenceForm.State> = [start.reference]
    var pending = [start]
    var count = 0
    while !pending.isEmpty, count < FixedFormTests.share(of: small.states) {
      // Mixes early states, which are short, with later ones.
      let pair = pending.remove(at: count % 3 == 2 ? pending.count / 2 : 0)
      count += 1
      let end = pair.engine.text.count
      for lower in 0...end {
        for upper in lower...end where upper == lower || (upper - lower) % 3 != 0 || upper == end {
          for (replacement, isTyped) in upper - lower < 3 ? edits : Array(edits.suffix(3)) {
            let next = comparison.compare(
              pair, lower..<upper, replacement, isTyped, Selection(anchor: lower, caret: upper))
            if let next, found.insert(next.reference).inserted { pending.append(next) }
          }
          for caret in [lower, upper] {
            let next = comparison.compare(pair, lower..<upper, "", true, Selection(caret: caret))
            if let next, found.insert(next.reference).inserted { pending.append(next) }
          }
        }
        for beyond in [lower..<end + 1, -1..<lower] {
          _ = comparison.compare(pair, beyond, "1", true, Selection(caret: lower))
        }
      }
    }
    #expect(comparison.kinds.count >= 2)
    for pair in pending.prefix(FixedFormTests.share(of: 25)) {
      expectProperties(of: pair, in: small)
    }
    let differences = comparison.differences
    #expect(
      differences.isEmpty,
      "\(small.testDescription): \(differences.count) \(differences.prefix(4).joined(separator: "\n"))"
    )
  }
}

extension FixedFormTests {
  /// P2, P4 and P11: a state can be typed over, deleted and restored.
  private func expectProperties(of pair: Pair, in small: Small) {
    let format = FieldFormat(grammar: small.grammar)
    let origin = MarkedText(pair.engine)
    let editor = FieldEditor(format: format, state: pair.engine)
    var typist = editor
    typist.press(.home)
    let whole = small.canonical
    for key in whole.unicodeScalars { typist.press(.character(key)) }
    if small.form.isOfOneClassEach, pair.reference.way == nil {
      #expect(typist.state.text.utf8.elementsEqual(whole.utf8), "\(origin) typed over")
      #expect(typist.content.value != nil, "\(origin) typed over")
    }
    var eraser = editor
    eraser.press(.end)
    for _ in 0..<editor.state.text.unicodeScalars.count { eraser.press(.backspace) }
    #expect(eraser.state.text.isEmpty, "\(origin) erased")
    for key in small.pieces + ["x"] {
      var other = editor
      guard other.press(.character(key.unicodeScalars.first!)).isApplied else { continue }
      let typed = other
      let isStep = other.undoDepth == 1
      other.press(.undo)
      #expect(other.state == editor.state || !isStep, "\(origin) \(key) undone")
      if isStep {
        // The state has invisible parts, so the next keys must agree too.
        for next in small.pieces {
          var (one, two) = (other, editor)
          one.press(.character(next.unicodeScalars.first!))
          two.press(.character(next.unicodeScalars.first!))
          expectEqual(one.state, two.state, "\(origin) \(key) undone, then \(next)")
        }
        other.press(.redo)
        expectEqual(other.state, typed.state, "\(origin) \(key) redone")
      }
      expectInverse(of: key, from: editor, to: typed, in: small)
    }
  }

  // P11: if a stretch has room, backspace reverses a typed character.
  private func expectInverse(
    of key: String, from editor: FieldEditor, to typed: FieldEditor, in small: Small
  ) {
    let places = { (text: Substring) in text.filter { $0.isLetter || $0.isNumber } }
    let (before, after) = (editor.state, typed.state)
    let caret = after.text.index(after.text.startIndex, offsetBy: after.selection.caret)
    guard !small.hasLettersAsLiterals, before.selection.isEmpty, caret > after.text.startIndex,
      places(after.text[...]).count == places(before.text[...]).count + 1,
      // The key may also have added a zero.
      places(after.text[..<caret]).dropLast() + places(after.text[caret...])
        == places(before.text[...])
    else { return }
    var back = typed
    back.press(.backspace)
    let origin = MarkedText(editor.state)
    expectEqual(back.state.text, editor.state.text, "\(origin) \(key) and backspace")
  }
}

extension FixedFormTests.Small {
  var canonical: String {
    if form.isDate {
      var parts = form.complete[0].parts.flatMap { Array($0) }[...]
      return String(
        form.cells.map { cell in
          if case .literal(let literal) = cell { literal } else { parts.removeFirst() }
        })
    }
    return String(
      form.cells.map { cell in
        switch cell {
        case .literal(let literal): literal
        case .place(let place, _): ["1", "X"].first { place.takes($0) == $0 }!
        }
      })
  }

  var hasLettersAsLiterals: Bool {
    form.cells.contains {
      if case .literal(let literal) = $0 { literal.isLetter || literal.isNumber } else { false }
    }
  }
}

extension String {
  /// The index in characters after some scalars, or after the character that contains the last one.
  func prefix(upToScalars count: Int) -> Int {
    var scalars = 0
    var place = 0
    for character in self {
      if scalars >= count { return place }
      scalars += character.unicodeScalars.count
      place += 1
    }
    return place
  }
}
