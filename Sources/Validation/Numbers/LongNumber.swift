/// The texts of a number that has more digits than its field allows.
///
/// The number is rounded while the field is idle, and displayed in full while it is edited, so that
/// users can delete digits.
public struct LongNumber: Hashable, Sendable {
  /// The number rounded half to even to the digits of the field.
  public var rounded: String

  /// The number with all its digits.
  public var whole: String

  /// Whether there are no digits to edit, for example in `nan`: the text is selected, so that
  /// typing replaces it.
  public var isReplaced: Bool
}

extension NumberGrammar {
  /// Rounds a number with too many digits after the separator; `nil` if it has too many before it.
  public func longNumber(_ value: Value, in notation: Notation) -> LongNumber? {
    guard let number = number(of: value) else {
      guard case .double(let number) = value, form.fractionDigits.upperBound > 0 else { return nil }
      // Infinite, NaN, or written with an exponent.
      return LongNumber(rounded: "\(number)", whole: "\(number)", isReplaced: true)
    }
    let fewest = form.fractionDigits.lowerBound
    let bytes = number.bytes(minimumFractionDigits: fewest)
    if form.shape(bytes[...]) != nil { return nil }
    if let minimum = form.minimum, number < minimum { return nil }
    if let maximum = form.maximum, maximum < number { return nil }
    let whole = notation.number(bytes)
    let rounded = number.rounded(toFractionDigits: form.fractionDigits.upperBound)
      .bytes(minimumFractionDigits: fewest)
    guard form.shape(rounded[...]) != nil else { return nil }
    return LongNumber(rounded: notation.number(rounded), whole: whole, isReplaced: false)
  }
}
