// All messages of violations are in this file.

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
      "\(name) lists the \(type.asName) records that refer here by \(property.asName); "
        + "set that in them"
    case .owned(let type):
      "\(name) is a list of \(type.asName) records; append, insert, move and remove change it"
    case .noItem: "\(name) has no item that could be set"
    case .countOfList: "the count follows from the records of the list"
    case .noClock: "\(name) needs a value, since there is no clock to take it from"
    case .rule(let rule, let text, let seen):
      "breaks \(rule.asName)" + (text.map { ", \($0)" } ?? "")
        + (seen.isEmpty ? "" : ": ")
        + seen.map { "\($0.property.asName) is \($0.value?.literal ?? "nil")" }
        .joined(separator: ", ")
    case .nullCharacter: "\(name) cannot hold the character U+0000"
    case .length(let length, let count): "\(name) must have \(length.words), not \(count)"
    case .pattern(let pattern, let value): "\(name) must match \(pattern), not \(value.literal)"
    case .range(let range, let value): "\(name) must be \(range.words), not \(value.literal)"
    case .integerDigits(let limit, let value):
      "\(name) has at most \(limit.counted("digit")) before the point, not \(value)"
    case .fractionDigits(let limit, let value):
      "\(name) has at most \(limit.counted("digit")) after the point, not \(value)"
    case .expected(let kind): "expected \(kind.expectation)"
    case .wholeNumberTooLarge: "expected a whole number of 64 bits, \(Int.min) to \(Int.max)"
    case .inexactDouble: "expected a number that a Double holds exactly, which this is not"
    case .timeWithSeconds, .durationWithSeconds, .durationTooLong, .noSuchPart, .noSuchDay, .noZone,
      .zoneTooFar, .yearTooFar, .fractionOfSecond:
      time(code)
    case .form, .noHexadecimalDigit, .hexadecimalDigits, .phoneLength, .localPartTooLong,
      .addressTooLong, .noAccountCountry, .noSuchAccountCountry, .accountCharacter, .accountLength,
      .accountCheckDigits, .cardCharacters, .cardLength, .cardCheckDigit:
      text(code)
    case .noChoices, .emptyChoice, .nullInChoice, .equalChoices, .hexadecimalWidth, .callingCode,
      .nestedList, .maskEndsInBackslash, .maskWithoutPlaces:
      definition(code)
    }
  }

  private static func time(_ code: Code) -> String {
    switch code {
    case .timeWithSeconds: "expected a time without seconds such as 08:30"
    case .durationWithSeconds: "expected a duration without seconds such as 37:15"
    case .durationTooLong(let hours):
      "a duration has at most \(Int.max / 3600) hours, not \(hours)"
    case .noSuchPart(let part, let number): part.objection(to: number) ?? ""
    case .noSuchDay(let year, let month, let day):
      CalendarDate.objection(year: year, month: month, day: day) ?? ""
    case .noZone: "expected a zone after the time, as in 2026-11-21T10:00:00Z"
    case .zoneTooFar: "a zone is less than 24:00 away from UTC"
    case .yearTooFar: "the years go from 0001 to 9999, also in UTC"
    default: "a second has 1 to 3 digits after the point"
    }
  }

  private static func text(_ code: Code) -> String {
    switch code {
    case .form(let form, let mistake):
      "expected the form \(form): \(mistake?.message ?? "there is more to come")"
    case .noHexadecimalDigit(let count, let character):
      "expected \(hexadecimal(count)); \(Value.text(character).literal) is not one"
    case .hexadecimalDigits(let count, let found): "expected \(hexadecimal(count)), not \(found)"
    case .phoneLength(let lengths, let count):
      "expected \(lengths.lowerBound) to \(lengths.upperBound) digits after +, not \(count)"
    case .localPartTooLong(let limit): "expected at most \(limit) characters before @"
    case .addressTooLong(let limit): "expected at most \(limit) characters"
    case .noAccountCountry: "expected an IBAN, which begins with its country"
    case .noSuchAccountCountry(let country): "no IBAN begins with \(country)"
    case .accountCharacter(let place, let country, let character):
      "expected \(place.words) in an IBAN of \(country), not \(Value.text(character).literal)"
    case .accountLength(let length, let country, let count):
      "expected \(length) characters in an IBAN of \(country), not \(count)"
    case .accountCheckDigits: AccountNumber.wrongCheckDigits
    case .cardCharacters: "expected digits, and white space or punctuation only between them"
    case .cardLength(let lengths, let front, let count):
      "expected "
        + (front.map { "\(lengths.lowerBound) digits after \($0)" }
          ?? "\(lengths.lowerBound) to \(lengths.upperBound) digits") + ", not \(count)"
    default: CardNumber.wrongCheckDigit
    }
  }

  private static func definition(_ code: Code) -> String {
    switch code {
    case .noChoices: "a choice needs names, as in Choice(admin, editor)"
    case .emptyChoice: "a name of a choice cannot be empty"
    case .nullInChoice: "no text holds the character U+0000"
    case .equalChoices(let name): "\(name.asChoice) is given twice in this choice"
    case .hexadecimalWidth(let digits): "a Hex has 1 to \(digits.upperBound) digits, as in Hex(6)"
    case .callingCode:
      "the code of a country is + and 1 to 3 digits, the first not 0, as in Phone(+49)"
    case .nestedList: "a list cannot hold lists"
    case .maskEndsInBackslash: "a backslash at the end of a mask has nothing to take literally"
    default: "a mask needs a free place: 0, A, a or N, and not only literals"
    }
  }

  private static func hexadecimal(_ count: Int) -> String {
    "exactly \(count.counted("hexadecimal digit"))"
  }
}
