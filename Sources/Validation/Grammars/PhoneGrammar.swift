/// Telephone numbers with the code of their country: `+` and 7 to 15 digits.
///
/// `00` in front becomes `+`; until its second zero has come, the first one stands for itself. Where
/// a country is given, its code comes in place of one zero in front, with the digit after that.
public struct PhoneGrammar: InnerTextGrammar {
  private static let plus = UInt8(ascii: "+")

  private let country: [UInt8]?

  /// Creates the grammar.
  ///
  /// - Parameter country: what a number begins with that is written with one zero in front: `+49`.
  public init(country: String? = nil) {
    self.country = country.map { Array($0.utf8) }
  }

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

  /// Takes what people put between digits without effect; after the code of a country a zero goes
  /// when the bracket around it is closed.
  public func outcome(of edit: Edit, in state: EditState, in notation: Notation) -> Outcome {
    let rule = InnerTextRule(grammar: self, notation: notation)
    guard edit.isTyped, let scalar = edit.replacement.onlyScalar.map(PhoneKind.plain),
      let range = edit.within(0...state.text.count)?.ranges.first
    else { return rule.outcome(of: edit, in: state) }
    guard PhoneKind.isBetweenDigits(scalar) else {
      let outcome = rule.outcome(of: edit, in: state)
      guard scalar == "0", range.isEmpty, state.bracket == range.lowerBound,
        case .accepted(var next, let content) = outcome,
        next.selection.caret == range.lowerBound + 1
      else { return outcome }
      next.bracket = state.bracket
      return .accepted(next, content)
    }
    guard range.isEmpty else { return .accepted(state, rule.content(of: state)) }
    var next = state
    if scalar == "(" {
      next.bracket = range.lowerBound
    } else if scalar == ")" {
      next.bracket = nil
      let zero = range.lowerBound - 1
      if state.bracket == zero, state.text.utf8.first == Self.plus {
        return rule.outcome(
          of: Edit(range: zero..<zero + 1, replacement: "", isTyped: true), in: next)
      }
    }
    return .accepted(next, rule.content(of: next))
  }

  /// Takes out of a paste what people put between digits; two zeros in front are a `+`.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    let scalars: [Unicode.Scalar]
    if isTyped, let scalar = text.onlyScalar {
      scalars = [PhoneKind.plain(scalar)]
    } else {
      scalars = PhoneKind.pasted(text, dropsZero: point.before.first == Self.plus)
      guard !scalars.isEmpty else {
        return .rejected(Rejection(.init(.nothingToInsert, .init(text))))
      }
    }
    let bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
    // Zeros in front make a `+` of two and the country of one, wherever the first one comes from.
    let dropped = point.before.elementsEqual([ASCII.zero]) ? 1 : 0
    guard point.before.count == dropped else { return .insert(bytes, dropping: 0) }
    let whole = [UInt8](point.before) + bytes
    let droppedBehind = whole == [ASCII.zero] && !point.after.isEmpty ? 1 : 0
    guard
      let number = withCountry(whole + point.after.prefix(droppedBehind))
    else { return .insert(bytes, dropping: 0) }
    return .insert(number, dropping: dropped, droppingBehind: droppedBehind)
  }

  // The text with `+` and the code of a country in place of zeros in front; nil where it has none.
  private func withCountry(_ text: [UInt8]) -> [UInt8]? {
    guard text.first == ASCII.zero, text.count > 1 else { return nil }
    if text[1] == ASCII.zero { return [Self.plus] + text[2...] }
    return country.flatMap { ASCII.isDigit(text[1]) ? $0 + text[1...] : nil }
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
