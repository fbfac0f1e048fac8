extension Violation {
  var english: String { Self.english(code, name ?? "a text") }

  private static func english(_ code: Code, _ name: String) -> String {
    switch code {
    case .stated(let words): words
    case .noProperty(let property, let owner):
      (owner.map { "\($0) has" } ?? "there is") + " no property \"\(property)\""
    case .required(let names):
      "\(names.listed(with: "and")) \(names.count > 1 ? "are" : "is") required"
    case .noNil(let kind): "\(name) cannot be nil; expected \(kind.expectation)"
    case .misfit(let literal, let why): "\(name) cannot be \(literal); \(english(why, name))"
    case .notOfType(let value): "\(name) cannot be \(value?.literal ?? "nil")"
    case .computed(let expression): "\(name) is computed as (\(expression)) and cannot be set"
    case .calculated: "\(name) is calculated and cannot be set"
    case .inverse(let type, let property):
      "\(name) lists the \(type.asName) records that refer to this record by \(property.asName); "
        + "change those records instead"
    case .owned(let type):
      "\(name) is a list of \(type.asName) records; use append, insert, move or remove"
    case .noItem: "\(name) has no item to set"
    case .countOfList: "the number of records in a list cannot be set"
    case .noClock: "\(name) needs a value because no clock is available"
    case .rule(let rule, let text, let seen):
      "breaks \(rule.asName)" + (text.map { ", \($0)" } ?? "")
        + (seen.isEmpty ? "" : ": ")
        + seen.map { "\($0.property.asName) is \($0.value?.literal ?? "nil")" }
        .joined(separator: ", ")
    case .taken(let literal, let holder): "\(name.asName) \(literal) is taken by \(holder)"
    case .nullCharacter: "\(name) cannot contain the character U+0000"
    case .length(let length, let count): "\(name) must have \(length.words), not \(count)"
    case .pattern(let pattern, let value):
      "\(name) must \(PatternWords.words(for: pattern.source).map { "be " + $0 } ?? "match \(pattern)"), "
        + "not \(value.literal)"
    case .range(let range, let value): "\(name) must be \(range.words), not \(value.literal)"
    case .integerDigits(let limit, let value):
      "\(name) can have at most \(limit.counted("digit")) before the point, not \(value)"
    case .fractionDigits(let limit, let value):
      "\(name) can have at most \(limit.counted("digit")) after the point, not \(value)"
    case .expected(let kind): "expected \(kind.expectation)"
    case .wholeNumberTooLarge: "expected a 64-bit whole number, \(Int.min) to \(Int.max)"
    case .inexactDouble: "expected a whole number that a Double can represent exactly"
    case .timeWithSeconds, .durationWithSeconds, .durationTooLong, .noSuchPart, .noSuchDay, .noZone,
      .zoneTooFar, .yearTooFar, .fractionOfSecond:
      time(code)
    case .form, .noHexadecimalDigit, .hexadecimalDigits, .phoneLength, .localPartTooLong,
      .addressTooLong, .noAccountCountry, .noSuchAccountCountry, .accountCharacter, .accountLength,
      .accountCheckDigits, .cardCharacters, .cardLength, .cardCheckDigit:
      text(code)
    case .noChoices, .emptyChoice, .nullInChoice, .equalChoices, .hexadecimalWidth, .callingCode,
      .nestedList, .maskEndsInBackslash, .maskWithoutPlaces, .maskTooLong:
      definition(code)
    }
  }

  private static func time(_ code: Code) -> String {
    switch code {
    case .timeWithSeconds: "expected a time without seconds, such as 08:30"
    case .durationWithSeconds: "expected a duration without seconds, such as 37:15"
    case .durationTooLong(let hours):
      "a duration can have at most \(Int.max / 3600) hours, not \(hours)"
    case .noSuchPart(let part, let number): part.objection(to: number) ?? ""
    case .noSuchDay(let year, let month, let day):
      CalendarDate.objection(year: year, month: month, day: day) ?? ""
    case .noZone: "expected a time zone after the time, such as 2026-11-21T10:00:00Z"
    case .zoneTooFar: "the offset from UTC must be less than 24:00"
    case .yearTooFar: "the year must be 0001 to 9999, also in UTC"
    default: "seconds can have 1 to 3 digits after the point"
    }
  }

  private static func text(_ code: Code) -> String {
    switch code {
    case .form(let form, let mistake):
      "expected the format \(form): \(mistake?.message ?? "the text is incomplete")"
    case .noHexadecimalDigit(let count, let character):
      "expected \(hexadecimal(count)); \(Value.text(character).literal) is not one"
    case .hexadecimalDigits(let count, let found): "expected \(hexadecimal(count)), not \(found)"
    case .phoneLength(let lengths, let count):
      "expected \(lengths.lowerBound) to \(lengths.upperBound) digits after +, not \(count)"
    case .localPartTooLong(let limit): "expected at most \(limit) characters before @"
    case .addressTooLong(let limit): "expected at most \(limit) characters"
    case .noAccountCountry: "expected an IBAN, which begins with a country code such as DE"
    case .noSuchAccountCountry(let country): "no IBAN begins with \(country)"
    case .accountCharacter(let place, let country, let character):
      "expected \(place.words) in an IBAN of \(country), not \(Value.text(character).literal)"
    case .accountLength(let length, let country, let count):
      "expected \(length) characters in an IBAN of \(country), not \(count)"
    case .accountCheckDigits: AccountNumber.wrongCheckDigits
    case .cardCharacters: "expected only digits, with white space or punctuation between them"
    case .cardLength(let lengths, let front, let count):
      "expected "
        + (front.map { "\(lengths.lowerBound) digits in a number that begins with \($0)" }
          ?? "\(lengths.lowerBound) to \(lengths.upperBound) digits") + ", not \(count)"
    default: CardNumber.wrongCheckDigit
    }
  }

  private static func definition(_ code: Code) -> String {
    switch code {
    case .noChoices: "a choice needs names, as in Choice(admin, editor)"
    case .emptyChoice: "a name of a choice cannot be empty"
    case .nullInChoice: "a choice cannot contain the character U+0000"
    case .equalChoices(let name): "\(name.asChoice) is given twice in this choice"
    case .hexadecimalWidth(let digits):
      "a Hex can have 1 to \(digits.upperBound) digits, as in Hex(6)"
    case .callingCode:
      "a country code is + and 1 to 3 digits, the first not 0, as in Phone(+49)"
    case .nestedList: "a list cannot contain lists"
    case .maskEndsInBackslash: "a mask cannot end in a backslash, which escapes the next character"
    case .maskTooLong(let limit): "a mask can have at most \(limit) characters"
    default: "a mask needs a placeholder: 0, A, a or N"
    }
  }

  private static func hexadecimal(_ count: Int) -> String {
    "exactly \(count.counted("hexadecimal digit"))"
  }
}
