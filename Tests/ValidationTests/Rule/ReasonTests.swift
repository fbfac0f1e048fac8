import TestSupport
import Testing
import Validation
import Values

/// Reasons as data: each code occurs, and English is one rendering.
struct ReasonTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var code: Reason.Code
    var format: FieldFormat
    var start: String
    var key: Key?
    var message: String

    init(
      _ code: Reason.Code, _ format: FieldFormat, _ start: String, _ key: Key, _ message: String
    ) {
      (self.code, self.format, self.start) = (code, format, start)
      (self.key, self.message) = (key, message)
    }

    init(_ code: Reason.Code, _ format: FieldFormat, _ text: String, _ message: String) {
      (self.code, self.format, start) = (code, format, text)
      self.message = message
    }

    var testDescription: String { "\(code): \(message)" }

    var reason: Reason? {
      guard let key else {
        let content =
          start.contains("^")
          ? MarkedText(start).editor(format).content : format.content(of: start)
        guard case .incomplete(let reason) = content else { return nil }
        return reason
      }
      var editor = MarkedText(start).editor(format)
      guard case .rejected(let rejection) = editor.press(key) else { return nil }
      return rejection.reason
    }
  }

  private static let card = FieldFormat(grammar: CardGrammar())
  private static let date = CornerFormats.date
  private static let month = FieldFormat(
    grammar: DateGrammar(
      from: CalendarDate(year: 2026, month: 11, day: 1)!,
      through: CalendarDate(year: 2026, month: 11, day: 21)!))
  private static let duration = FieldFormat(grammar: DurationGrammar())
  private static let long = FieldFormat(
    grammar: DurationGrammar(from: TimeSpan(seconds: 7200)))
  private static let email = FieldFormat(grammar: EmailGrammar())
  private static let iban = FieldFormat(grammar: IBANGrammar())
  private static let phone = FieldFormat(grammar: PhoneGrammar())
  private static let plate = PatternMessageTests.plate
  private static let english = CornerFormats.english
  private static let some = Formats.integer(18...65)

  private static func choice(_ names: String...) -> FieldFormat {
    FieldFormat(grammar: ChoiceGrammar(names))
  }

  private static let search = FieldFormat(
    grammar: SearchGrammar(SearchIndex([.init("ab"), .init("ba")])))

  private static func pattern(
    _ parts: ReferencePattern..., length: ClosedRange<Int>? = nil
  ) -> FieldFormat {
    FieldFormat(grammar: PatternGrammar(ReferencePattern.sequence(parts).automaton, length: length))
  }

  static let edits = [
    Case(.nothingToInsert, phone, "^", .paste(" "), "there is nothing in \" \" to insert"),
    Case(.nothingToInsert, card, "^", .paste(" "), "there is nothing in the text to insert"),
    Case(.nothingToStep, card, "^", .step(by: 1), "this value cannot be increased or decreased"),
    Case(.foreign, date, "x", "\"x\" does not fit the format"),
    Case(
      .notAsWritten, english, "1234",
      "\"1234\" is not in the format of this field; expected \"1,234\""),
    Case(.wrongClass, card, "4^", .character("x"), "\"x\" is not a digit"),
    Case(
      .wrongClass, CornerFormats.hex(2), "^", .character("g"),
      "\"g\" is not a hexadecimal digit; expected 0–9 or A–F"),
    Case(
      .wrongClasses, CornerFormats.mask("0A0"), "A2^", .character("3"),
      "\"A23\" has characters of the wrong kind in some positions"),
    Case(
      .noCapital, CornerFormats.mask("A"), "^", .character("ß"),
      "\"ß\" has no single capital letter"),
    Case(
      .cannotStart, some, "^", .character("7"),
      "\"7\" cannot start a number in 18…65; expected 1–6"),
    Case(
      .cannotStart, choice("a"), "^", .character("x"), "\"x\" cannot be first; expected \"a\""),
    Case(
      .cannotStart, plate, "^", .character("7"), "\"7\" cannot start this text; expected A–Z"),
    Case(
      .cannotFollow, some, "6^", .character("9"), "\"9\" cannot follow \"6\" in 18…65; expected 0–5"
    ),
    Case(
      .cannotFollow, plate, "A^", .character("-"), "\"-\" cannot follow \"A\"; expected A–Z"),
    Case(
      .cannotPrecede, choice("ab", "xc"), "^b", .character("x"),
      "\"x\" cannot precede \"b\"; expected \"ab\""),
    Case(
      .cannotStandHere, iban, "DE^", .character("x"),
      "\"X\" is not allowed here in an IBAN of \"DE\"; expected a digit"),
    Case(
      .cannotStandHere, iban, "GB0^", .character("1"),
      "\"1\" is not allowed here in an IBAN of \"GB\"; expected 2–9"),
    Case(
      .cannotStandHere, iban, "", .paste("DE99 3704"),
      "\"9\" is not allowed here in an IBAN of \"DE\"; expected 0–8"),
    Case(
      .cannotStandHere, iban, "GB00 NWBK",
      "\"0\" is not allowed here in an IBAN of \"GB\"; expected 2–9"),
    Case(.nothingFits, date, "2026-11-21^", .character("1"), "nothing can follow \"2026-11-21\""),
    Case(
      .noPlace, CornerFormats.mask("0"), "^", .paste("12"), "there is no room for \"2\""),
    Case(
      .early, CornerFormats.mask("00-0"), "^", .paste("1-2"),
      "\"-\" cannot follow an incomplete part"),
    Case(
      .frontOnly, Formats.integer, "12^", .character("-"),
      "\"-\" is allowed only at the start of a number; expected a digit"),
    Case(
      .frontOnly, phone, "+1^", .character("+"),
      "\"+\" is allowed only at the start; expected a digit"),
    Case(
      .already, Formats.integer, "-12^", .character("-"),
      "there is already a \"-\"; expected a digit"),
    Case(
      .restDoesNotFit, iban, "^AA", .character("e"),
      "the text after the caret does not fit this country; expected A–D, F–V or Y"),
    Case(
      .spaceMisplaced, card, "^", .character(" "), "a space is allowed only between digits"),
    Case(
      .spaceMisplaced, iban, "^", .character(" "), "a space is allowed only between characters"),
    Case(
      .nothingMatches, pattern(.one(of: "")), "^", .character("x"),
      "no text can match"),
    Case(.nothingToChoose, choice(), "^", .character("x"), "there is nothing to choose from"),
    Case(.notContained, search, "a^", .character("x"), "no name contains \"ax\""),
    Case(
      .separatorNotTyped, english, "^", .character(","),
      "do not type the grouping separator \",\"; the decimal separator is \".\""),
    Case(
      .separatorMisplaced, english, "^", .paste("1,2"),
      "the grouping separator \",\" is allowed only between groups; the decimal separator is \".\""
    ),
    Case(
      .separatorAmbiguous, CornerFormats.french, "^", .paste("1.234"),
      "\".\" before three digits is ambiguous; the decimal separator is \",\""),
    Case(
      .outOfPart, date, "202^", .paste("11-2"),
      "the digits up to \"1\" do not fit in one part"),
  ]

  static let texts = [
    Case(.tooMany, Formats.integer(0...99), "12^", .character("5"), "at most 2 digits"),
    Case(
      .tooMany, card, "3782 822463 10005^", .character("1"),
      "at most 15 digits in a number that begins with 37"),
    Case(.tooMany, CornerFormats.text(0...2), "abc", "at most 2 characters, but there are 3"),
    Case(
      .tooManyDigits, Formats.decimal(30, 30),
      String(repeating: "1", count: 30) + "." + String(repeating: "1", count: 9),
      "more than 38 digits"),
    Case(.missing, CornerFormats.hex(2), "0", "one more hexadecimal digit"),
    Case(.missing, CornerFormats.mask("NNN"), "1", "2 more letters or digits"),
    Case(.missingAlike, plate, "AB-", "4 more characters: 0–9"),
    Case(.tooShort, phone, "+1", "6 more digits expected"),
    Case(
      .partLength, duration, "1:23^", .character("4"), "minutes must have 2 digits"),
    Case(
      .accountLength, iban, "NO93 8601 1117 947^", .character("1"),
      "an IBAN of NO has 15 characters"),
    Case(.unfinished, plate, "A", "expected A–Z"),
    Case(.contained, search, "a", "2 matches"),
    Case(.unfinishedElsewhere, choice("ab"), "^a", "the text is incomplete after \"a\""),
    Case(
      .unfinishedCharacter, pattern(.one(of: "a"), .any, length: 1...1), "a",
      "expected a combining mark"),
    Case(.partMissing, duration, "1:", "the minutes are missing; expected 0–5"),
    Case(.domainMissing, email, "ann", "the @ and a domain are missing, as in name@example.org"),
    Case(
      .domainWithoutPoint, email, "ann@example",
      "the domain has no dot yet, as in name@example.org"),
    Case(.numberMissing, Formats.integer, "-", "a number is missing after \"-\"; expected a digit"),
    Case(.digitMissing, english, ".", "a digit is missing beside \".\"; expected a digit"),
    Case(.noDigits, english, ",", "\",\" has no digits"),
    Case(.notOfKind, Formats.integer, "^", .paste(" "), "\" \" is not a number"),
    Case(.notOfKind, duration, "^", .paste(" "), "\" \" is not a duration"),
    Case(
      .hoursFirst, duration, "^", .character(":"),
      "a duration must begin with hours; expected a digit or \"-\""),
    Case(
      .countryCodeFirst, phone, "^", .character("4"),
      "a telephone number must begin with a country code; expected \"+\" or 0"),
    Case(
      .plusFirst, phone, "0", "a telephone number must begin with \"+\" and a country code"),
    Case(
      .beginsNoCountry, iban, "1",
      "no country code of an IBAN begins with \"1\"; expected A–V or X–Y"),
    Case(.noSuchCountry, iban, "DD", "no IBAN begins with \"DD\"; expected E, J–K or O"),
    Case(.outOfRange, long, "1:00", "1:00 is not a duration of at least 2:00"),
    Case(.belowMinimum, some, "12", "12 is below 18"),
    Case(.aboveMaximum, some, "66", "66 is above 65"),
    Case(.noSuchPart, date, "2026-13-01", "there is no month 13"),
    Case(.noSuchDay, date, "2026-02-29", "February 2026 has 28 days"),
    Case(
      .skippedTime,
      FieldFormat(grammar: LocalDateTimeGrammar(zoneOffset: { $0 < 3_600_000 ? 0 : 3_600_000 })),
      "1970-01-01 01:30", "1970-01-01 01:30 is skipped when the clocks go forward"),
    Case(.beforeRange, month, "2026-10-31", "2026-10-31 is before 2026-11-01"),
    Case(.afterRange, month, "2026-11-22", "2026-11-22 is after 2026-11-21"),
    Case(
      .notTaken, FieldFormat(grammar: TimeGrammar(from: .last, through: .midnight)), "08:30",
      "\"08:30\" is not accepted"),
    Case(.checkDigit, card, "4242 4242 4242 4241", "the check digit does not match"),
    Case(
      .checkDigit, card, "4242 4242 4243", "the check digit does not match, or digits are missing"),
    Case(.checkDigits, iban, "NO92 8601 1117 947", "the check digits do not match"),
  ]

  @Test(arguments: edits + texts)
  func aReasonHasACodeAndIsRenderedFromIt(example: Case) throws {
    let reason = try #require(example.reason, "not refused, or complete")
    expectEqual(reason.code, example.code)
    expectEqual(reason.description, example.message)
    expectEqual(reason.detail.description, example.message)
  }

  @Test func everyCodeOccurs() {
    // These codes belong to interactors.
    let outside: Set<Reason.Code> = [
      .stated, .outOfBounds, .violated, .required, .unanswered, .detached, .noProperty,
      .itemRemoved, .longNumber, .editingEnded, .notOfField, .refusedByProgram,
      .halfCharacter,
    ]
    let told = Set((Self.edits + Self.texts).map(\.code))
    expectEqual(told.union(outside), Set(Reason.Code.allCases))
    let words: Reason = "a name is taken"
    #expect(words.code == .stated && words.description == "a name is taken")
    let edit = Edit(range: 5..<6, replacement: "1", isTyped: true)
    guard
      case .rejected(let rejection) = Formats.integer.outcome(
        of: edit, in: EditState(text: "", selection: Selection(caret: 0)))
    else {
      Issue.record("accepted")
      return
    }
    expectEqual(rejection.reason.code, .outOfBounds)
    expectEqual(rejection.message, "there is no such position in the text")
  }

  @Test func noTwoCodesAreRenderedAlike() {
    var codes: [String: Reason.Code] = [:]
    for code in Reason.Code.allCases where ![.stated, .violated].contains(code) {
      let words = Reason.Detail(code, expected: [.anyOf(.letter)]).description
      #expect(codes.updateValue(code, forKey: words) == nil, "\(code): \(words)")
    }
  }

  // Words composed by a grammar could not be translated.
  @Test(arguments: Kind.english)
  func noGrammarSaysMoreThanItsCodesDo(kind: Kind) {
    let format = kind.format
    for text in kind.canonical.prefix(3).map({ kind.shown($0.text) }) + ["", "x"] {
      for key in kind.keys + Kind.foreign {
        var editor = FieldEditor(format: format, text: text)
        if case .rejected(let rejection) = editor.press(.character(key)) {
          #expect(rejection.reason.code != .stated, "\(rejection)")
        }
        if case .incomplete(let reason) = editor.content {
          #expect(reason.code != .stated, "\(reason)")
        }
      }
    }
  }

  @Test func anotherLanguageNeedsNoWordsOfEnglish() throws {
    var rendered: [Reason.Code: String] = [:]
    for example in Self.edits + Self.texts {
      let reason = try #require(example.reason)
      let words = German.words(reason)
      #expect(!words.isEmpty)
      // Only typed or displayed text may be English.
      #expect(!words.contains(" cannot "), "\(words)")
      #expect(!words.contains("expected"), "\(words)")
      rendered[reason.code] = words
    }
    expectEqual(rendered[.cannotFollow], "„-“ kann nicht auf „A“ folgen; erwartet: A bis Z")
    expectEqual(rendered[.checkDigit]?.hasPrefix("die Prüfziffer stimmt nicht"), true)
    for code in Reason.Code.allCases where code != .unfinished && code != .stated {
      #expect(!German.words(Reason(Reason.Detail(code))).isEmpty)
    }
  }

  @Test(arguments: [
    (PropertyKind.date, "2026-02-30"), (.date, "x"), (.iban, "XX00"), (.card, "41"),
    (.hex(digits: 4), "xyz"), (.phone(country: nil), "+1"), (.integer, "x"), (.url, "x"),
    (.time(hasSeconds: false), "25:00"), (.month, "2026-13"), (.email, "x"),
    (.dateTime, "2026-11-21T10:00:00"), (.duration(hasSeconds: false), "1"),
  ])
  func aViolationNeedsNoWordsOfEnglishEither(kind: PropertyKind, text: String) {
    do throws(Violation) {
      _ = try kind.parsing(text)
      Issue.record("\(text) was taken")
    } catch {
      let words = German.words(error)
      #expect(!words.isEmpty && words != error.message)
      #expect(!words.contains("expected") && !words.contains(" not "), "\(words)")
    }
  }

  @Test func whatAFieldExpectsIsSaidInAnotherLanguageToo() {
    let age = FieldFormat(grammar: IntegerGrammar(in: 0...150)).expected
    expectEqual(age.map { German.words($0) }, "eine ganze Zahl, ab 0, bis 150")
    let day = FieldFormat(grammar: DateGrammar()).expected
    expectEqual(day.map { German.words($0) }, "JJJJ-MM-TT")
  }
}
