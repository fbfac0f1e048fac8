import Validation

extension Kind {
  private static func texts(_ texts: [String]) -> [(text: String, value: Value)] {
    texts.map { ($0, .text($0.filter { $0 != " " })) }
  }

  /// By definition, form by form.
  private static func duration(
    _ range: ClosedRange<Int>, _ hourDigits: Int, _ minuteDigits: Int, hasSeconds: Bool
  ) -> @Sendable (String) -> Value? {
    { text in
      ReferenceDuration(
        range: range, hourDigits: hourDigits, minuteDigits: minuteDigits, hasSeconds: hasSeconds
      ).seconds(text).map { .duration(TimeSpan(seconds: $0)) }
    }
  }

  /// Only Estonia, Kazakhstan and Kosovo, whose numbers have 20 characters.
  private static let iban: @Sendable (String) -> Value? = { text in
    let characters = text.filter { $0 != " " }
    guard ["EE", "KZ", "XK"].contains(characters.prefix(2)), characters.utf8.count == 20,
      characters.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) }),
      characters.dropFirst(2).prefix(characters.hasPrefix("KZ") ? 5 : 18).allSatisfy(\.isNumber)
    else { return nil }
    let digits = (characters.dropFirst(4) + characters.prefix(4))
      .map { String(Int(String($0), radix: 36)!) }.joined()
    let rest = digits.reduce(0) { ($0 * 10 + $1.wholeNumberValue!) % 97 }
    let check = Int(characters.dropFirst(2).prefix(2))!
    return rest == 1 && 2...98 ~= check ? .text(characters) : nil
  }

  /// The calling codes after which a zero is not dialled from abroad.
  private static let trunks = """
    20 27 31 32 33 40 41 43 44 46 49 51 53 54 55 57 58 60 61 62 63 64 66 81 82 84 86 90 91
    92 93 94 95 98 211 212 213 218 231 232 233 234 243 249 250 251 252 254 255 256 260 261
    262 263 264 265 291 353 355 358 359 370 373 374 377 380 381 382 383 385 386 387 389 421
    423 508 590 591 593 594 595 596 598 686 850 855 856 880 886 961 962 963 964 966 967 970
    971 972 976 977 994 995 996
    """.split(whereSeparator: \.isWhitespace)

  private static let phone: @Sendable (String) -> Value? = { text in
    guard text.utf8.count <= 16, text.wholeMatch(of: /\+[0-9]*/) != nil else { return nil }
    let digits = text.dropFirst()
    let code = trunks.first(where: digits.hasPrefix) ?? ""
    let number = "+" + code + digits.dropFirst(code.count).drop { !code.isEmpty && $0 == "0" }
    return 8...16 ~= number.utf8.count ? .text(number) : nil
  }

  private static func times(_ texts: [String]) -> [(text: String, value: Value)] {
    texts.map { ($0, .time((try? ClockTime(reading: $0))!)) }
  }

  private static func months(_ texts: [String]) -> [(text: String, value: Value)] {
    texts.map { ($0, .month((try? CalendarMonth(reading: $0))!)) }
  }

  private static let percent: @Sendable (String) -> Value? = { text in
    guard let match = text.wholeMatch(of: /(-?)([0-9]?)(\.([0-9]?))?/),
      text.contains(where: \.isNumber)
    else { return nil }
    let tenths = 10 * (Int(match.2) ?? 0) + (match.4.flatMap { Int($0) } ?? 0)
    guard match.1.isEmpty ? tenths <= 11 : tenths <= 10 else { return nil }
    return .percent(ExactDecimal("\(match.1)0.0\(tenths / 10)\(tenths % 10)")!)
  }

  static let smallMarked: [Kind] = [
    Kind(
      "time",
      TimeGrammar(
        from: ClockTime(secondsSinceMidnight: 36_600)!,
        through: ClockTime(secondsSinceMidnight: 36_660)!), keys: "012:",
      times(["10:10", "10:11"]), longest: 4),
    Kind(
      "month",
      MonthGrammar(
        from: CalendarMonth(year: 1111, month: 11)!, through: CalendarMonth(year: 1112, month: 1)!),
      keys: "012-", months(["1111-11", "1111-12", "1112-01"]), longest: 4),
    Kind(
      "duration",
      DurationGrammar(from: TimeSpan(seconds: -660), through: TimeSpan(seconds: 4230)),
      keys: "01:-.hm",
      durations([("-0:11", -660), ("0:00", 0), ("0:10", 600), ("1:01", 3660), ("1:10", 4200)]),
      longest: 4, meaning: duration(-660...4230, 2, 2, hasSeconds: false)),
    Kind(
      "percent",
      PercentGrammar(
        maximumIntegerDigits: 1, fractionDigits: 0...1, minimum: ExactDecimal("-1"),
        maximum: ExactDecimal("1.1")), keys: "01.-",
      percentages([
        ("-1", "-0.01"), ("-0.1", "-0.001"), ("0", "0"), ("0.1", "0.001"), ("1.1", "0.011"),
      ]), longest: 4, meaning: percent),
    Kind(
      "email", EmailGrammar(), keys: "@.aB-", texts(["a@a.a", "a.B-@a-a.a"]), longest: 3,
      meaning: { ReferenceEmail.accepts($0) ? .text($0) : nil }),
    Kind(
      "iban", IBANGrammar(), keys: "ekz01",
      texts(["EE27 0000 0000 0000 0000", "KZ60 000E EEEE EEEE EEEE"]), longest: 3,
      meaning: iban),
    Kind(
      "phone", PhoneGrammar(), keys: "+01", texts(["+0101010"]), longest: 3, meaning: phone),
  ]

  static let largeMarked: [Kind] = [
    Kind(
      "time with seconds", TimeGrammar(hasSeconds: true), keys: "0123456789:",
      times(["00:00:00", "23:59:59", "08:30:15"])),
    Kind(
      "month", MonthGrammar(), keys: "0123456789-", months(["0001-01", "2026-11", "9999-12"])),
    Kind(
      "duration", DurationGrammar(), keys: "0123456789:-.hm",
      durations([("0:00", 0), ("37:15", 134_100), ("-100:59", -363_540)])),
    Kind(
      "duration in seconds",
      DurationGrammar(
        from: TimeSpan(seconds: -5), through: TimeSpan(seconds: 359_999), hasSeconds: true),
      keys: "0123456789:-.hm",
      durations([("-0:00:05", -5), ("0:30:00", 1800), ("99:59:59", 359_999)]),
      meaning: duration(-5...359_999, 2, 4, hasSeconds: true)),
    Kind(
      "percent", PercentGrammar(maximumIntegerDigits: 5, fractionDigits: 0...2),
      keys: "0123456789-.",
      percentages([("12.5", "0.125"), ("-0.01", "-0.0001"), ("12345.67", "123.4567")])),
    Kind(
      "email", EmailGrammar(), keys: "@.ab-C+_9", texts(["Ca.b@b.a-9.ab", "+_@9.9"]),
      meaning: { ReferenceEmail.accepts($0) ? .text($0) : nil }),
    Kind(
      "iban", IBANGrammar(), keys: "NODEMKZab0123456789",
      texts(["NO93 8601 1117 947", "DE89 3704 0044 0532 0130 00", "MK07 2501 2000 0058 984"])),
    Kind(
      "phone", PhoneGrammar(), keys: "+0123456789", texts(["+49301234567", "+123456789012345"]),
      meaning: phone),
  ]
}

