extension ExactDecimal {
  /// Returns a hint for a number with a decimal comma or grouped digits, for example `1.234,50` or
  /// `-12,5%`. Suggests both numbers if a comma is ambiguous; nil if the text needs no hint or does
  /// not look like a number.
  ///
  /// - Parameter isWhole: Whether a whole number is expected; then the comma in `1,000` groups
  ///   digits.
  package static func hint(for written: String, isWhole: Bool = false) -> String? {
    var digits = written[...]
    let sign = digits.first == "-" ? String(digits.removeFirst()) : ""
    let mark = digits.last == "%" ? String(digits.removeLast()) : ""
    func isSeparator(_ character: Character) -> Bool { character == "," || character == "." }
    func isDigit(_ character: Character) -> Bool { "0"..."9" ~= character }
    guard digits.allSatisfy({ isSeparator($0) || isDigit($0) }), digits.first.map(isDigit) == true,
      digits.last.map(isDigit) == true, let last = digits.lastIndex(where: isSeparator)
    else { return nil }
    let (whole, fraction) = (digits[..<last], digits[last...].dropFirst())
    guard let first = whole.first(where: isSeparator) else {
      guard digits[last] == "," else { return nil }
      let decimal = "\(sign)\(whole).\(fraction)\(mark)"
      guard let grouped = joined(digits, at: ","), whole.first != "0" else {
        return "write \(decimal)"
      }
      return "write \(sign)\(grouped)\(mark)"
        + (isWhole ? "" : ", or \(decimal) if the comma is a decimal separator")
    }
    guard first == digits[last] else {
      return joined(whole, at: first).map { "write \(sign)\($0).\(fraction)\(mark)" }
    }
    return joined(digits, at: first).map { "write \(sign)\($0)\(mark)" }
  }

  /// Removes thousands separators; nil if the separators do not group the digits by thousands.
  private static func joined(_ digits: Substring, at separator: Character) -> String? {
    let groups = digits.split(separator: separator, omittingEmptySubsequences: false)
    guard 1...3 ~= groups[0].count, groups.dropFirst().allSatisfy({ $0.count == 3 }),
      !groups.joined().contains(where: { ",.".contains($0) })
    else { return nil }
    return groups.joined()
  }
}
