import Testing
import Validation

/// A kind of field with some texts and their values, for the properties P1 to P12.
struct Kind: Sendable, CustomTestStringConvertible {
  var name: String
  var locale: Locale
  var grammar: any Grammar
  var keys: [Unicode.Scalar]
  /// Canonical English texts without groups, with their values.
  var canonical: [(text: String, value: Value)]
  /// The value of an English text by definition; nil if the text is incomplete.
  var meaning: (@Sendable (String) -> Value?)?
  /// The length up to which all texts are tested; nil for random texts.
  var longest: Int?

  init(
    _ name: String, _ grammar: any Grammar, keys: String,
    _ canonical: [(text: String, value: Value)], locale: Locale = .english,
    longest: Int? = nil, meaning: (@Sendable (String) -> Value?)? = nil
  ) {
    self.name = name
    self.locale = locale
    self.grammar = grammar
    self.keys = Array(keys.unicodeScalars)
    self.canonical = canonical
    self.longest = longest
    self.meaning = meaning
  }

  var testDescription: String { "\(name) \(locale)" }
  var format: FieldFormat { locale.format(grammar) }

  var isOfPlaces: Bool {
    grammar is any FixedGrammar || grammar is CardGrammar || grammar is HexGrammar
      || grammar is IBANGrammar
  }

  /// Characters of no kind, or that combine with the previous character.
  static let foreign: [Unicode.Scalar] = ["x", "\u{301}", "😀"]

  func inLocale(_ locale: Locale) -> Kind {
    var kind = self
    kind.locale = locale
    kind.meaning = nil
    return kind
  }

  /// An English text without groups in the symbols of the locale.
  func shown(_ text: String) -> String {
    if grammar is any NumberGrammar { return locale.translated(text) }
    if grammar is DurationGrammar {
      return text.map { character in
        character.isNumber
          ? locale.symbols.digit(character.wholeNumberValue!)
          : character == "-"
            ? locale.symbols.minus
            : character == "." ? locale.symbols.point : String(character)
      }.joined()
    }
    // Hexadecimal texts and names contain no digits of a locale.
    guard grammar is any FixedGrammar || grammar is CardGrammar else { return text }
    return text.map { character in
      character.isASCII && character.isNumber
        ? locale.symbols.digit(character.wholeNumberValue!) : String(character)
    }.joined()
  }

  /// Translates the key and replaces the range.
  func edit(typing key: Unicode.Scalar, over range: Range<Int>) -> Edit {
    Edit(range: range, replacement: shown(String(key)), isTyped: true)
  }
}

extension Kind {
  private static func texts(_ texts: [String]) -> [(text: String, value: Value)] {
    texts.map { ($0, .text($0)) }
  }

  private static func decimals(_ texts: [String]) -> [(text: String, value: Value)] {
    texts.map { ($0, .decimal(ExactDecimal($0)!)) }
  }

  private static func day(_ text: String) -> Value { .date((try? CalendarDate(reading: text))!) }

  private static func days(_ texts: [String]) -> [(text: String, value: Value)] {
    texts.map { ($0, day($0)) }
  }

  private static func moment(_ text: String) -> Value { .dateTime((try? Instant(reading: text))!) }

  private static func moments(_ texts: [String]) -> [(text: String, value: Value)] {
    texts.map { ($0, moment($0)) }
  }

  static func durations(_ texts: [(String, Int)]) -> [(text: String, value: Value)] {
    texts.map { ($0, .duration(TimeSpan(seconds: $1))) }
  }

  static func percentages(_ texts: [(String, String)]) -> [(text: String, value: Value)] {
    texts.map { ($0, .percent(ExactDecimal($1)!)) }
  }

