/// The numbers of a large grammar, by arithmetic, because they are too many to enumerate.
struct ReferenceLargeNumbers: ReferenceGrammar {
  var integerDigits: Int
  var fractionDigits: Int

  /// In units of the last fraction digit.
  var low: Int128
  var high: Int128

  var fixedFraction: Int? { nil }

  func accepts(_ before: [Character], followedBy after: [Character]) -> Bool {
    begins(before) && isForm(before + after) && (before.isEmpty || after.first != "-")
  }

  func value(of inner: [Character]) -> String? {
    guard let parts = parts(inner), isForm(inner) else { return nil }
    let fraction = parts.fraction ?? ""
    if parts.whole.isEmpty, fraction.isEmpty { return nil }
    let scaled = magnitude(parts.whole + fraction) * power(fractionDigits - fraction.count)
    let value = parts.isNegative ? -scaled : scaled
    guard (low...high).contains(value) else { return nil }
    var digits = String(scaled)
    while digits.count <= fractionDigits { digits = "0" + digits }
    let whole = String(digits.dropLast(fractionDigits))
    var rest = String(digits.suffix(fractionDigits))
    while rest.last == "0" { rest.removeLast() }
    return (value < 0 ? "-" : "") + whole + (rest.isEmpty ? "" : "." + rest)
  }

  // Whether additional digits in front of or after the separator give a number in the range.
  private func begins(_ text: [Character]) -> Bool {
    guard isForm(text), let parts = parts(text) else { return false }
    if let fraction = parts.fraction {
      return isReached(
        parts.whole + fraction, power(fractionDigits - fraction.count), parts.isNegative)
    }
    let fewest = parts.whole.isEmpty ? 1 : 0
    return (fewest...(integerDigits - parts.whole.count)).contains {
      isReached(parts.whole, power($0 + fractionDigits), parts.isNegative)
    } || text.isEmpty && low < 0
  }

  private func isReached(_ digits: String, _ unit: Int128, _ isNegative: Bool) -> Bool {
    let first = magnitude(digits) * unit
    let last = first + unit - 1
    return isNegative ? -last <= high && -first >= low : first <= high && last >= low
  }

  private func isForm(_ text: [Character]) -> Bool {
    guard let parts = parts(text) else { return false }
    return parts.whole.count <= integerDigits && (!parts.isNegative || low < 0)
      && (parts.fraction == nil || fractionDigits > 0)
      && (parts.fraction ?? "").count <= fractionDigits
  }

  private func parts(
    _ text: [Character]
  ) -> (isNegative: Bool, whole: String, fraction: String?)? {
    let isNegative = text.first == "-"
    let pieces = text.dropFirst(isNegative ? 1 : 0).split(
      separator: ".", omittingEmptySubsequences: false)
    guard pieces.count <= 2, pieces.joined().allSatisfy({ "0123456789".contains($0) }) else {
      return nil
    }
    return (isNegative, String(pieces[0]), pieces.count == 2 ? String(pieces[1]) : nil)
  }

  private func magnitude(_ digits: String) -> Int128 { digits.isEmpty ? 0 : Int128(digits)! }

  private func power(_ exponent: Int) -> Int128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
