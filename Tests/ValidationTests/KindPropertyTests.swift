import Testing
import Validation

/// P1 to P12 of KEYSTROKES.md for the kinds that are no numbers and no free text.
struct KindPropertyTests {
  struct Subject: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var format: FieldFormat
    /// Each canonical text with its value.
    var canonical: [(String, FieldValue)]
    /// The keys of the kind.
    var keys: String
  }

  private static func subject(
    _ name: String, _ grammar: any Grammar, _ locale: Locale, keys: String, _ texts: [String],
    values: [FieldValue]? = nil
  ) -> Subject {
    // A hexadecimal text and a name have no digits of a locale.
    let isLocal = grammar is any SlotGrammar && !(grammar is HexGrammar)
    let shown = texts.map { isLocal ? digits($0, locale) : $0 }
    return Subject(
      testDescription: "\(name) \(locale)", format: locale.format(grammar),
      canonical: Array(zip(shown, values ?? texts.map { .text($0) })), keys: keys)
  }

  private static func digits(_ text: String, _ locale: Locale) -> String {
    text.map { character in
      character.isASCII && character.isNumber
        ? locale.symbols.digit(character.wholeNumberValue!) : String(character)
    }.joined()
  }

  static let subjects: [Subject] = [Locale.english, .german.grouped(), .arabic, .persian].flatMap {
    [
      subject(
        "card", CardGrammar(), $0, keys: "0123456789 ",
        [
          "4111 1111 1111 1111", "3782 822463 10005", "3400 000000 00009", "4000 0000 0002",
          "6304 0000 0000 0000 000",
        ],
        values: [
          .text("4111111111111111"), .text("378282246310005"), .text("340000000000009"),
          .text("400000000002"), .text("6304000000000000000"),
        ]),
      subject("hex", HexGrammar(digits: 6), $0, keys: "0123456789aBcDeF", ["00FF7A", "123456"]),
      subject(
        "mask", maskGrammar("+1 (000) aA\\0-N"), $0, keys: "0123456789aB+()- ",
        ["+1 (555) xY0-7", "+1 (155) ßÄ0-q"]),
      subject(
        "date", DateGrammar(), $0, keys: "0123456789-",
        ["0001-01-01", "2024-02-29", "9999-12-31", "1900-02-28"]),
      subject(
        "local date",
        DateGrammar(
          from: Day(year: 1999, month: 12, day: 31)!, through: Day(year: 2024, month: 2, day: 29)!,
          order: .dayMonthYear, separator: "."), $0, keys: "0123456789.",
        ["31.12.1999", "29.02.2024", "01.10.2000"],
        values: [.text("1999-12-31"), .text("2024-02-29"), .text("2000-10-01")]),
      subject(
        "moment", DateTimeGrammar(), $0, keys: "0123456789-:TZ",
        ["0001-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "9999-12-31T12:30:00Z"]),
      subject(
        "choice", ChoiceGrammar(["admin", "a", "ädit", "e\u{301}x", "👩‍👩‍👧 b"]), $0,
        keys: "admineäxtb ", ["admin", "a", "ädit", "e\u{301}x", "👩‍👩‍👧 b"]),
      subject(
        "truth", BooleanGrammar(), $0, keys: "truefals", ["true", "false"],
        values: [.boolean(true), .boolean(false)]),
    ]
  }

  @Test(arguments: subjects.prefix(16))
  func p1NoInputTraps(subject: Subject) {
    let format = subject.format
    let texts = stride(from: 0, to: PropertyTests.nasty.count, by: 3).map {
      PropertyTests.nasty[$0]
    }
    for text in texts + [subject.canonical[0].0] {
      _ = format.content(of: text)
      _ = format.text(for: .text(text))
      var editor = FieldEditor(format: format, text: text)
      for other in PropertyTests.nasty {
        editor.replace(with: text)
        let keys: [Key] = [
          .go(1), .paste(other), .left, .backspace, .delete, .selectHome, .cut, .undo, .selectEnd,
          .wordBackspace, .select(.min, 1), .paste(other), .clear, .undo, .go(.max), .redo,
        ]
        for key in keys + Key.typing(String(other.prefix(3))) {
          editor.press(key)
          let end = format.places(in: editor.state.text).count - 1
          #expect((0...end).contains(editor.state.selection.caret), "\(text) \(key)")
        }
        _ = editor.complete()
        for range in [0..<1, 0..<400, -5..<0, 1..<2, Int.max - 1..<Int.max] {
          editor.offer(Edit(ranges: [range, 0..<1], replacement: other, isTyped: true))
        }
      }
    }
  }

  @Test(arguments: subjects.prefix(8))
  func p1PasteOfAMebibyteIsJudged(subject: Subject) {
    for piece in ["1", "é", " "] {
      let paste = String(repeating: piece, count: 1_048_576 / piece.utf8.count)
      var editor = FieldEditor(format: subject.format, text: "")
      guard case .rejected(let rejection) = editor.press(.paste(paste)) else {
        Issue.record("\(editor.state.text.prefix(9))")
        continue
      }
      #expect(rejection.message.count < 200)
    }
  }

  @Test(arguments: subjects.indices.filter { $0 < 8 || 16...17 ~= $0 })
  func p2AcceptedInsertionsCanBeCompleted(index: Int) {
    let subject = KindPropertyTests.subjects[index]
    let keys = Array(subject.keys.unicodeScalars) + ["\u{301}", "👩"] + "\u{200D}👩👧".unicodeScalars
    var random = SeededGenerator(stream: 200 + index)
    for _ in 0..<4 {
      var editor = FieldEditor(format: subject.format, text: "")
      for _ in 0..<30 {
        let end = editor.state.text.count
        switch random.below(6) {
        case 0: editor.press(.go(random.below(end + 1)))
        case 1: editor.press(.backspace)
        default:
          guard editor.press(.character(keys[random.below(keys.count)])).isAccepted else { break }
          #expect(isCompletable(editor, keys), "\(editor.state)")
        }
      }
    }
  }

  // What stands behind the caret is deleted, and any keys typed that are taken.
  private func isCompletable(_ editor: FieldEditor, _ keys: [Unicode.Scalar]) -> Bool {
    var editor = editor
    editor.press(.selectEnd)
    editor.press(.cut)
    for _ in 0..<40 {
      if editor.content.value != nil { return true }
      let next = keys.lazy.map { key in
        var next = editor
        // A space changes nothing in a card.
        let isTaken = next.press(.character(key)).isAccepted && next.state != editor.state
        return isTaken ? next : nil
      }.compactMap { $0 }
      guard let taken = next.first(where: { $0.content.value != nil }) ?? next.first else {
        return false
      }
      editor = taken
    }
    return false
  }

  @Test(arguments: subjects)
  func p3CanonicalTextsCanBeTypedAndPasted(subject: Subject) {
    for (text, value) in subject.canonical {
      var typist = FieldEditor(format: subject.format, text: "")
      for key in Key.typing(text) { #expect(typist.press(key).isAccepted, "\(text) \(key)") }
      var paster = FieldEditor(format: subject.format, text: "")
      #expect(paster.press(.paste(text)).isAccepted, "\(text)")
      for editor in [typist, paster] {
        #expect(Array(editor.state.text.unicodeScalars) == Array(text.unicodeScalars))
        #expect(editor.content == .complete(value))
      }
    }
  }

  @Test(arguments: subjects)
  func p4BackspaceEmptiesEveryState(subject: Subject) {
    for text in subject.canonical.map(\.0) + PropertyTests.nasty {
      var editor = FieldEditor(format: subject.format, text: text)
      var presses = 0
      while editor.state.selection.caret > 0, presses <= text.unicodeScalars.count {
        #expect(editor.press(.backspace).isAccepted)
        presses += 1
      }
      #expect(editor.state.text.allSatisfy { $0 == " " })
    }
  }

  @Test(arguments: subjects)
  func p5AndP7TextsReadBackAsTheirValues(subject: Subject) {
    for (text, value) in subject.canonical {
      #expect(subject.format.text(for: value).unicodeScalars.elementsEqual(text.unicodeScalars))
      #expect(subject.format.value(of: text) == value)
      #expect(subject.format.value(of: text + "1") == nil)
      #expect(subject.format.content(of: "") == .empty)
    }
  }

  @Test(arguments: subjects)
  func p6RejectionsChangeNothing(subject: Subject) {
    for (start, _) in subject.canonical {
      var editor = FieldEditor(format: subject.format, text: start)
      editor.press(.backspace)
      editor.press(.undo)
      editor.press(.select(0, 1))
      var rejections = 0
      for paste in PropertyTests.nasty + ["  ", "1234567890123456789012"] {
        let (state, content) = (editor.state, editor.content)
        var other = editor
        guard case .rejected(let rejection) = other.press(.paste(paste)) else { continue }
        rejections += 1
        #expect(!rejection.message.isEmpty)
        #expect(other.state == state)
        #expect(other.content == content)
        other.press(.redo)
        #expect(other.state.text != start, "the step undone is still there")
      }
      #expect(rejections > 9)
    }
  }

  @Test(arguments: [Locale.arabic, .persian, .swedish].indices)
  func p8EditingCommutesWithTranslation(index: Int) {
    let locale = [Locale.arabic, .persian, .swedish][index]
    var random = SeededGenerator(stream: 280 + index)
    for grammar in [
      CardGrammar(), DateGrammar(), DateTimeGrammar(), maskGrammar("0-(00) 1A0"),
    ] as [any Grammar] {
      var one = FieldEditor(format: Locale.english.format(grammar), text: "")
      var other = FieldEditor(format: locale.format(grammar), text: "")
      for _ in 0..<300 {
        let scalar = Array("0123456789012345-(: T1A".unicodeScalars)[random.below(23)]
        let key: Key =
          switch random.below(8) {
          case 0: .left
          case 1: .backspace
          case 2: .go(random.below(20))
          case 3: .selectRight
          default: .character(scalar)
          }
        var translated = key
        if case .character(let scalar) = key {
          translated = .character(
            KindPropertyTests.digits(String(scalar), locale).unicodeScalars.first!)
        }
        let outcomes = (one.press(key), other.press(translated))
        #expect(outcomes.0.kind == outcomes.1.kind, "\(one.state) \(key)")
        #expect(KindPropertyTests.digits(one.state.text, locale) == other.state.text)
        #expect(one.state.selection == other.state.selection)
        #expect(one.content.value == other.content.value)
      }
    }
  }

  @Test func p9GroupsOfACardChangeNothingButTheLooks() throws {
    // Without 34 and 37 a card is nothing but digits.
    var card = FieldEditor(format: FieldFormat(grammar: CardGrammar()), text: "")
    var plain = FieldEditor(
      format: FieldFormat(grammar: try MaskGrammar(String(repeating: "0", count: 19))), text: "")
    var random = SeededGenerator(stream: 290)
    for _ in 0..<2_000 {
      let keys: [Key] = [
        .left, .right, .selectLeft, .selectRight, .backspace, .delete, .home, .end, .undo, .cut,
      ]
      let key =
        random.below(2) == 0
        ? keys[random.below(keys.count)] : .character(["0", "1", "5", "9"][random.below(4)])
      let outcomes = (card.press(key), plain.press(key))
      #expect(outcomes.0.kind == outcomes.1.kind, "\(plain.state) \(key)")
      #expect(card.state.text.filter { $0 != " " } == plain.state.text)
      let significant = card.state.text.prefix(card.state.selection.caret).filter { $0 != " " }
      #expect(significant.count == plain.state.selection.caret)
    }
  }

  @Test(arguments: [
    (
      FieldFormat(grammar: CardGrammar(lengths: 3...5, after34And37: 4)),
      ["3", "4", "1", " 1", "x"]
    ),
    (FieldFormat(grammar: HexGrammar(digits: 3)), ["a", "F", "0", "x"]),
    (FieldFormat(grammar: maskGrammar("1-0-0+a0")), ["1", "2", "-", "+", "x"]),
    (FieldFormat(grammar: maskGrammar("0\\00 0")), ["0", "1", " 2", "x"]),
    (FieldFormat(grammar: DateGrammar()), ["1", "9", "0", "-", "2026"]),
    (FieldFormat(grammar: ChoiceGrammar(["a", "ab", "b b", " b"])), ["a", "b", "a ", "x"]),
  ])
  func p10PastingIsTyping(format: FieldFormat, pieces: [String]) {
    for start in ["", "1", "1-", "a", "2026"] {
      for steps in [0, 1] {
        for text in strings(of: pieces, upTo: 3) {
          var typist = FieldEditor(format: format, text: "")
          for key in Key.typing(start) { typist.press(key) }
          for _ in 0..<steps { typist.press(.left) }
          var paster = typist
          let outcomes = Key.typing(text).map { typist.press($0) }
          guard outcomes.allSatisfy(\.isAccepted) else { continue }
          #expect(paster.press(.paste(text)).isAccepted, "\(start) \(text)")
          #expect(paster.state == typist.state, "\(start) \(text)")
          #expect(paster.content == typist.content)
        }
      }
    }
  }

  @Test(arguments: subjects.indices)
  func p11UndoIsTheInverseOfTheEdit(index: Int) {
    let subject = KindPropertyTests.subjects[index]
    let scalars = Array(subject.keys.unicodeScalars)
    var random = SeededGenerator(stream: 300 + index)
    for (start, _) in subject.canonical.prefix(2) {
      var editor = FieldEditor(format: subject.format, text: start)
      var befores: [EditState] = []
      for _ in 0..<60 {
        let before = editor.state
        switch random.below(6) {
        case 0: editor.press(.left)
        case 1: editor.press(.backspace)
        case 2: editor.press(.selectRight)
        case 3: editor.press(.delete)
        default: editor.press(.character(scalars[random.below(scalars.count)]))
        }
        if editor.state.text != before.text { befores.append(before) }
      }
      let last = editor.state
      for before in befores.reversed() {
        editor.press(.undo)
        #expect(editor.state == before)
      }
      #expect(editor.undoDepth == 0)
      for _ in befores { editor.press(.redo) }
      #expect(editor.state.text == last.text)
    }
  }

  @Test func p12CostDoesNotDependOnTheRange() {
    let clock = ContinuousClock()
    func time(_ grammar: DateGrammar) -> Duration {
      clock.measure {
        for _ in 0..<30 {
          var editor = FieldEditor(format: FieldFormat(grammar: grammar), text: "")
          for key in Key.typing("29022024") { editor.press(key) }
          #expect(editor.content.value != nil)
        }
      }
    }
    let narrow = time(
      DateGrammar(
        from: Day(year: 2024, month: 2, day: 29)!, through: Day(year: 2024, month: 3, day: 1)!,
        order: .dayMonthYear, separator: "."))
    // There are 3.6 million days in the wide one.
    let wide = time(DateGrammar(order: .dayMonthYear, separator: "."))
    #expect(wide < narrow * 30)
  }
}
