package import Records

enum ExpressionNumber: Hashable, Sendable {
  case integer(Int)
  case decimal(ExactDecimal)
  case double(Double)

  /// Reads `42`, `3.50`, `1e5` or `0x1F`; a decimal integer beyond 64 bits becomes an
  /// ``ExactDecimal``.
  init(_ text: String, isNegative: Bool = false) throws(Failure) {
    let bytes = text.utf8
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      let digits = text.dropFirst(2)
      guard !digits.isEmpty, digits.utf8.allSatisfy({ Self.isHexadecimal($0) }) else {
        throw Failure(message: "\(text) is not a number")
      }
      // As in SQLite, hexadecimal digits are the 64 bits of the number, including the sign.
      guard let bits = UInt64(digits, radix: 16) else {
        throw Failure(message: "\(text) does not fit in 64 bits")
      }
      let value = Int(truncatingIfNeeded: bits)
      self = .integer(isNegative ? 0 &- value : value)
      return
    }
    guard bytes.first?.isDigit == true, bytes.last?.isDigit == true else {
      throw Failure(message: "\(text) is not a number")
    }
    let sign = isNegative ? "-" : ""
    if bytes.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      guard let value = Double(sign + text) else {
        throw Failure(message: "\(text) is not a number")
      }
      guard value.isFinite else { throw Failure(message: "\(text) is too large") }
      self = .double(value)
    } else if let value = Int(sign + text) {
      self = .integer(value)
    } else if let value = ExactDecimal(sign + text) {
      self = .decimal(value)
    } else if bytes.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }) {
      throw Failure(
        message: "this number has more than \(ExactDecimal.maximumDigits) digits")
    } else {
      throw Failure(message: "\(text) is not a number")
    }
  }

  struct Failure: Error {
    var message: String
  }

  /// Whether an SQL literal can express all digits.
  var isWritable: Bool { if case .decimal(let value) = self { !value.isLong } else { true } }

  var bound: SQLValue {
    switch self {
    case .integer(let value): .integer(value)
    case .decimal(let value): value.bound
    case .double(let value): .real(value)
    }
  }

  static func power(_ exponent: Int) -> Double {
    let powers = ExactDecimal.exactPowers
    return exponent < powers.count
      ? powers[max(0, exponent)] : powers[powers.count - 1] * power(exponent - powers.count + 1)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte.isDigit || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f"))
  }
}

extension ExactDecimal {
  package var isLong: Bool { digitCount > Property.exactDoubleDigits }

  package var bound: SQLValue { isLong ? .text(description) : .real(nearestDouble) }

  /// SQL for a number of at most 15 digits, from which every program calculates the same double.
  ///
  /// Division gives the same bits everywhere; parsing a decimal point does not.
  package var asSQLNumber: String {
    let text = description
    guard let point = text.firstIndex(of: ".") else { return text + ".0" }
    let fraction = text[text.index(after: point)...]
    let power = String(repeating: "0", count: fraction.utf8.count)
    return "(\(text[..<point])\(fraction) / 1\(power).0)"
  }
}