  /// So small that all states can be tested.
  static let small: [Kind] =
    smallMarked + [
      Kind(
        "integer", IntegerGrammar(in: -12...21), keys: "012-",
        (-12...21).map { ("\($0)", .integer($0)) }, longest: 3,
        meaning: { text in
          guard text.wholeMatch(of: /-?[0-9]{1,2}/) != nil, let number = Int(text) else {
            return nil
          }
          return (-12...21).contains(number) ? .integer(number) : nil
        }),
      Kind(
        "decimal",
        DecimalGrammar(
          maximumIntegerDigits: 1, fractionDigits: 0...1, minimum: ExactDecimal("-1"),
          maximum: ExactDecimal("1.1")), keys: "01.-",
        decimals((-10...11).map { "\($0 < 0 ? "-" : "")\(abs($0) / 10).\(abs($0) % 10)" }).map {
          ($0.text.hasSuffix(".0") ? String($0.text.dropLast(2)) : $0.text, $0.value)
        }, longest: 4,
        meaning: { text in
          guard let match = text.wholeMatch(of: /-?([0-9]?)(\.([0-9]?))?/),
            text.contains(where: \.isNumber)
          else { return nil }
          let tenths = 10 * (Int(match.1) ?? 0) + (match.3.flatMap { Int($0) } ?? 0)
          guard text.first == "-" ? tenths <= 10 : tenths <= 11 else { return nil }
          let sign = text.first == "-" ? "-" : ""
          return .decimal(ExactDecimal("\(sign)\(tenths / 10).\(tenths % 10)")!)
        }),
      Kind(
        "double", DoubleGrammar(minimum: 0, maximum: 1.5), keys: "015.",
        [("0", .double(0)), ("1", .double(1)), ("1.5", .double(1.5)), ("0.51", .double(0.51))],
        longest: 4,
        meaning: { text in
          guard text.wholeMatch(of: /[0-9]+(\.[0-9]*)?|\.[0-9]+/) != nil,
            let number = Double("0" + (text.last == "." ? String(text.dropLast()) : text))
          else { return nil }
          return number <= 1.5 ? .double(number) : nil
        }),
      Kind(
        "text", TextGrammar(length: 1...2), keys: "a\u{301}\u{600}😀",
        texts(["a", "aa", "e\u{301}", "\u{301}", "😀a", "\u{600}aa"]), longest: 3,
        meaning: { (1...2).contains($0.count) ? .text($0) : nil }),
      pattern(
        "pattern", .sequence([.one(of: "ab"), .repeated(.text("b1"), 0, 1), .one(of: "1")]), nil,
        keys: "ab1", longest: 4),
      pattern(
        "pattern with a length", .repeated(.choice([.text("ab"), .one(of: "1")]), 0, nil), 2...3,
        keys: "ab1", longest: 3),
      Kind(
        "hex", HexGrammar(digits: 2), keys: "0aF", texts(["00", "A0", "FF", "AF"]), longest: 2,
        meaning: { $0.wholeMatch(of: /[0-9A-F]{2}/) != nil ? .text($0) : nil }),
      Kind(
        "card", CardGrammar(lengths: 3...4, after34And37: 3), keys: "034 ",
        texts(["000", "0000", "034", "349", "3004"]), longest: 4,
        meaning: { text in
          let digits = text.filter { $0 != " " }
          let lengths = digits.hasPrefix("34") || digits.hasPrefix("37") ? 3...3 : 3...4
          guard lengths.contains(digits.count) else { return nil }
          let doubled = digits.reversed().enumerated().map { place, digit in
            digit.wholeNumberValue! * (place % 2 == 0 ? 1 : 2)
          }
          let sum = doubled.reduce(0) { $0 + $1 / 10 + $1 % 10 }
          return sum % 10 == 0 ? .text(digits) : nil
        }),
      Kind(
        "mask", maskGrammar("0-\\0A"), keys: "01-aB", texts(["1-0B", "0-0A"]), longest: 4,
        meaning: { $0.wholeMatch(of: /[0-9]-0[A-Z]/) != nil ? .text($0) : nil }),
      Kind(
        "date",
        DateGrammar(
          from: CalendarDate(year: 1111, month: 11, day: 11)!,
          through: CalendarDate(year: 1111, month: 11, day: 12)!),
        keys: "12-", days(["1111-11-11", "1111-11-12"]), longest: 4,
        meaning: { ["1111-11-11", "1111-11-12"].contains($0) ? day($0) : nil }),
      Kind(
        "moment",
        DateTimeGrammar(
          from: Moment(
            CalendarDate(year: 1111, month: 11, day: 11)!, hour: 11, minute: 11, second: 11)!,
          through: Moment(
            CalendarDate(year: 1111, month: 11, day: 11)!, hour: 11, minute: 11, second: 11)!),
        keys: "1-TZ", moments(["1111-11-11T11:11:11Z"]), longest: 4,
        meaning: { $0 == "1111-11-11T11:11:11Z" ? moment($0) : nil }),
      Kind(
        "choice", ChoiceGrammar(["a", "aB", "b b", "E\u{301}"]), keys: "abB eE\u{301}",
        texts(["a", "aB", "b b", "E\u{301}"]), longest: 3,
        meaning: { text in
          ["a", "aB", "b b", "E\u{301}"].first {
            $0.lowercased().utf8.elementsEqual(text.lowercased().utf8)
          }.map(Value.text)
        }),
      Kind(
        "url", UrlGrammar(), keys: "ftpF:/@", texts(["ftp://f", "ftp://t@f/", "ftp://:@p//"]),
        longest: 3, meaning: { ReferenceUrl.accepts($0) ? .text($0) : nil }),
      Kind(
        "truth", BooleanGrammar(), keys: "truefals",
        [("true", .boolean(true)), ("false", .boolean(false))], longest: 5,
        meaning: { ["true": .boolean(true), "false": .boolean(false)][$0] }),
    ]

