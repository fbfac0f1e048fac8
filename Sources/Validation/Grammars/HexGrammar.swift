/// Texts of exactly so many hexadecimal digits, their letters in upper case, or whole numbers that are
/// written in them.
public struct HexGrammar: InnerTextGrammar {
  private let count: Int
  private let isNumber: Bool

  /// Creates a grammar of the texts with so many digits, of which there is one at least.
  public init(digits: Int) {
    precondition(digits > 0, "a hexadecimal text has a digit at least")
    count = digits
    isNumber = false
  }

  /// Creates a grammar of the whole numbers with at most so many digits, 1 to 15.
  public init(ofNumbersUpTo digits: Int) {
    precondition(1...15 ~= digits, "a hexadecimal number of 64 bits has 1 to 15 digits")
    count = digits
    isNumber = true
  }

  /// Puts letters into upper case, and takes one `0x` or `#` off a paste.
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

  /// Takes a text with a letter or a digit for something.
  public func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning {
    meaningOfPlaces(text)
  }

  /// Capitals, for the digits are.
  public var traits: TextTraits { TextTraits(capitalization: .allCharacters) }

  /// How many digits it has.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    .hexadecimalDigits(isNumber ? 1...count : count...count)
  }

  /// Whether the text is digits, and not too many.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    text.count <= count && text.allSatisfy(\.isCapitalHexDigit)
  }

  /// Whether both texts together are not too many digits.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    before.count + after.count <= count && before.allSatisfy(\.isCapitalHexDigit)
      && after.allSatisfy(\.isCapitalHexDigit)
  }

  /// Names the first character that is no digit, or says how many digits there are.
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

  /// The digits, if there are so many, or the number that they are.
  public func value(of text: [UInt8]) -> Value? {
    if isNumber {
      guard !text.isEmpty, begins(text[...]) else { return nil }
      return Int(String(decoding: text, as: UTF8.self), radix: 16).map { .integer($0) }
    }
    return text.count == count && begins(text[...])
      ? .text(String(decoding: text, as: UTF8.self)) : nil
  }

  /// Says how many digits are missing or too many, or what is none.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    if let reason = foreign(in: text[...]) { return reason }
    return text.count < count && !isNumber
      ? Reason.Detail(.missing, count: count - text.count, of: .hexadecimalDigit)
      : tooMany.counting(text.count)
  }

  /// The digits.
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
