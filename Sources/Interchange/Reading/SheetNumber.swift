internal import Values

/// A decimal number of a sheet, rounded to 15 significant digits, as spreadsheet programs show it.
///
/// Files have up to 17 digits of the binary number: `0.30000000000000004` for 0.3.
struct SheetNumber {
  private static let mostDigits = 15
  /// A number with more digits before or after the decimal point is written with an exponent.
  private static let longest = 40

  private let isNegative: Bool
  private let digits: Int
  /// The number is `digits` × 10 to the power of `exponent`.
  private(set) var exponent: Int

  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var place = 0
    func skip(_ byte: UInt8) -> Bool {
      guard place < text.count, text[place] == byte else { return false }
      place += 1
      return true
    }
    isNegative = skip(UInt8(ascii: "-"))
    if !isNegative { _ = skip(UInt8(ascii: "+")) }
    var (digits, count, exponent) = (0, 0, 0)
    var (hasDigits, hasPoint) = (false, false)
    while place < text.count {
      if text[place].isDigit {
        hasDigits = true
        // One additional digit decides the rounding.
        if count <= Self.mostDigits {
          digits = digits * 10 + Int(text[place] - UInt8(ascii: "0"))
          if digits > 0 { count += 1 }
          if hasPoint { exponent -= 1 }
        } else if !hasPoint {
          exponent += 1
        }
        place += 1
      } else if !hasPoint, skip(UInt8(ascii: ".")) {
        hasPoint = true
      } else {
        break
      }
    }
    guard hasDigits else { return nil }
    if place < text.count {
      guard skip(UInt8(ascii: "E")) || skip(UInt8(ascii: "e")) else { return nil }
      let isSmall = skip(UInt8(ascii: "-"))
      if !isSmall { _ = skip(UInt8(ascii: "+")) }
      let start = place
      var power = 0
      while place < text.count, text[place].isDigit, place - start < 5 {
        power = power * 10 + Int(text[place] - UInt8(ascii: "0"))
        place += 1
      }
      guard place > start, place == text.count else { return nil }
      exponent += isSmall ? -power : power
    }
    if count > Self.mostDigits {
      digits = (digits + 5) / 10
      exponent += 1
    }
    if digits == 0 { exponent = 0 }
    while digits > 0, digits % 10 == 0 {
      digits /= 10
      exponent += 1
    }
    (self.digits, self.exponent) = (digits, exponent)
  }

  var percentage: String {
    var number = self
    if digits > 0 { number.exponent += 2 }
    return number.description + "%"
  }
}

extension SheetNumber: CustomStringConvertible {
  /// For example `1.5E+300`.
  private static func scientific(_ digits: String, _ sign: String, _ power: Int) -> String {
    digits.prefix(1) + (digits.utf8.count > 1 ? "." + digits.dropFirst() : "") + "E\(sign)\(power)"
  }

  var description: String {
    if exponent == 0 { return (isNegative && digits > 0 ? "-" : "") + String(digits) }
    let sign = isNegative ? "-" : ""
    let written = String(digits)
    let point = written.utf8.count + exponent
    if exponent > 0 {
      guard point <= Self.longest else { return sign + Self.scientific(written, "+", point - 1) }
      return sign + written + String(repeating: "0", count: exponent)
    }
    guard exponent >= -Self.longest else { return sign + Self.scientific(written, "", point - 1) }
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + written }
    let index = written.utf8.index(written.startIndex, offsetBy: point)
    return sign + written[..<index] + "." + written[index...]
  }
}
