extension NumberSymbols {
  private static let spaces: Set<Unicode.Scalar> = [" ", "\u{A0}", "\u{202F}", "\u{2009}"]
  private static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2019}"]

  /// Whether a separator can stand before so many last digits of a whole part.
  func isGroupBoundary(_ digits: Int) -> Bool {
    digits == primaryGroupSize
      || digits > primaryGroupSize && (digits - primaryGroupSize) % secondaryGroupSize == 0
  }

  /// Whether a scalar is the grouping separator, or one that keyboards have in its place.
  func isGroupingSeparator(_ scalar: Unicode.Scalar) -> Bool {
    guard let groupingSeparator else { return false }
    if scalar == groupingSeparator { return true }
    return [NumberSymbols.spaces, NumberSymbols.apostrophes].contains {
      $0.contains(groupingSeparator) && $0.contains(scalar)
    }
  }

  /// The number of separators displayed in a whole part of so many digits.
  func separators(inDigits digits: Int) -> Int {
    guard digits >= primaryGroupSize + max(1, minimumGroupingDigits) else { return 0 }
    return 1 + (digits - primaryGroupSize - 1) / secondaryGroupSize
  }
}
