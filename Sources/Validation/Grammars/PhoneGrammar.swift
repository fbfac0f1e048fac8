/// Telephone numbers with the code of their country: `+` and 7 to 15 digits.
///
/// `00` in front becomes `+`; until its second zero has come, the first one stands for itself.
public struct PhoneGrammar: InnerTextGrammar {
  private static let plus = UInt8(ascii: "+")

  /// Creates the grammar.
  public init() {}

  /// How many digits it has.
  public func expectation(in notation: Notation) -> String? {
    "+ and 7 to 15 digits"
  }

  /// Whether some number has the text in front, or it is the first of two zeros.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    if text.elementsEqual([ASCII.zero]) { return true }
    return text.isEmpty || text.first == Self.plus && areDigits(text.dropFirst())
  }

  /// Whether both texts together are not too many digits, with the `+` at most in front.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    guard begins(before) else { return false }
    if before.isEmpty, after.first == Self.plus { return areDigits(after.dropFirst()) }
    let isOpen = before.isEmpty || before.first != Self.plus
    return areDigits(isOpen ? after : before.dropFirst() + after)
  }

  private func areDigits(_ text: ArraySlice<UInt8>) -> Bool {
    text.count <= PhoneKind.lengths.upperBound && text.allSatisfy(ASCII.isDigit)
  }

  /// Takes out of a paste what people put between digits; two zeros in front are a `+`.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    let bytes: [UInt8]
    if isTyped, let scalar = text.onlyScalar {
      bytes = Array(String(scalar.plain).utf8)
    } else {
      do {
        bytes = Array(try PhoneKind.plain(text).utf8)
      } catch {
        return .rejected(Rejection(.init(.zeroInBrackets)))
      }
      guard !bytes.isEmpty else {
        return .rejected(Rejection(.init(.nothingToInsert, .init(text))))
      }
    }
    // The second of two zeros makes a `+` of both, wherever the first one comes from.
    guard bytes.first == ASCII.zero else { return .insert(bytes, dropping: 0) }
    if point.before.elementsEqual([ASCII.zero]) {
      return .insert([Self.plus] + bytes.dropFirst(), dropping: 1)
    }
    guard point.before.isEmpty else { return .insert(bytes, dropping: 0) }
    if point.after.first == ASCII.zero {
      return .insert([Self.plus] + bytes.dropFirst(), dropping: 0, droppingBehind: 1)
    }
    return .insert(
      bytes.starts(with: [ASCII.zero, ASCII.zero]) ? [Self.plus] + bytes.dropFirst(2) : bytes,
      dropping: 0)
  }

  /// Names the first character that no number has there, and what could be in its place.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    let next = expected { takes($0, at: attempt.point, in: notation) }
    let whole = attempt.inner[...]
    let digits = whole.filter(ASCII.isDigit).count
    let reason: Reason.Detail
    if let foreign = foreign(in: whole) {
      reason = foreign
    } else if digits > PhoneKind.lengths.upperBound {
      reason = tooMany
    } else if whole.dropFirst().contains(Self.plus) {
      reason = Reason.Detail(.frontOnly, .init("+"))
    } else {
      reason = Reason.Detail(.countryCodeFirst)
    }
    return reason.expecting(next)
  }

  private var tooMany: Reason.Detail {
    Reason.Detail(.tooMany, limit: PhoneKind.lengths.upperBound, of: .digit)
  }

  private func foreign(in text: ArraySlice<UInt8>) -> Reason.Detail? {
    guard let start = text.firstIndex(where: { !ASCII.isDigit($0) && $0 != Self.plus }) else {
      return nil
    }
    return Reason.Detail(.wrongClass, .init(firstOf: text[start...]), of: .digit)
  }

  private func expected(where isTaken: (Unicode.Scalar) -> Bool) -> [Reason.Expected] {
    let digits = (ASCII.zero...ASCII.nine).filter { isTaken(Unicode.Scalar($0)) }
    let plus: [Reason.Expected] = isTaken("+") ? [.literal(.init("+"))] : []
    return plus + Reason.Expected.runs(of: digits) { String(Unicode.Scalar($0)) }
  }

  /// The number, if it has enough digits.
  public func value(of text: [UInt8]) -> Value? {
    guard text.first == Self.plus, areDigits(text[1...]),
      PhoneKind.lengths.contains(text.count - 1)
    else { return nil }
    return .text(String(decoding: text, as: UTF8.self))
  }

  /// Says how many digits are missing, or what no number has.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    if let foreign = foreign(in: text[...]) { return foreign }
    guard text.first == Self.plus else {
      return Reason.Detail(.plusFirst)
    }
    let missing = PhoneKind.lengths.lowerBound - (text.count - 1)
    return missing > 0 ? Reason.Detail(.tooShort, count: missing, of: .digit) : tooMany
  }

  /// The number itself, be it complete or not.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .text(let text) = value else { return nil }
    return Array(text.utf8)
  }
}
