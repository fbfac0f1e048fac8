import Testing
import Validation

/// The tables of sentences in other languages, compared with the English messages.
struct StringTableTests {
  static let tables = StringTable.languages.compactMap(StringTable.init(localeIdentifier:))
  static let translations = tables.filter { $0.language != "en" }

  /// The arguments, all different, of the reasons below.
  static let arguments = [
    "\"SUBJECT\"", "\"FRONT\"", "\"BACK\"", "SUBJECT", "FRONT", "BACK", "7001", "7002", "MINIMUM",
    "MAXIMUM", "\"NEXT\"", "2027",
  ]

  static let reasons = Reason.Code.allCases.map { code in
    var detail = Reason.Detail(
      code, Reason.Quote("SUBJECT"), after: Reason.Quote("FRONT"), before: Reason.Quote("BACK"),
      count: 7001, limit: 7002, of: .digit, part: .month, whole: .number)
    (detail.minimum, detail.maximum) = ("MINIMUM", "MAXIMUM")
    detail.numbers = [.year: 2027, .month: 2, .day: 30]
    detail.violation = Violation(kind: .rule, .taken("VALUE", by: "HOLDER"), of: "NAME")
    return detail
  }

  static let violations: [Violation.Code] = [
    .noProperty("NAME", of: "OWNER"), .required(["NAME", "OTHER"]), .noNil(.integer),
    .misfit("VALUE", .expected(.url)), .notOfType(.integer(7001)), .computed("EXPRESSION"),
    .calculated, .inverse(type: "TYPE", property: "OTHER"), .owned(type: "TYPE"), .noItem,
    .countOfList, .noClock,
    .rule("RULE", "TEXT", [.init(property: "OTHER", value: .integer(7001))]),
    .taken("VALUE", by: "HOLDER"), .nullCharacter, .length(LengthRange(7001...7002), 7003),
    .pattern(.known("PATTERN"), .text("VALUE")),
    .range(ValueRange(.integer(7001), .integer(7002)), .integer(7003)),
    .integerDigits(limit: 7001, .integer(7002)), .fractionDigits(limit: 7001, .integer(7002)),
    .expected(.time(hasSeconds: true)), .wholeNumberTooLarge, .inexactDouble, .timeWithSeconds,
    .durationWithSeconds, .durationTooLong(hours: "7001"), .noSuchPart(.hour, 7001),
    .noSuchDay(year: 2027, month: 2, day: 30), .noZone, .zoneTooFar, .yearTooFar,
    .fractionOfSecond, .form("FORM", nil), .form("FORM", .wrongClass("x", .digit)),
    .form("FORM", .early("x")), .form("FORM", .outOfPart("x")), .form("FORM", .nothing),
    .form("FORM", .nothingFollows("x")), .noHexadecimalDigit(digits: 7001, "x"),
    .hexadecimalDigits(digits: 7001, 7002), .phoneLength(7001...7002, 7003),
    .localPartTooLong(limit: 7001), .addressTooLong(limit: 7001), .noAccountCountry,
    .noSuchAccountCountry("COUNTRY"), .accountCharacter(.letterOrDigit, country: "COUNTRY", "x"),
    .accountLength(7001, country: "COUNTRY", 7002), .accountCheckDigits, .cardCharacters,
    .cardLength(7001...7002, after: nil, 7003), .cardLength(7001...7001, after: "FRONT", 7003),
    .cardCheckDigit, .noChoices, .emptyChoice, .nullInChoice, .equalChoices("NAME"),
    .hexadecimalWidth(1...7001), .callingCode, .nestedList, .maskEndsInBackslash,
    .maskWithoutPlaces, .maskTooLong(limit: 7001),
  ]

