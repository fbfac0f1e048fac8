package import Records

/// A numeral of an expression, read without loss.
enum ExpressionNumber: Hashable, Sendable {
  case integer(Int)
  case decimal(ExactDecimal)
  /// A numeral with an exponent, which says that its digits are approximate.
  case double(Double)

  /// Reads `42`, `3.50`, `1e5` and `0x1F`; a whole number beyond 64 bits is a decimal.
  ///
  /// - Throws: what is wrong with the numeral.
  init(_ text: String, isNegative: Bool = false) throws(Failure) {
    let bytes = text.utf8
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      let digits = text.dropFirst(2)
      guard !digits.isEmpty, digits.utf8.allSatisfy({ Self.isHexadecimal($0) }) else {
        throw Failure(message: "\(text) is not a number")
      }
      // As in SQLite: the digits are the 64 bits, whose first is the sign.
      guard let bits = UInt64(digits, radix: 16) else {
        throw Failure(message: "\(text) has more than 64 bits")
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
        message: "a number has at most \(ExactDecimal.maximumDigits) digits; this one has more")
    } else {
      throw Failure(message: "\(text) is not a number")
    }
  }

  /// Why a numeral cannot be read.
  struct Failure: Error {
    var message: String
  }

  /// Whether it can be written out, as it must where nothing is bound.
  var isWritable: Bool { if case .decimal(let value) = self { !value.isLong } else { true } }

  /// The number as it is bound.
  var bound: SQLValue {
    switch self {
    case .integer(let value): .integer(value)
    case .decimal(let value): value.bound
    case .double(let value): .real(value)
    }
  }

  /// A power of ten.
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
  /// Whether a binary fraction would lose digits of the number.
  package var isLong: Bool { digitCount > Property.exactDoubleDigits }

  /// The number as it is bound: a binary fraction if that keeps all digits, else its text.
  package var bound: SQLValue {
    isLong ? .text(description) : .real(nearestDouble)
  }

  /// A number of at most 15 digits as SQL writes it, so that every program reads the same double.
  ///
  /// A division is exact to the last bit everywhere; a numeral with a point is not.
  package var asSQLNumber: String {
    let text = description
    guard let point = text.firstIndex(of: ".") else { return text + ".0" }
    let fraction = text[text.index(after: point)...]
    let power = String(repeating: "0", count: fraction.utf8.count)
    return "(\(text[..<point])\(fraction) / 1\(power).0)"
  }
}
