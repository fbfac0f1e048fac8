extension Numeral {
  /// The number as a label shows it, rounded half to even, and never as minus zero.
  ///
  /// Where it has more digits before the separator than are allowed, there is a `#` for each digit
  /// allowed, at least one, instead: never a wrong number.
  public func formatted(
    minimumFractionDigits: Int, maximumFractionDigits: Int, maximumIntegerDigits: Int?,
    symbols: NumberSymbols, isGrouped: Bool
  ) -> String {
    precondition(
      0 <= minimumFractionDigits && minimumFractionDigits <= maximumFractionDigits,
      "the fewest fraction digits are not more than the most")
    let shown = rounded(toFractionDigits: maximumFractionDigits)
    if let maximumIntegerDigits, shown.whole.count > maximumIntegerDigits,
      shown.whole != [ASCII.zero]
    {
      return String(repeating: "#", count: Swift.max(1, maximumIntegerDigits))
    }
    return Notation(symbols: symbols, isGrouped: isGrouped)
      .number(shown.padded(toFractionDigits: minimumFractionDigits))
  }

  /// The inner text of the number with at least so many fraction digits.
  func padded(toFractionDigits count: Int) -> [UInt8] {
    let missing = count - fraction.count
    guard missing > 0 else { return bytes }
    var text = bytes
    if fraction.isEmpty { text.append(ASCII.point) }
    text.append(contentsOf: repeatElement(ASCII.zero, count: missing))
    return text
  }
}
