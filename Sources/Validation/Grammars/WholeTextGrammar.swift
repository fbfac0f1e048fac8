/// Doubles, truth values and what else is read from a text as a whole: takes any key, and judges the
/// whole text only.
public struct WholeTextGrammar: Grammar {
  /// What the text means.
  public enum Kind: Hashable, Sendable {
    /// A decimal of up to 15 and 15 digits.
    case double
    /// `true` or `false`.
    case boolean
  }

  private enum Judge: Sendable {
    case kind(Kind)
    case other(
      reading: @Sendable (String) -> FieldContent,
      canonicalText: @Sendable (FieldValue) -> String?)
  }

  private let judge: Judge

  /// Creates a grammar of one kind.
  public init(_ kind: Kind) {
    judge = .kind(kind)
  }

  /// Creates a grammar of the texts that something else reads.
  ///
  /// - Parameters:
  ///   - reading: what a text that is not empty amounts to.
  ///   - canonicalText: how a value is written; nil for one that is not of this kind. What it
  ///     writes has to be read as that value.
  public init(
    reading: @escaping @Sendable (String) -> FieldContent,
    canonicalText: @escaping @Sendable (FieldValue) -> String?
  ) {
    judge = .other(reading: reading, canonicalText: canonicalText)
  }

  /// Any text may become complete.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool { true }

  /// Any text is of the form.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    true
  }

  /// Nothing is refused.
  public func objection(
    to before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>, in notation: Notation
  ) -> String { "this cannot stand here" }

  /// The value of the whole text.
  public func content(of text: [UInt8], in notation: Notation) -> FieldContent {
    let text = String(decoding: text, as: UTF8.self)
    switch judge {
    case .kind(let kind): return content(of: text, kind, notation)
    case .other(let reading, _): return reading(text)
    }
  }

  private func content(of text: String, _ kind: Kind, _ notation: Notation) -> FieldContent {
    let value: FieldValue? =
      switch kind {
      case .double: double(text, in: notation).map { .double($0) }
      case .boolean: Bool(text).map { .boolean($0) }
      }
    guard let value else {
      return .incomplete(reason: "\(Quotation(text)) is not \(Self.expectation(kind))")
    }
    return .complete(value)
  }

  /// The shortest exact text of a double, the name of a truth value, or what another value is
  /// written as.
  public func canonicalText(of value: FieldValue, in notation: Notation) -> [UInt8]? {
    switch (judge, value) {
    case (.kind(.double), .double(let value)):
      Array(WholeTextGrammar.text(of: value, in: notation).utf8)
    case (.kind(.boolean), .boolean(let value)): Array(value.description.utf8)
    case (.kind, _): nil
    case (.other(_, let canonicalText), _): canonicalText(value).map { Array($0.utf8) }
    }
  }

  private static func expectation(_ kind: Kind) -> String {
    switch kind {
    case .double: "a number of at most 15 digits before and 15 behind the separator"
    case .boolean: "true or false"
    }
  }

  private func double(_ text: String, in notation: Notation) -> Double? {
    let bytes = notation.withoutGrouping.reading(ofNumber: text).bytes
    guard let shape = NumberShape(bytes[...]), (1...15).contains(shape.whole.count),
      (shape.fraction?.count ?? 0) <= 15
    else { return nil }
    // Zero has no sign to a person.
    return Double(Numeral(bytes, shape: shape).description)
  }

  private static func text(of value: Double, in notation: Notation) -> String {
    let description = (value == 0 ? 0 : value).description
    guard let digits = plainDigits(description), let shape = NumberShape(digits[...]) else {
      return description
    }
    let numeral = Numeral(digits, shape: shape)
    guard numeral.whole.count <= 15, numeral.fraction.count <= 15 else { return description }
    return notation.withoutGrouping.number(numeral.bytes)
  }

  // Swift writes small and large numbers with an exponent, which moves the point.
  private static func plainDigits(_ description: String) -> [UInt8]? {
    let parts = description.utf8.split(separator: UInt8(ascii: "e"))
    let mantissa = Array(parts[0])
    guard let shape = NumberShape(mantissa[...]) else { return nil }
    guard parts.count == 2 else { return mantissa }
    guard let exponent = Int(String(decoding: parts[1], as: UTF8.self)), abs(exponent) <= 15 else {
      return nil
    }
    let sign: [UInt8] = shape.isNegative ? [ASCII.minus] : []
    let zeros = [UInt8](repeating: ASCII.zero, count: 16)
    let digits =
      zeros + Array(mantissa[shape.whole]) + (shape.fraction.map { Array(mantissa[$0]) } ?? [])
      + zeros
    let point = zeros.count + shape.whole.count + exponent
    return sign + digits[..<point] + [ASCII.point] + digits[point...]
  }
}
