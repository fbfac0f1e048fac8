internal import Values

// This file contains all English texts of reasons.

extension Reason.Detail: CustomStringConvertible {
  /// The reason in English: lower case, no period.
  public var description: String {
    let next = Reason.Expected.words(expected)
    if next.isEmpty { return words }
    switch code {
    case .unfinished: return "expected \(next)"
    // If every character of the class is expected, the count is enough.
    case .missing where characters != .character && areAny: return words
    case .missing: return "\(words): expected \(next)"
    case .missingAlike: return "\(words): \(next)"
    case .wrongClass where isSaid, .noCapital where isSaid: return words
    default: return "\(words); expected \(next)"
    }
  }

  // Whether the message already contains the expected class.
  private var isSaid: Bool {
    [[.anyOf(characters ?? .letter)], [.anyOf(.letter), .anyOf(.digit)]].contains(expected)
  }

  private var areAny: Bool {
    [
      [.anyOf(.digit)], [.anyOf(.letter)], [.anyOf(.letter), .anyOf(.digit)],
      Reason.Expected.hexadecimalDigits,
    ].contains(expected)
  }

  private var words: String {
    switch code {
    case .stated: subject?.text ?? ""
    case .violated, .required, .unanswered, .detached, .noProperty, .itemRemoved, .longNumber,
      .editingEnded, .notOfField, .refusedByProgram, .halfCharacter:
      ofField
    case .outOfBounds: "there is no such position in the text"
    case .nothingToInsert: FixedMistake.nothing(in: subject?.description ?? "the text")
    case .nothingToStep: "this value cannot be increased or decreased"
    case .foreign: "\(quoted) does not fit the format"
    case .notAsWritten: "\(quoted) is not in the format of this field"
    case .wrongClass: FixedMistake.wrongClass(quoted, of: name)
    case .wrongClasses: "\(quoted) has characters of the wrong kind in some positions"
    case .noCapital: FixedMistake.noCapital(quoted)
    case .cannotStart: "\(quoted) cannot \(start)"
    case .cannotFollow: "\(quoted) cannot follow \(Self.shown(front))\(surroundings)"
    case .cannotPrecede: "\(quoted) cannot precede \(Self.shown(back))"
    case .cannotStandHere:
      "\(quoted) is not allowed here" + (front.map { " in an IBAN of \($0)" } ?? "")
    case .nothingFits: "nothing can \(place)"
    case .noPlace: FixedMistake.noPlace(for: quoted)
    case .early: FixedMistake.early(quoted)
    case .outOfPart: FixedMistake.outOfPart(quoted)
    case .frontOnly:
      "\(quoted) is allowed only at the start\(whole.map { " of a \($0.rawValue)" } ?? "")"
    case .already: "there is already a \(quoted)"
    case .restDoesNotFit:
      "the text after the caret does not fit\(part == .country ? " this country" : "")"
    case .spaceMisplaced: "a space is allowed only between \(name)s"
    case .notTaken: "\(quoted) is not accepted"
    case .nothingMatches: "no text can match"
    case .nothingToChoose: "there is nothing to choose from"
    case .notContained: "no name contains \(quoted)"
    case .contained: count == 1 ? "1 match" : "\(count ?? 0) matches"
    case .tooMany, .tooManyDigits, .missing, .missingAlike, .tooShort, .partLength, .accountLength:
      length
    case .unfinished: ""
    case .unfinishedElsewhere: "the text is incomplete after \(Self.shown(front))"
    case .unfinishedCharacter: "expected a combining mark"
    case .partMissing: "the \(part?.rawValue ?? "part") \(part == .country ? "is" : "are") missing"
    case .domainMissing: "the @ and a domain are missing, as in name@example.org"
    case .domainWithoutPoint: "the domain has no dot yet, as in name@example.org"
    case .numberMissing: "a number is missing after \(Self.shown(front))"
    case .digitMissing: "a digit is missing beside \(quoted)"
    case .noDigits: "\(quoted) has no digits"
    case .notOfKind: "\(subject.map { "\($0) is " } ?? "")not a \(whole?.rawValue ?? "text")"
    case .hoursFirst: "a duration must begin with hours"
    case .countryCodeFirst: "a telephone number must begin with a country code"
    case .plusFirst: "a telephone number must begin with \"+\" and a country code"
    case .beginsNoCountry: "no country code of an IBAN begins with \(quoted)"
    case .noSuchCountry: "no IBAN begins with \(quoted)"
    case .outOfRange, .belowMinimum, .aboveMaximum, .noSuchPart, .noSuchDay, .skippedTime,
      .beforeRange, .afterRange, .checkDigit, .checkDigits:
      distance
    case .separatorNotTyped: "do not type the grouping separator \(quoted); \(decimal)"
    case .separatorMisplaced:
      "the grouping separator \(quoted) is allowed only between groups; \(decimal)"
    case .separatorAmbiguous:
      "\(quoted) before three digits is ambiguous; \(decimal)"
    }
  }
}

