/// A grammar of texts with a fixed number of hexadecimal digits in upper case, or of integers in
/// hexadecimal.
public struct HexGrammar: InnerTextGrammar {
  private let count: Int
  private let isNumber: Bool

  /// Creates a grammar of texts with exactly `digits` digits, at least one.
  public init(digits: Int) {
    precondition(digits > 0, "a hexadecimal text must have at least one digit")
    count = digits
    isNumber = false
  }

  /// Creates a grammar of integers with at most `digits` hexadecimal digits, 1 to 15.
  public init(ofNumbersUpTo digits: Int) {
    precondition(1...15 ~= digits, "a hexadecimal number must have 1 to 15 digits")
    count = digits
    isNumber = true
  }

  /// Converts letters to upper case, and removes one leading `0x` or `#` from pasted text.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    if isTyped { return .insert(capitals(text.unicodeScalars), dropping: 0) }
    let seen = HexKind.withoutSign(Array(text.unicodeScalars.pasted))
    return seen.isEmpty
      ? .rejected(Rejection(.init(.nothingToInsert)))
      : .insert(capitals(seen), dropping: 0)
  }

  private func capitals(_ text: some Sequence<Unicode.Scalar>) -> [UInt8] {
    text.flatMap { UTF8.encode(Slot.hexadecimal.taking($0) ?? $0)! }
  }

  /// Returns ``RefusedMeaning/something`` if the text contains a letter or a digit, otherwise
  /// ``RefusedMeaning/nothing``.
  public func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning {
    meaningOfPlaces(text)
  }

  /// The traits of a text in capitals.
  public var traits: TextTraits { TextTraits(capitalization: .allCharacters) }

  /// Returns the expected number of digits.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    .hexadecimalDigits(isNumber ? 1...count : count...count)
  }

  /// Returns whether the text consists of hexadecimal digits in upper case, and at most the allowed
  /// number.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    text.count <= count && text.allSatisfy(\.isCapitalHexDigit)
  }

  /// Returns whether both texts contain only hexadecimal digits in upper case, together at most the
  /// allowed number.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    before.count + after.count <= count && before.allSatisfy(\.isCapitalHexDigit)
      && after.allSatisfy(\.isCapitalHexDigit)
  }

  /// Reports the first character that is not a digit, or says how many digits are allowed.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    let isFull = attempt.point.before.count + attempt.point.after.count >= count
    return foreign(in: attempt.inner[...]).map {
      $0.expecting(isFull ? [] : Reason.Expected.hexadecimalDigits)
    } ?? tooMany
  }

  private var tooMany: Reason.Detail {
    Reason.Detail(.tooMany, limit: count, of: .hexadecimalDigit)
  }

  private func foreign(in text: ArraySlice<UInt8>) -> Reason.Detail? {
    guard let start = text.firstIndex(where: { !$0.isCapitalHexDigit }) else { return nil }
    return Reason.Detail(.wrongClass, .init(firstOf: text[start...]), of: .hexadecimalDigit)
  }

  /// Returns the digits if there are as many as required, or the integer.
  public func value(of text: [UInt8]) -> Value? {
    if isNumber {
      guard !text.isEmpty, begins(text[...]) else { return nil }
      return Int(String(decoding: text, as: UTF8.self), radix: 16).map { .integer($0) }
    }
    return text.count == count && begins(text[...])
      ? .text(String(decoding: text, as: UTF8.self)) : nil
  }

  /// Reports how many digits are missing or too many, or which character is not a digit.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    if let reason = foreign(in: text[...]) { return reason }
    return text.count < count && !isNumber
      ? Reason.Detail(.missing, count: count - text.count, of: .hexadecimalDigit)
      : tooMany.counting(text.count)
  }

  /// Returns the digits.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    if isNumber, case .integer(let number) = value, number >= 0 {
      return Array(String(number, radix: 16, uppercase: true).utf8)
    }
    guard case .text(let text) = value, self.value(of: Array(text.utf8)) != nil else { return nil }
    return Array(text.utf8)
  }
}

extension UInt8 {
  fileprivate var isCapitalHexDigit: Bool {
    isDigit || UInt8(ascii: "A")...UInt8(ascii: "F") ~= self
  }
}