/// By definition: `1:30`, `1.5`, `1.5h`, `1h30`, `1h30m`, `90m`.
struct ReferenceDuration {
  var range: ClosedRange<Int>
  var hourDigits: Int
  var minuteDigits: Int
  var hasSeconds: Bool

  func seconds(_ text: String) -> Int? {
    var magnitude: Int?
    if let match = text.wholeMatch(of: /-?([0-9]+):([0-5][0-9])(:([0-5][0-9]))?/) {
      guard (match.4 != nil) == hasSeconds, match.1.count <= hourDigits else { return nil }
      magnitude = Int(match.1)! * 3600 + Int(match.2)! * 60 + (match.4.flatMap { Int($0) } ?? 0)
    } else if let match = text.wholeMatch(of: /-?([0-9]+)\.([0-9][0-9]?)h?/) {
      guard match.1.count <= hourDigits else { return nil }
      let hundredths = Int(match.2)! * (match.2.count == 1 ? 10 : 1)
      magnitude = Int(match.1)! * 3600 + hundredths * 36
    } else if let match = text.wholeMatch(of: /-?([0-9]+)h(?:([0-9][0-9]?)m?)?/) {
      let minutes = match.2.flatMap { Int($0) } ?? 0
      guard match.1.count <= hourDigits, minutes < 60 else { return nil }
      magnitude = Int(match.1)! * 3600 + minutes * 60
    } else if let match = text.wholeMatch(of: /-?([0-9]+)m/) {
      guard match.1.count <= minuteDigits else { return nil }
      magnitude = Int(match.1)! * 60
    }
    let isNegative = text.hasPrefix("-")
    guard let magnitude, hasSeconds || magnitude % 60 == 0, !isNegative || range.lowerBound < 0
    else { return nil }
    let seconds = isNegative ? -magnitude : magnitude
    return range.contains(seconds) ? seconds : nil
  }

