/// Numbers of bank accounts as ISO 13616 has them, displayed in groups of four.
///
/// Whether the check digits fit decides only whether a number is complete: the slip is usually not
/// in the last character.
public struct IBANGrammar: InnerTextGrammar {
  private let groups = CharacterGroups { AccountNumber.isBoundary($0) }

  /// Creates the grammar.
  public init() {}

  /// Takes the groups apart.
  public func reading(of text: String, in notation: Notation) -> Reading {
    CharacterGroups.reading(of: text)
  }

  /// Puts the characters into groups.
  public func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState {
    groups.display(text, caret: caret)
  }

  /// Puts letters into upper case, and takes out of a paste what is put between characters; a space
  /// after a character says nothing.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    guard isTyped, let scalar = text.onlyScalar else {
      let bytes = AccountNumber.plain(text)
      guard !bytes.isEmpty else {
        return .rejected(
          Rejection(message: "there is nothing in \(Quotation(text)) to insert"))
      }
      return .insert(bytes, dropping: 0)
    }
    guard scalar.isSpace else {
      let plain = scalar.plain
      return .insert(Array(String(plain.capital ?? plain).utf8), dropping: 0)
    }
    return point.before.isEmpty
      ? .rejected(Rejection(message: "a space stands between characters only")) : .nothing
  }

  /// What it is made of.
  public func expectation(in notation: Notation) -> String? {
    "country, check digits and account"
  }

  /// Whether some number has the text in front.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    forms(behind: text).contains { places in
      text.count <= places.count && zip(places, text).allSatisfy { $0.holds($1) }
    }
  }

  /// Whether some number has the one text in front and the other one, with gaps, after that.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    forms(behind: before).contains { places in
      guard before.count <= places.count, zip(places, before).allSatisfy({ $0.holds($1) }) else {
        return false
      }
      // The first place that takes a character leaves the most of them for the rest.
      var rest = places[before.count...]
      return after.allSatisfy { byte in
        rest = rest.drop { !$0.holds(byte) }
        return rest.popFirst() != nil
      }
    }
  }

  // The forms of the countries whose code begins a text; the code itself stands in none of them.
  private func forms(behind text: ArraySlice<UInt8>) -> [[AccountPlace]] {
    let code = text.prefix(2)
    if let country = AccountNumber.country(of: code) {
      return AccountCountries.places[country].map { [$0] } ?? []
    }
    return AccountCountries.places.compactMap { country, places in
      country.utf8.starts(with: code) ? places : nil
    }
  }

  /// Names the first character that no number has there, and what could be in its place.
  public func objection(to attempt: Attempt, in notation: Notation) -> String {
    let before = attempt.before
    let mistake =
      before.indices.first { !begins(before[...$0]) }
      .map { (place: $0, reason: reason(against: before, at: $0)) }
    if let mistake, !attempt.isTyped {
      return Expectation.sentence(
        mistake.reason, expected: expected(behind: before[..<mistake.place]))
    }
    let next = Self.characters.filter { takes(Unicode.Scalar($0), at: attempt.point, in: notation) }
    let why =
      mistake?.reason ?? excess(before, attempt.after)
      ?? "what stands after the caret is not of this country"
    return Expectation.sentence(why, expected: words(next))
  }

  private static let characters: [UInt8] =
    Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))

  private func reason(against text: ArraySlice<UInt8>, at place: Int) -> String {
    var reader = ScalarReader(text[place...])
    _ = reader.next()
    let wrong = Quotation(String(decoding: text[place..<reader.index], as: UTF8.self))
    let code = Quotation(startOf: text.prefix(2))
    switch place - text.startIndex {
    case 0: return "\(wrong) begins no country with an IBAN"
    case 1: return "no IBAN begins with \(Quotation(startOf: text[...place]))"
    default:
      return excess(text, []) ?? "\(wrong) cannot stand here in an IBAN of \(code)"
    }
  }

  private func excess(_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) -> String? {
    guard let code = AccountNumber.country(of: before), let places = AccountCountries.places[code],
      before.count + after.count > places.count
    else { return nil }
    return "an IBAN of \(code) has \(places.count) characters"
  }

  private func expected(behind text: ArraySlice<UInt8>) -> String {
    words(Self.characters.filter { begins(text + [$0]) })
  }

  private func words(_ bytes: [UInt8]) -> String {
    let digits = bytes.filter(ASCII.isDigit)
    let letters = bytes.filter { !ASCII.isDigit($0) }
    let shown = { (byte: UInt8) in String(Unicode.Scalar(byte)) }
    return Expectation.either(
      Expectation.runs(of: digits, shown: shown)
        + (letters.isEmpty ? [] : Expectation.runs(of: letters, shown: shown)))
  }

  /// The number, if its check digits fit.
  public func value(of text: [UInt8]) -> Value? {
    guard begins(text[...]), let code = AccountNumber.country(of: text),
      AccountCountries.places[code]?.count == text.count, AccountNumber.hasCheckDigits(text)
    else { return nil }
    return .text(String(decoding: text, as: UTF8.self))
  }

  /// Says how many characters are missing, what no number has, or that the check digits do not fit.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> String {
    if let mistake = text.indices.first(where: { !begins(text[...$0]) }) {
      return Expectation.sentence(
        reason(against: text[...], at: mistake), expected: expected(behind: text[..<mistake]))
    }
    guard let code = AccountNumber.country(of: text), let places = AccountCountries.places[code]
    else {
      return Expectation.sentence("the country is missing", expected: expected(behind: text[...]))
    }
    let missing = places.count - text.count
    return missing > 0
      ? "\(Expectation.count(missing, "more character")) expected" : AccountNumber.wrongCheckDigits
  }

  /// The characters of a number, be it complete or not.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .text(let text) = value, !text.utf8.contains(UInt8(ascii: " ")) else { return nil }
    return Array(text.utf8)
  }
}
