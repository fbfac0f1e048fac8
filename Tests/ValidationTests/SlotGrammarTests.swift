import Testing
import Validation

/// Masks, hexadecimal texts, cards and dates: every reachable state, every range, every short
/// string, as the reference says.
struct SlotGrammarTests {
  struct Small: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var grammar: any Grammar
    var kind: any ReferenceKind & Sendable
    /// What is typed and pasted, beside what belongs nowhere.
    var pieces: [String]
    /// What else is pasted.
    var pastes: [String] = []
    /// The most pieces that are pasted together.
    var longest = 2
    /// The most states that are looked at.
    var states = 400

    static func mask(_ pattern: String, _ pieces: String, longest: Int = 2) -> Small {
      Small(
        testDescription: "mask \(pattern)", grammar: maskGrammar(pattern),
        kind: ReferenceMask(places: ReferencePlace.mask(pattern)), pieces: pieces.map(String.init),
        longest: longest)
    }

    static func dates(
      _ first: (Int, Int, Int), _ last: (Int, Int, Int), _ digits: String, order: DateOrder,
      separator: Character
    ) -> Small {
      let days = ReferenceDates.days(from: first, through: last)
      let written = { (day: (Int, Int, Int)) in
        let (year, month, number) = (
          ReferenceDates.padded(day.0, 4), ReferenceDates.padded(day.1, 2),
          ReferenceDates.padded(day.2, 2)
        )
        let parts =
          switch order {
          case .yearMonthDay: [year, month, number]
          case .dayMonthYear: [number, month, year]
          case .monthDayYear: [month, number, year]
          }
        return parts.joined(separator: String(separator))
      }
      let form = written(first).map {
        $0 == separator ? ReferencePlace.literal($0) : .digit
      }
      return Small(
        testDescription: "\(ReferenceDates.iso(first))…\(ReferenceDates.iso(last)) \(order)",
        grammar: DateGrammar(
          from: CalendarDate(year: first.0, month: first.1, day: first.2)!,
          through: CalendarDate(year: last.0, month: last.1, day: last.2)!, order: order,
          separator: String(separator)),
        kind: ReferenceDates(
          places: form,
          values: Dictionary(
            uniqueKeysWithValues: days.map { (written($0), ReferenceDates.iso($0)) })),
        pieces: digits.map(String.init) + [String(separator)],
        pastes: [
          written(last), written(first).filter { $0 != separator }, "1" + String(separator),
        ],
        longest: 1, states: 24)
    }

    static func moments(_ pieces: String) -> Small {
      var texts: [String] = []
      for second in 57...59 { texts.append("2024-02-29T23:59:\(second)Z") }
      for second in 0...2 { texts.append("2024-03-01T00:00:0\(second)Z") }
      return Small(
        testDescription: "moments",
        grammar: DateTimeGrammar(
          from: Moment(
            CalendarDate(year: 2024, month: 2, day: 29)!, hour: 23, minute: 59, second: 57)!,
          through: Moment(
            CalendarDate(year: 2024, month: 3, day: 1)!, hour: 0, minute: 0, second: 2)!),
        kind: ReferenceDates(
          places: texts[0].map { "-T:Z".contains($0) ? ReferencePlace.literal($0) : .digit },
          values: Dictionary(uniqueKeysWithValues: texts.map { ($0, $0) })),
        pieces: pieces.map(String.init), pastes: [texts[4], "20240229235958", "T2"], longest: 1,
        states: 12)
    }