  /// The beginnings of all complete texts.
  var beginnings: Set<String> {
    let digits = (0...9).map(String.init)
    var numbers = [digits]
    while numbers.count < minuteDigits {
      numbers.append(numbers[numbers.count - 1].flatMap { number in digits.map { number + $0 } })
    }
    // What follows the hours, in seconds.
    var tails: [(text: String, seconds: Int)] = [("h", 0)]
    for tens in [""] + digits {
      for ones in digits {
        let (text, number) = (tens + ones, Int(tens + ones)!)
        let hundredths = tens.isEmpty ? number * 10 : number
        tails += [".", ".h"].map { (".\(text)\($0.dropFirst())", hundredths * 36) }
        if number < 60 { tails += ["", "m"].map { ("h\(text)\($0)", number * 60) } }
        guard !tens.isEmpty, number < 60 else { continue }
        if hasSeconds {
          tails += (0...59).map { (":\(text):\($0 < 10 ? "0" : "")\($0)", number * 60 + $0) }
        } else {
          tails.append((":" + text, number * 60))
        }
      }
    }
    var beginnings: Set<String> = [""]
    func add(_ number: String, _ tail: String, _ magnitude: Int) {
      guard hasSeconds || magnitude % 60 == 0 else { return }
      for (sign, seconds) in [("", magnitude), ("-", -magnitude)]
      where range.contains(seconds) && (sign.isEmpty || range.lowerBound < 0) {
        var beginning = sign + number + tail
        while beginnings.insert(beginning).inserted { beginning.removeLast() }
      }
    }
    for number in numbers.joined() {
      add(number, "m", Int(number)! * 60)
      guard number.count <= hourDigits, Int(number)! * 3600 <= range.upperBound + 3600 else {
        continue
      }
      for tail in tails { add(number, tail.text, Int(number)! * 3600 + tail.seconds) }
    }
    return beginnings
  }
}

/// By definition, split at `@` and `.`.
enum ReferenceEmail {
  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    [.lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber].contains(
      scalar.properties.generalCategory)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
  }

  static func accepts(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count <= 64, text.utf8.count <= 254,
      parts[0].allSatisfy(\.isASCII)
    else { return false }
    let atoms = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let labels = parts[1].unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    return atoms.allSatisfy {
      !$0.isEmpty
        && $0.allSatisfy { $0.isLetter || $0.isNumber || "!#$%&'*+-/=?^_`{|}~".contains($0) }
    }
      && labels.count > 1
      && labels.allSatisfy { label in
        1...63 ~= label.count && label.first != "-" && label.last != "-"
          && label.allSatisfy { isLetterOrDigit($0) || $0 == "-" || isMark($0) }
          && !isMark(label.first!)
      }
  }
}