  private static func pattern(
    _ name: String, _ pattern: ReferencePattern, _ length: ClosedRange<Int>?, keys: String,
    longest: Int
  ) -> Kind {
    let complete = ReferencePatternTexts(pattern, upTo: longest, characters: length).complete
    let all = complete.map { ReferencePatternTexts.string($0) }.filter { !$0.isEmpty }.sorted()
    return Kind(
      name, PatternGrammar(pattern.automaton, length: length), keys: keys, texts(all),
      longest: longest, meaning: { all.contains($0) ? .text($0) : nil })
  }

  static let large: [Kind] =
    largeMarked + [
      Kind(
        "integer", IntegerGrammar(in: -53...20_000), keys: "0123456789-.",
        ["0", "-1", "-53", "7", "20000", "1234", "19999"].map { ($0, .integer(Int($0)!)) },
        meaning: { text in
          guard text.wholeMatch(of: /-?[0-9]{1,5}/) != nil, let number = Int(text) else {
            return nil
          }
          return (-53...20_000).contains(number) ? .integer(number) : nil
        }),
      Kind(
        "decimal",
        DecimalGrammar(
          maximumIntegerDigits: 5, fractionDigits: 0...2, minimum: ExactDecimal("-99999"),
          maximum: ExactDecimal("12345.67")), keys: "0123456789-.",
        decimals(["0", "-0.01", "0.5", "12345.67", "-99999", "-1000.2", "1234.05"])),
      Kind(
        "double", DoubleGrammar(), keys: "0123456789-.",
        [
          ("0.1", .double(0.1)), ("-2.5", .double(-2.5)), ("123456.789", .double(123_456.789)),
          ("999999999999999", .double(999_999_999_999_999)),
        ]),
      Kind(
        "text", TextGrammar(length: 2...6), keys: "ab \u{301}👩\u{200D}👧🇩🇪\r\n",
        texts(["ab", "e\u{301}\u{323}x", "👩‍👩‍👧 🇩🇪", "ab\r\n", "  ", "𝟗½一x"]),
        meaning: { (2...6).contains($0.count) ? .text($0) : nil }),
      Kind(
        "any text", TextGrammar(), keys: "ab \u{301}👩\u{200D}👧🇩🇪\r\n",
        texts(["a", "\u{301}", "long and longer, and with \u{202E}marks"]),
        meaning: { .text($0) }),
      Kind(
        "pattern of 30",
        PatternGrammar(
          ReferencePattern.sequence([
            .repeated(.one(of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), 10, 10), .one(of: "-"),
            .repeated(.one(of: "0123456789"), 10, 10), .one(of: "-"),
            .repeated(.one(of: "abcdefghijklmnopqrstuvwxyz"), 8, 8),
          ]).automaton), keys: "ABZ-019az",
        texts(["ABCDEFGHIJ-0123456789-abcdefgh", "ZZZZZZZZZZ-9999999999-zzzzzzzz"]),
        meaning: {
          $0.wholeMatch(of: /[A-Z]{10}-[0-9]{10}-[a-z]{8}/) != nil ? .text($0) : nil
        }),
      Kind(
        "words",
        PatternGrammar(
          ReferencePattern.sequence([
            .repeated(.one(of: "abcd"), 1, nil),
            .repeated(.sequence([.one(of: " "), .repeated(.one(of: "abcd"), 1, nil)]), 0, nil),
          ]).automaton, length: 3...9), keys: "abcd ", texts(["abc", "a b c", "abcd dcba"]),
        meaning: {
          (3...9).contains($0.count) && $0.wholeMatch(of: /[a-d]+( [a-d]+)*/) != nil
            ? .text($0) : nil
        }),
      Kind(
        "card", CardGrammar(), keys: "0123456789 ",
        [
          ("4111 1111 1111 1111", .text("4111111111111111")),
          ("3782 822463 10005", .text("378282246310005")),
          ("3400 000000 00009", .text("340000000000009")),
          ("4000 0000 0002", .text("400000000002")),
          ("6304 0000 0000 0000 000", .text("6304000000000000000")),
        ]),
      Kind("hex", HexGrammar(digits: 6), keys: "0123456789aBcDeF", texts(["00FF7A", "123456"])),
      Kind(
        "mask", maskGrammar("+1 (000) aA\\0-N"), keys: "0123456789aB+()- ",
        texts(["+1 (555) xY0-7", "+1 (155) ßÄ0-q"])),
      Kind(
        "date", DateGrammar(), keys: "0123456789-",
        days(["0001-01-01", "2024-02-29", "9999-12-31", "1900-02-28"])),
      Kind(
        "local date",
        DateGrammar(
          from: CalendarDate(year: 1999, month: 12, day: 31)!,
          through: CalendarDate(year: 2024, month: 2, day: 29)!,
          order: .dayMonthYear, separator: "."), keys: "0123456789.",
        [
          ("31.12.1999", .date(CalendarDate(year: 1999, month: 12, day: 31)!)),
          ("29.02.2024", .date(CalendarDate(year: 2024, month: 2, day: 29)!)),
          ("01.10.2000", .date(CalendarDate(year: 2000, month: 10, day: 1)!)),
        ]),
      Kind(
        "moment", DateTimeGrammar(), keys: "0123456789-:TZ",
        moments(["0001-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "9999-12-31T12:30:00Z"])),
      Kind(
        "local moment",
        LocalDateTimeGrammar(
          dates: DateNotation(order: .dayMonthYear, separator: "."),
          zoneOffset: { $0 < 1_711_846_800_000 ? 3_600_000 : 7_200_000 }), keys: "0123456789.: ",
        [
          ("02.01.0001 12:00", moment("0001-01-02T11:00:00Z")),
          ("31.03.2024 01:59:59", moment("2024-03-31T00:59:59Z")),
          ("31.03.2024 03:00", moment("2024-03-31T01:00:00Z")),
          ("31.12.9999 23:30:10", moment("9999-12-31T21:30:10Z")),
        ]),
      Kind(
        "choice", ChoiceGrammar(["Admin", "a", "ädit", "e\u{301}x", "👩‍👩‍👧 b"]),
        keys: "AadmiNneÄäxtb ", texts(["Admin", "a", "ädit", "e\u{301}x", "👩‍👩‍👧 b"]),
        meaning: { text in
          ["Admin", "a", "ädit", "e\u{301}x", "👩‍👩‍👧 b"].first {
            $0.lowercased().utf8.elementsEqual(text.lowercased().utf8)
          }.map(Value.text)
        }),
      Kind(
        "url", UrlGrammar(), keys: "https:/fmalo.@1[]%A?#,",
        texts([
          "https://a", "http://user:@[::1]:80/a//b?c/d?#e/?", "ftp://%C3%A4.b/(x);y=z",
          "mailto:a.b@c.de,f@g?subject=%20h",
        ]), meaning: { ReferenceUrl.accepts($0) ? .text($0) : nil }),
      Kind(
        "truth", BooleanGrammar(), keys: "truefals",
        [("true", .boolean(true)), ("false", .boolean(false))],
        meaning: { ["true": .boolean(true), "false": .boolean(false)][$0] }),
    ]

  /// In other locales: all locales for numbers, one per script for other kinds.
  static let translated: [Kind] = large.flatMap { kind in
    let isNumber = kind.grammar is any NumberGrammar
    return (isNumber ? Array(Locale.all.dropFirst()) : [.german.grouped(), .arabic, .persian])
      .map(kind.inLocale)
  }

  static let english = small + large

  var hasDomain: Bool { grammar is UrlGrammar || grammar is EmailGrammar }

  /// English, and the locale that differs most.
  static let tried = english + large.map { $0.inLocale(.kashmiri.grouped()) }
  static let all = english + translated
}
