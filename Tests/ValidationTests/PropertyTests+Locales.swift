import TestSupport
import Testing
import Validation

extension PropertyTests {
  @Test(arguments: Kind.all)
  func p7TextsReadBackAsTheirValues(kind: Kind) {
    let format = kind.format
    for (text, value) in kind.canonical.map({ (kind.shown($0.text), $0.value) }) {
      #expect(format.text(for: value).unicodeScalars.elementsEqual(text.unicodeScalars))
      expectEqual(format.value(of: text), value)
    }
    expectEqual(format.content(of: ""), .empty)
  }

  @Test(arguments: Kind.english.indices)
  func p7EveryValueInAFieldReadsBack(index: Int) {
    let kind = Kind.english[index]
    let format = kind.format
    var values: Set<Value> = []
    let wrong = kind.counterexample(stream: 700 + index) { editor in
      guard let value = editor.content.value, values.insert(value).inserted else { return nil }
      let text = format.text(for: value)
      guard format.value(of: text) == value else { return "\(value) is written \(text)" }
      // Canonical texts are stable.
      let isStable = format.value(of: text).map(format.text)?.utf8.elementsEqual(text.utf8)
      return isStable == true ? nil : "\(text) is not canonical"
    }
    #expect(wrong == nil)
    #expect((kind.longest ?? 0) < kind.canonical[0].text.count || !values.isEmpty)
  }

  @Test(arguments: Locale.all)
  func p7NumbersReadBackInEveryLocale(locale: Locale) {
    let integer = Formats.integer(Int.min...Int.max, locale)
    for value in [Int.min, -1_234_567, -1, 0, 7, 999, 1000, 12_345, Int.max] {
      let text = integer.text(for: .integer(value))
      expectEqual(integer.value(of: text), .integer(value), "\(text)")
      expectEqual(integer.value(of: text).map(integer.text), text)
    }
    for least in 0...3 {
      let decimal = locale.format(
        DecimalGrammar(maximumIntegerDigits: 22, fractionDigits: least...18))
      for number in [
        "0", "-0.000000000000000001", "1234567890123456789012.5", "0.1", "-1000", "12.345",
      ] {
        let value = Value.decimal(ExactDecimal(number)!)
        let text = decimal.text(for: value)
        expectEqual(decimal.value(of: text), value, "\(text)")
        expectEqual(text, locale.translated(number, minimumFractionDigits: least))
      }
    }
    let double = locale.format(DoubleGrammar())
    var random = Seeded(stream: 7)
    let short = (0..<200).map { _ in
      Double(Int64.random(in: -999_999_999...999_999_999, using: &random)) / 1e6
    }
    for value in short + [0, 0.1, 1e14, 1e-15, -2.5, 123_456.789, 999_999_999_999_999] {
      let text = double.text(for: .double(value))
      expectEqual(double.value(of: text), .double(value), "\(text)")
    }
    // A number with more digits than a field can edit is displayed, but not parsed.
    for value in [0.1 + 0.2, 1e15, 1e21, 1e-16, .leastNonzeroMagnitude, 1.0 / 3] {
      #expect(double.value(of: double.text(for: .double(value))) == nil)
    }
  }

  @Test(arguments: Kind.translated.indices)
  func p8EditingCommutesWithTranslation(index: Int) {
    let kind = Kind.translated[index]
    // Both sides have the same groups, but different symbols.
    var english = Locale.english
    english.symbols.primary = kind.locale.symbols.primary
    english.symbols.secondary = kind.locale.symbols.secondary
    english.symbols.minimum = kind.locale.symbols.minimum
    english.symbols.isGrouped = kind.locale.symbols.isGrouped
    let plain = kind.inLocale(english)
    var random = Seeded(stream: 800 + index)
    var one = FieldEditor(format: plain.format, text: "")
    var other = FieldEditor(format: kind.format, text: "")
    for _ in 0..<200 {
      var key = kind.key(&random)
      if kind.grammar is any NumberGrammar, random.below(9) == 0 { key = .character(",") }
      let outcomes = (plain.press(key, in: &one), kind.press(key, in: &other))
      guard outcomes.0.kind == outcomes.1.kind, kind.shown(one.state.text) == other.state.text,
        one.state.selection == other.state.selection, one.content.value == other.content.value
      else {
        Issue.record("\(one.state) \(key) \(other.state); seed \(Seeded.seed)")
        return
      }
    }
  }

  @Test(arguments: [(3, 3, 1), (3, 2, 1), (1, 1, 1), (2, 1, 2), (3, 3, 2)], Kind.english.indices)
  func p9GroupingChangesNothingButTheLooks(
    sizes: (primary: Int, secondary: Int, minimum: Int), index: Int
  ) {
    let kind = Kind.english[index]
    let isGrouped = kind.grammar is any NumberGrammar
    guard isGrouped || sizes.primary == 1 else { return }
    let grouped = kind.inLocale(
      .english.grouped(sizes.primary, sizes.secondary, minimum: sizes.minimum))
    var random = Seeded(stream: 900 + index + 100 * sizes.primary)
    var one = FieldEditor(format: kind.format, text: "")
    var other = FieldEditor(format: grouped.format, text: "")
    let separator = { (character: Character) in isGrouped && character == "," }
    func place(_ end: KeyPath<Selection, Int>) -> Int {
      other.state.text.prefix(other.state.selection[keyPath: end]).count { !separator($0) }
    }
    for _ in 0..<(isGrouped ? 400 : 100) {
      // Positions include separators.
      var key = kind.key(&random)
      if case .go = key { key = .left }
      let outcomes = (one.press(key), other.press(key))
      guard outcomes.0.kind == outcomes.1.kind,
        String(other.state.text.filter { !separator($0) }) == one.state.text,
        place(\.caret) == one.state.selection.caret, place(\.anchor) == one.state.selection.anchor,
        one.content.value == other.content.value
      else {
        Issue.record("\(one.state) \(key) \(other.state); seed \(Seeded.seed)")
        return
      }
    }
  }

  @Test func p9GroupsOfACardChangeNothingButTheLooks() {
    // Without 34 and 37 at the start, a card is just digits.
    var card = FieldEditor(format: FieldFormat(grammar: CardGrammar()), text: "")
    var plain = FieldEditor(
      format: FieldFormat(grammar: HexGrammar(digits: 19)), text: "")
    var random = Seeded(stream: 990)
    for _ in 0..<2_000 {
      let keys: [Key] = [
        .left, .right, .selectLeft, .selectRight, .backspace, .delete, .home, .end, .undo, .cut,
      ]
      let key =
        random.below(2) == 0
        ? keys[random.below(keys.count)] : .character(["0", "1", "5", "9"][random.below(4)])
      let outcomes = (card.press(key), plain.press(key))
      expectEqual(outcomes.0.kind, outcomes.1.kind, "\(plain.state) \(key)")
      expectEqual(card.state.text.filter { $0 != " " }, plain.state.text)
      let significant = card.state.text.prefix(card.state.selection.caret).filter { $0 != " " }
      expectEqual(significant.count, plain.state.selection.caret)
    }
  }
}