    static func card(
      _ lengths: ClosedRange<Int>, short: Int, _ digits: String, longest: Int = 2
    ) -> Small {
      Small(
        testDescription: "card \(lengths) \(short)",
        grammar: CardGrammar(lengths: lengths, after34And37: short),
        kind: ReferenceCards(lengths: lengths, short: short, digits: digits),
        pieces: digits.map(String.init) + [" "], longest: longest, states: 30)
    }
  }

  static let all: [Small] = {
    let masks: [(String, String, Int)] = [
      ("(0)0", "12()", 2), ("+10-0", "12+-", 2), ("A-N", "aB1-", 2), ("0\\00", "01", 3),
      ("1-00", "12-", 2), ("0--0", "1-", 3), ("0-0-0", "1-", 2), ("a0\\a", "a1B", 3),
      (" 0 0", "1 ", 3),
      ("0-0+00", "1-+", 2), ("N(N", "1(a", 2),
    ]
    return masks.map { Small.mask($0.0, $0.1, longest: $0.2) } + [
      Small(
        testDescription: "hex", grammar: HexGrammar(digits: 2),
        kind: ReferenceMask(
          places: [.hexadecimal, .hexadecimal], isHexadecimal: true),
        pieces: ["0", "a", "F", "#"], longest: 3),
      .card(3...5, short: 4, "134"), .card(3...4, short: 4, "137"),
      .card(2...5, short: 2, "34"), .moments("0245-T"),
      .dates((2026, 2, 27), (2026, 3, 2), "0236", order: .yearMonthDay, separator: "-"),
      .dates((2024, 2, 28), (2024, 12, 31), "0124", order: .dayMonthYear, separator: "."),
      .dates((2023, 12, 30), (2024, 3, 1), "01234", order: .monthDayYear, separator: "/"),
    ]
  }()

  static let foreign = ["x", "\u{301}", "😀"]

  static let keys = [
    " ", "\u{A0}", "٣", "５", "–", "Ｂ", "½", "²", "\0", "\n", "\u{FEFF}", "Z", "ß",
  ]

  /// All inner texts that keys lead to, the first so many.
  static func reachable(_ small: Small) -> [[Character]] {
    let rule = ReferenceSlotRule(kind: small.kind)
    var found: Set<[Character]> = [[]]
    var pending: [[Character]] = [[]]
    var order: [[Character]] = [[]]
    while let inner = pending.first {
      pending.removeFirst()
      let end = rule.display(inner).count
      for place in 0...end {
        let outcomes =
          small.pieces.map { rule.outcome(inner, place..<place, $0, isTyped: true, caret: place) }
          + (place..<end).map {
            rule.outcome(inner, place..<$0 + 1, "", isTyped: true, caret: nil)
          }
        for case .accepted(let text, _, _) in outcomes {
          let inner = rule.inner(text)
          if found.insert(inner).inserted {
            pending.append(inner)
            order.append(inner)
          }
        }
      }
      if order.count > 20 * small.states { break }
    }
    guard order.count > small.states else { return order }
    // Short texts come first; the long ones are looked at as well.
    return (0..<small.states).map { order[$0 * order.count / small.states] }
  }

  @Test(arguments: all.indices)
  func engineAgreesWithReferenceOnEveryEdit(index: Int) {
    let small = SlotGrammarTests.all[index]
    let rule = ReferenceSlotRule(kind: small.kind)
    let format = FieldFormat(grammar: small.grammar)
    let pastes =
      strings(
        of: small.pieces + SlotGrammarTests.foreign + (small.longest > 2 ? [] : [" "]),
        upTo: small.longest) + small.pastes
    // The card's texts are written down with a few digits only.
    let isCard = small.kind is ReferenceCards
    let typed =
      small.pieces + SlotGrammarTests.foreign
      + SlotGrammarTests.keys.filter {
        !isCard
          || ReferencePlace.alike[Character($0)].map { small.pieces.contains(String($0)) } ?? true
      }
    let edits = pastes.map { ($0, false) } + typed.map { ($0, true) } + [("", true)]
    // Between the same characters, for another selection between them, only the pieces are put in
    // again.
    let again = small.pieces.flatMap { [($0, false), ($0, true)] } + [("", true)]
    var contexts: Set<[Character]> = []
    var differences: [String] = []
    var kinds: Set<Outcome.Kind> = []
    for inner in SlotGrammarTests.reachable(small) {
      let text = rule.text(inner)
      let end = rule.display(inner).count
      func compare(_ range: Range<Int>, _ replacement: String, _ isTyped: Bool, _ at: Selection) {
        let expected = rule.outcome(
          inner, range, replacement, isTyped: isTyped, caret: at.isEmpty ? at.caret : nil)
        let outcome = format.outcome(
          of: Edit(range: range, replacement: replacement, isTyped: isTyped),
          in: EditState(text: text, selection: at))
        kinds.insert(outcome.kind)
        var isSame = ReferenceOutcome(outcome) == expected
        if case .accepted(let state, let content) = outcome {
          isSame = isSame && format.content(of: state) == content
        }
        if !isSame, differences.count < 1_000 {
          differences.append(
            "\(text) \(range) ← \(replacement.debugDescription) typed \(isTyped): \(outcome), "
              + "not \(expected)")
        }
      }
      for lower in 0...end {
        for upper in lower...end {
          let units = Array(rule.display(inner).map(\.shown))
          let context = units[..<lower] + [lower == upper ? "|" : "…"] + units[upper...]
          let isNew = contexts.insert(Array(context)).inserted
          for (replacement, isTyped) in isNew ? edits : again {
            compare(
              lower..<upper, replacement, isTyped, Selection(anchor: lower, caret: upper))
          }
          for caret in [lower, upper] {
            compare(lower..<upper, "", true, Selection(caret: caret))
          }
        }
        for beyond in [lower..<end + 1, -1..<lower, end + 1..<end + 9] {
          compare(beyond, "1", true, Selection(caret: lower))
        }
      }
    }
    // Cards and hexadecimal texts have no literals to move past.
    #expect(kinds.count == (isCard || small.grammar is HexGrammar ? 2 : 3))
    #expect(
      differences.isEmpty, "\(small.testDescription): \(differences.count) \(differences.prefix(4))"
    )
  }
}
