/// Bank account numbers according to ISO 13616, displayed in groups of four.
///
/// Wrong check digits make a number incomplete, but no key is rejected because of them: the typing
/// error can be in any character. Check digits are 02 to 98.
public struct IBANGrammar: InnerTextGrammar {
  /// Creates the grammar.
  public init() {}

  /// Removes the spaces between groups.
  public func reading(of text: String, in notation: Notation) -> Reading {
    var reading = Reading(bytes: [], boundaries: [0])
    reading.bytes.reserveCapacity(text.utf8.count)
    reading.boundaries.reserveCapacity(text.utf8.count + 1)
    for character in text {
      if character != " " { reading.bytes += character.utf8 }
      reading.boundaries.append(reading.bytes.count)
    }
    return reading
  }

  /// Displays groups of four characters, unless the text is not ASCII.
  public func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState {
    guard text.isOneCharacterEach else {
      let string = String(decoding: text, as: UTF8.self)
      let place = reading(of: string, in: notation).place(ofInner: caret)
      return EditState(text: string, selection: Selection(caret: place))
    }
    let (grouped, place) = text.grouped(caret: caret, where: AccountNumber.isBoundary)
    return EditState(
      text: String(decoding: grouped, as: UTF8.self), selection: Selection(caret: place))
  }

  /// Converts letters to upper case, removes separators from pasted text, and ignores a space typed
  /// after a character.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    guard isTyped, let scalar = text.onlyScalar else {
      let bytes = AccountNumber.plain(text)
      guard !bytes.isEmpty else {
        return .rejected(
          Rejection(.init(.nothingToInsert, .init(text))))
      }
      return .insert(bytes, dropping: 0)
    }
    guard scalar.isSpace else {
      let plain = scalar.plain
      return .insert(Array(String(plain.capital ?? plain).utf8), dropping: 0)
    }
    return point.before.isEmpty
      ? .rejected(Rejection(.init(.spaceMisplaced, of: .character))) : .nothing
  }

  /// The traits of a bank account number in capitals.
  public var traits: TextTraits {
    TextTraits(contentType: .bankAccount, capitalization: .allCharacters)
  }

  /// Returns the description of an account number.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    .account
  }

  /// Returns whether an account number begins with the text.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    AccountNumber.canHaveCheckDigits(text)
      && forms(after: text).contains { places in
        text.count <= places.count && zip(places, text).allSatisfy { $0.holds($1) }
      }
  }

  /// Returns whether an account number begins with `before`, and the characters of `after` can
  /// follow in this order, perhaps with other characters between them.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    guard AccountNumber.canHaveCheckDigits(before) else { return false }
    return forms(after: before).contains { places in
      guard before.count <= places.count, zip(places, before).allSatisfy({ $0.holds($1) }) else {
        return false
      }
      // Greedy matching is enough, because it leaves the most positions for the rest.
      var rest = places[before.count...]
      return after.allSatisfy { byte in
        rest = rest.drop { !$0.holds(byte) }
        return rest.popFirst() != nil
      }
    }
  }

  // The formats of the countries whose code is, or begins with, the start of the text.
  private func forms(after text: ArraySlice<UInt8>) -> [[AccountPlace]] {
    let code = text.prefix(2)
    if let country = AccountNumber.country(of: code) {
      return AccountCountries.places[country].map { [$0] } ?? []
    }
    return AccountCountries.places.compactMap { country, places in
      country.utf8.starts(with: code) ? places : nil
    }
  }

  /// Reports the first wrong character, and the accepted characters.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    let before = attempt.before
    let mistake =
      before.indices.first { !begins(before[...$0]) }
      .map { (place: $0, reason: reason(against: before, at: $0)) }
    if let mistake, !attempt.isTyped {
      return mistake.reason.expecting(expected(after: before[..<mistake.place]))
    }
    let next = Self.characters.filter { takes(Unicode.Scalar($0), at: attempt.point, in: notation) }
    let why =
      mistake?.reason ?? excess(before, attempt.after)
      ?? Reason.Detail(.restDoesNotFit, part: .country)
    return why.expecting(runs(next))
  }

  private static let characters: [UInt8] =
    Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))

  private func reason(against text: ArraySlice<UInt8>, at place: Int) -> Reason.Detail {
    let wrong = Reason.Quote(firstOf: text[place...])
    switch place - text.startIndex {
    case 0: return Reason.Detail(.beginsNoCountry, wrong)
    case 1: return Reason.Detail(.noSuchCountry, .init(startOf: text[...place]))
    default:
      return excess(text, [])
        ?? Reason.Detail(.cannotStandHere, wrong, after: .init(startOf: text.prefix(2)))
    }
  }

  private func excess(_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) -> Reason.Detail? {
    guard let code = AccountNumber.country(of: before), let places = AccountCountries.places[code],
      before.count + after.count > places.count
    else { return nil }
    return Reason.Detail(.accountLength, .init(code), limit: places.count, of: .character)
  }

  private func expected(after text: ArraySlice<UInt8>) -> [Reason.Expected] {
    runs(Self.characters.filter { begins(text + [$0]) })
  }

  private func runs(_ bytes: [UInt8]) -> [Reason.Expected] {
    let digits = bytes.filter(\.isDigit)
    let letters = bytes.filter { !$0.isDigit }
    let shown = { (byte: UInt8) in String(Unicode.Scalar(byte)) }
    return Reason.Expected.runs(of: digits, shown: shown)
      + Reason.Expected.runs(of: letters, shown: shown)
  }

  /// Returns the number if it is complete and its check digits are right.
  public func value(of text: [UInt8]) -> Value? {
    guard begins(text[...]), let code = AccountNumber.country(of: text),
      AccountCountries.places[code]?.count == text.count, AccountNumber.hasCheckDigits(text)
    else { return nil }
    return .text(String(decoding: text, as: UTF8.self))
  }

  /// Reports which character is wrong, whether the country is missing, how many characters are
  /// missing, or that the check digits are wrong.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    if let mistake = text.indices.first(where: { !begins(text[...$0]) }) {
      return reason(against: text[...], at: mistake)
        .expecting(expected(after: text[..<mistake]))
    }
    guard let code = AccountNumber.country(of: text), let places = AccountCountries.places[code]
    else {
      return Reason.Detail(
        .partMissing, part: .country, expected: expected(after: text[...]))
    }
    let missing = places.count - text.count
    return missing > 0
      ? Reason.Detail(.tooShort, count: missing, of: .character) : Reason.Detail(.checkDigits)
  }

  /// Returns the characters of a number, even if the number is incomplete.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .text(let text) = value, !text.utf8.contains(UInt8(ascii: " ")) else { return nil }
    return Array(text.utf8)
  }
}