extension Reason.Detail {
  private var ofField: String {
    switch code {
    case .violated: violation?.message ?? ""
    case .required: "\(subject?.text ?? "the value") is required"
    case .unanswered:
      "\(quoted) was rejected; press Return again to keep \(back.map(\.description) ?? "the field empty")"
    case .detached: "the field is not attached to an object"
    case .noProperty: "there is no property \(quoted)"
    case .itemRemoved: "the item was removed from its list"
    case .longNumber:
      "\(subject?.text ?? "the value") has more digits than a field can edit; use a command instead"
    case .editingEnded: "the editing has ended"
    case .notOfField: "\(subject?.text ?? "this key") is not a key for a field"
    case .halfCharacter: "half of a character cannot be inserted"
    default: "this edit is not allowed here"
    }
  }

  private var length: String {
    switch code {
    case .tooMany:
      "at most \((limit ?? 0).counted(name))\(surroundingsOfLimit)"
        + (count.map { ", but there are \($0)" } ?? "")
    case .tooManyDigits: ExactDecimal.tooManyDigits
    case .missing where count == 1: "one more \(name)"
    case .missing where characters == .letterOrDigit: "\(count ?? 0) more letters or digits"
    case .missing, .missingAlike: (count ?? 0).counted("more \(name)")
    case .tooShort: "\((count ?? 0).counted("more \(name)")) expected"
    case .partLength: "\(part?.rawValue ?? "") must have \((limit ?? 0).counted(name))"
    default: "an IBAN of \(subject?.text ?? "") has \((limit ?? 0).counted(name))"
    }
  }

  private var distance: String {
    let text = subject?.text ?? ""
    let (minimum, maximum) = (minimum ?? "", maximum ?? "")
    return switch code {
    case .belowMinimum: "\(text) is below \(minimum)"
    case .aboveMaximum: "\(text) is above \(maximum)"
    case .beforeRange: "\(text) is before \(minimum)"
    case .afterRange: "\(text) is after \(maximum)"
    case .noSuchPart:
      part?.ofCalendar?.objection(to: part.flatMap { numbers[$0] } ?? 0, written: text) ?? ""
    case .noSuchDay:
      CalendarDate.objection(
        year: numbers[.year], month: numbers[.month] ?? 1, day: numbers[.day] ?? 0) ?? ""
    case .skippedTime: "\(text) is skipped when the clocks go forward"
    case .checkDigit:
      CardNumber.wrongCheckDigit + (count == nil ? "" : ", or digits are missing")
    case .checkDigits: AccountNumber.wrongCheckDigits
    default: whole == .duration ? "\(text) is not a duration\(range)" : "\(text) is out of range"
    }
  }

  private var name: String { (characters ?? .character).rawValue }

  private static func shown(_ quote: Reason.Quote?) -> String { quote?.description ?? "\"\"" }

  private var quoted: String { Self.shown(subject) }

  private var decimal: String { "the decimal separator is \(Self.shown(back))" }

  private var place: String {
    switch (front, back) {
    case (nil, nil): "be here"
    case (let front?, nil): "follow \(front)"
    case (nil, let back?): "precede \(back)"
    case (let front?, let back?): "be between \(front) and \(back)"
    }
  }

  private var start: String {
    switch whole {
    case nil: "be first"
    case .text: "start this text"
    case .duration: "start a duration\(range)"
    case .number: "start \(number)"
    }
  }

  private var surroundings: String {
    switch whole {
    case nil, .text: ""
    case .duration: range
    // If digits precede the character, a single bound does not explain the rejection.
    case .number: minimum != nil && maximum != nil ? range : " in \(number)"
    }
  }