  static let expectations: [FieldExpectation] = [
    .number(from: nil, through: nil, isWhole: true, digits: nil, decimals: nil, unit: nil),
    .number(
      from: nil, through: nil, isWhole: false, digits: 7001, decimals: 2...7002, unit: "UNIT"),
    .number(from: nil, through: nil, isWhole: false, digits: nil, decimals: nil, unit: nil),
    .number(from: "7001", through: nil, isWhole: true, digits: nil, decimals: nil, unit: nil),
    .number(from: nil, through: "7001", isWhole: true, digits: nil, decimals: nil, unit: nil),
    .number(from: "7001", through: "7002", isWhole: true, digits: nil, decimals: nil, unit: nil),
    .characters(fewest: 0, most: nil), .characters(fewest: 7001, most: nil),
    .characters(fewest: 0, most: 7001), .characters(fewest: 7001, most: 7002),
    .digits(7001...7002), .hexadecimalDigits(7001...7001), .mask("MASK"), .pattern("PATTERN"),
    .moment(
      form: [.part(.year), .separator("-"), .part(.month)], from: "MINIMUM", through: "MAXIMUM"),
    .instant, .duration(hasSeconds: true), .duration(hasSeconds: false), .email, .webAddress,
    .account, .phone(country: "COUNTRY"), .truth, .choice([]), .choice(["NAME", "OTHER"]),
    .choice((1...9).map { "\($0)" }), .kind("KIND"),
  ]

