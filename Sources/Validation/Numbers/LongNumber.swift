/// How a field shows a number that has more digits than its texts.
///
/// It is rounded while the field is idle, as a label would, and whole while it is edited, where what
/// is too much can be deleted.
public struct LongNumber: Hashable, Sendable {
  /// The number rounded half to even to the digits of the field.
  public var rounded: String

  /// All of the number.
  public var whole: String

  /// Whether there are no digits to edit, as in `nan`: the text is selected, so that what is typed
  /// takes its place.
  public var isReplaced: Bool
}

extension NumberGrammar {
  /// Rounds what has too many digits after the separator; what has too many before it is no number
  /// of the field.
  public func longNumber(_ value: Value, in notation: Notation) -> LongNumber? {
    guard let number = number(of: value) else {
      guard case .double(let number) = value, form.fractionDigits.upperBound > 0 else { return nil }
      // Not finite, or so large or small that it is written with an exponent.
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