  private var surroundingsOfLimit: String {
    switch part {
    case .wholePart: " before the separator"
    case .fraction: " after the separator"
    case let part?: " of \(part.rawValue)"
    case nil:
      front.map { " in a number that begins with \($0.text)" } ?? back.map { " before \($0)" } ?? ""
    }
  }

  private var number: String { "a number\(range)" }

  private var range: String {
    switch (minimum, maximum) {
    case (nil, nil): ""
    case (let minimum?, nil): " of at least \(minimum)"
    case (nil, let maximum?): " of at most \(maximum)"
    case (let minimum?, let maximum?): " in \(minimum)…\(maximum)"
    }
  }
}

extension Reason.Quote: CustomStringConvertible {
  /// The text in quotation marks, as a message contains it: usually with invisible characters
  /// escaped, and shortened.
  public var description: String {
    switch form {
    case .start: "\(Quotation(text))"
    case .end: "\(Quotation(endOf: Array(text.utf8)[...]))"
    case .displayed: "\"\(text)\""
    case .literal: Value.text(text).literal
    case .kept: "\(Quotation(displayed: text))"
    }
  }
}

extension Reason.Expected: CustomStringConvertible {
  /// The expected characters, in English.
  public var description: String {
    switch self {
    case .run(let first, let last): first == last ? first : "\(first)–\(last)"
    case .scalars(let first, let last) where first == last: Self.name(first)
    case .scalars(let first, let last):
      Self.isBare(first) && Self.isBare(last)
        ? "\(first)–\(last)" : "\(Self.name(first))–\(Self.name(last))"
    case .anyOf(.whiteSpace): Reason.CharacterClass.whiteSpace.rawValue
    case .anyOf(let characters): "a \(characters.rawValue)"
    case .anyCharacter(let others):
      "any character" + (others.isEmpty ? "" : " but \(Self.words(others))")
    case .literal(let quote): "\(quote)"
    case .others: "…"
    }
  }

  static func words(_ expected: [Self]) -> String {
    expected.last == .others
      ? expected.map(\.description).joined(separator: ", ")
      : expected.map(\.description).listed()
  }

  private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isPlainDigit || "A"..."Z" ~= scalar || "a"..."z" ~= scalar
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    scalar.isPlainDigit ? "\(scalar)" : "\(Quotation([scalar]))"
  }
}

/// A text in quotation marks for messages; invisible characters are escaped, long texts shortened.
struct Quotation: CustomStringConvertible {
  var description: String

  private static let longest = 20

  init(_ text: some Sequence<Unicode.Scalar>) {
    description = "\""
    for (index, scalar) in text.enumerated() {
      guard index < Quotation.longest else {
        description += "…"
        break
      }
      Quotation.append(scalar, to: &description)
    }
    description += "\""
  }

  init(_ text: String) {
    self.init(text.unicodeScalars)
  }

  /// Displays group separators as plain spaces, omits invisible marks, and shortens a long text in
  /// the middle.
  init(displayed text: String) {
    let edge = 30
    let scalars = text.unicodeScalars.lazy.filter { !$0.isInvisible }.map { $0.isSpace ? " " : $0 }
    let isLong = scalars.dropFirst(2 * edge).first != nil
    description = "\""
    for scalar in isLong ? Array(scalars.prefix(edge)) : Array(scalars) {
      Quotation.append(scalar, to: &description)
    }
    if isLong {
      description += "…"
      // Keep the end, because the rejected key was typed there.
      for scalar in Array(scalars.suffix(edge)) { Quotation.append(scalar, to: &description) }
    }
    description += "\""
  }

  init(endOf text: ArraySlice<UInt8>) {
    // A scalar has at most four bytes; a partial scalar at the start is dropped.
    let end = text.suffix(4 * Quotation.longest)
    let whole = end.count < text.count ? end.drop { $0 & 0xC0 == 0x80 } : end
    let scalars = String(decoding: whole, as: UTF8.self).unicodeScalars
    let last = scalars.suffix(Quotation.longest)
    description = whole.count < text.count || last.startIndex > scalars.startIndex ? "\"…" : "\""
    for scalar in last { Quotation.append(scalar, to: &description) }
    description += "\""
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"", "\\": text += "\\\(scalar)"
    case "\n", "\r", "\t": text += scalar.writtenOut
    case " "..."~": text.unicodeScalars.append(scalar)
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator, .spaceSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
        text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