  /// Compares a sentence with the English one: no placeholder is left, and no argument is lost.
  private func check(
    _ sentence: String, isLike english: String, in table: StringTable,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let isNew =
      sentence != english || english.allSatisfy { !$0.isLetter || $0.isUppercase }
      || english == "https://…" || english == "name@domain"
    #expect(isNew, "\(table.language) has no sentence for: \(english)", sourceLocation: location)
    #expect(!sentence.contains { "{}".contains($0) }, "\(sentence)", sourceLocation: location)
    #expect(
      sentence == sentence.trimmed && !sentence.contains("  "), "\(sentence)",
      sourceLocation: location)
    for argument in english.arguments {
      #expect(
        sentence.contains(argument), "\(table.language): \(sentence) | \(english)",
        sourceLocation: location)
    }
  }

  @Test(arguments: translations)
  func everyReasonHasASentenceWithItsArguments(table: StringTable) {
    for detail in Self.reasons where detail.code != .stated && detail.code != .violated {
      check(detail.localized(in: table), isLike: detail.description, in: table)
      #expect(table["reason.\(detail.code)"] != nil)
      var bare = Reason.Detail(detail.code)
      bare.expected = [.literal(Reason.Quote("NEXT")), .anyOf(.letter), .others]
      #expect(bare.localized(in: table).contains("\"NEXT\""))
    }
  }

  @Test(arguments: translations)
  func everyViolationHasASentenceWithItsArguments(table: StringTable) {
    var used: Set<String> = ["unnamed"]
    for code in Self.violations {
      let violation = Violation(kind: .rule, code, of: "NAME")
      check(violation.localized(in: table), isLike: violation.message, in: table)
      used.insert(String("\(code)".prefix { $0 != "(" }))
    }
    for key in StringTable.keys where key.hasPrefix("violation.") {
      #expect(used.contains(String(key.dropFirst("violation.".count))), "\(key) is not tested")
    }
  }

  @Test(arguments: translations)
  func aMistakeInAFormNamesTheExpectedCharacter(table: StringTable) throws {
    let violation = Violation(kind: .value, .form("FORM", .wrongClass("x", .digit)))
    #expect(violation.localized(in: table).contains(try #require(table["class.digit"])))
  }

  static let kinds: [PropertyKind] = [
    .text, .integer, .decimal(integerDigits: 7001, fractionDigits: nil), .double, .date, .dateTime,
    .time(hasSeconds: true), .duration(hasSeconds: false), .month,
    .percent(integerDigits: nil, fractionDigits: nil), .hex(digits: 6), .card, .url, .email, .iban,
    .phone(country: nil), .reference(to: "TYPE"), .list(of: .reference(to: "TYPE")),
    .records(of: "TYPE"),
  ]

  @Test(arguments: translations)
  func everyKindHasADescription(table: StringTable) {
    for kind in Self.kinds {
      let violation = Violation(kind: .value, .noNil(kind), of: "NAME")
      check(violation.localized(in: table), isLike: violation.message, in: table)
      #expect(!violation.localized(in: table).contains(kind.expectation), "\(kind)")
    }
  }

  @Test(arguments: translations)
  func everyExpectationHasASentenceWithItsArguments(table: StringTable) {
    for expectation in Self.expectations {
      if case .mask = expectation { continue }
      check(expectation.localized(in: table), isLike: expectation.description, in: table)
    }
  }

  /// In Japanese, nouns have no plural. Every IBAN has more than 10 characters, and the longest
  /// duration has far more hours.
  @Test(arguments: translations.filter { $0.language != "ja" }, [0, 1, 2, 3, 11, 100])
  func noNumberIsFollowedByANounThatWouldHaveToAgree(table: StringTable, number: Int) {
    let range = number...number
    let violations: [Violation.Code] = [
      .length(LengthRange(range), number), .integerDigits(limit: number, .integer(5)),
      .fractionDigits(limit: number, .integer(5)), .noHexadecimalDigit(digits: number, "x"),
      .hexadecimalDigits(digits: number, number), .phoneLength(range, number),
      .localPartTooLong(limit: number), .addressTooLong(limit: number),
      .cardLength(range, after: nil, number),
    ]
    let expectations: [FieldExpectation] = [
      .number(
        from: nil, through: nil, isWhole: false, digits: number, decimals: range, unit: nil),
      .characters(fewest: number, most: number), .digits(range), .hexadecimalDigits(range),
    ]
    let reasons = Reason.Code.allCases.filter { $0 != .accountLength }.map {
      Reason.Detail($0, count: number, limit: number, of: .digit, part: .month, whole: .number)
    }
    let sentences =
      violations.map { Violation(kind: .rule, $0, of: "NAME").localized(in: table) }
      + expectations.map { $0.localized(in: table) } + reasons.map { $0.localized(in: table) }
    let nouns = StringTable.keys.filter { $0.hasPrefix("classes.") }.compactMap { table[$0] }
    for sentence in sentences {
      for noun in nouns { #expect(!sentence.contains("\(number) \(noun)"), "\(sentence)") }
    }
    #expect(sentences.contains { $0.contains("\(number)") })
  }

  @Test(arguments: translations)
  func everyTableHasTheSameKeysAndArguments(table: StringTable) {
    for key in StringTable.keys {
      let german = StringTable.german[key]?.placeholders
      #expect(table[key]?.placeholders == german, "\(table.language): \(key)")
    }
  }

  @Test(arguments: tables)
  func theReplacementOfAClientWins(table: StringTable) {
    var table = table
    for key in StringTable.keys { table[key] = "own \(key)" }
    for detail in Self.reasons where detail.code != .stated && detail.code != .violated {
      #expect(detail.localized(in: table) == "own reason.\(detail.code)")
    }
    for code in Self.violations {
      let name = "\(code)".prefix { $0 != "(" }
      #expect(Violation(kind: .rule, code).localized(in: table) == "own violation.\(name)")
    }
    table["violation.taken"] = "{value} belongs to {holder}[, {missing}]"
    let violation = Violation(kind: .rule, .taken("7", by: "Ann"), of: "number")
    #expect(violation.localized(in: table) == "7 belongs to Ann")
  }

  @Test func englishIsTheMessage() {
    for detail in Self.reasons { #expect(detail.localized(in: .english) == detail.description) }
    for code in Self.violations {
      let violation = Violation(kind: .rule, code, of: "NAME")
      #expect(violation.localized(in: .english) == violation.message)
    }
    for expectation in Self.expectations {
      #expect(expectation.localized(in: .english) == expectation.description)
    }
  }

  @Test func aLocaleHasTheTableOfItsLanguage() {
    #expect(StringTable(localeIdentifier: "de_AT.UTF-8")?.language == "de")
    #expect(StringTable(localeIdentifier: "ja")?.language == "ja")
    #expect(StringTable(localeIdentifier: "nl_NL") == nil)
  }

  @Test func aKeyIsRejectedInTheLanguageOfTheUser() {
    var editor = FieldEditor(format: FieldFormat(grammar: IntegerGrammar(in: 0...150)), text: "15")
    guard case .rejected(let rejection) = editor.press(.character("1")) else {
      Issue.record("151 is accepted")
      return
    }
    #expect(
      rejection.reason.localized(in: .german)
        == "\"1\" kann nicht auf \"15\" folgen; zulässig: 0 bis 150; erwartet: 0")
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// The words in capitals and the numbers above 2000.
  fileprivate var arguments: [String] {
    split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init).filter { word in
      Int(word).map { $0 > 2000 } ?? (word.count > 3 && word.allSatisfy(\.isUppercase))
    }.filter { $0 != "IBAN" }
  }

  fileprivate var placeholders: Set<String> {
    Set(
      split(separator: "{", omittingEmptySubsequences: false).dropFirst().map {
        String($0.prefix { $0 != "}" })
      })
  }
}
