internal import GRDBSQLite
internal import Values

/// The digits of a number, from which comes a key whose bytes are ordered as the numbers are.
struct DecimalKey {
  private var isNegative = false
  /// The significant digits from 0 to 9, without zeros at either end; none for zero.
  private var digits: [UInt8] = []
  /// The number is 0.DIGITS × 10^exponent.
  private var exponent = 0

  /// Reads `-12.50`, also with an exponent; nil if the text is no such number.
  init?(_ text: String) {
    var bytes = text.utf8[...]
    if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      bytes = bytes.dropFirst()
    }
    var hasDigit = false
    var isFraction = false
    var isTail = true
    while isTail, let byte = bytes.first {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        hasDigit = true
        if !digits.isEmpty || byte != UInt8(ascii: "0") {
          digits.append(byte - UInt8(ascii: "0"))
          if !isFraction { exponent += 1 }
        } else if isFraction {
          exponent -= 1
        }
        bytes = bytes.dropFirst()
      case UInt8(ascii: ".") where !isFraction && hasDigit:
        isFraction = true
        bytes = bytes.dropFirst()
      case UInt8(ascii: "e") where hasDigit, UInt8(ascii: "E") where hasDigit:
        guard let power = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)),
          power.magnitude < 1000
        else { return nil }
        exponent += power
        bytes = bytes.suffix(0)
      default: isTail = false
      }
    }
    guard hasDigit, bytes.isEmpty else { return nil }
    trim()
  }

  /// The digits of a binary fraction, rounded to 15.
  init(_ value: Double) {
    let parts = ExactDecimal.significant(value.magnitude)
    self.init(parts.coefficient)
    isNegative = value < 0
    exponent += parts.exponent
  }

  init(_ value: Int) {
    isNegative = value < 0
    digits = String(value.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
    exponent = digits.count
    trim()
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
    if digits.first == 0 { digits = [] }
    if digits.isEmpty {
      exponent = 0
      isNegative = false
    }
  }

  // MARK: Bytes

  /// What keys begin with, in ascending order.
  private enum Class {
    static let negativeInfinity: UInt8 = 0x30
    static let negative: UInt8 = 0x40
    static let zero: UInt8 = 0x80
    static let positive: UInt8 = 0xC0
    static let infinity: UInt8 = 0xD0
    static let text: UInt8 = 0xE0
    static let blob: UInt8 = 0xF0
  }

  private var bytes: [UInt8] {
    guard !digits.isEmpty else { return [Class.zero] }
    let biased = UInt16(clamping: exponent + 0x4000)
    var result = [UInt8(biased >> 8), UInt8(biased & 0xFF)] + digits.map { $0 + 1 }
    guard isNegative else { return [Class.positive] + result }
    // The greater its amount, the less a negative number; also if it only has more digits, so that
    // no digit may look like the end.
    for index in result.indices { result[index] = ~result[index] }
    return [Class.negative] + result + [0xFF]
  }

  /// The key of a value; numbers come before texts, as in SQLite.
  static func bytes(of value: OpaquePointer?) -> [UInt8] {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return DecimalKey(Int(sqlite3_value_int64(value))).bytes
    case SQLITE_FLOAT:
      let number = sqlite3_value_double(value)
      guard number.isFinite else {
        return [number < 0 ? Class.negativeInfinity : Class.infinity]
      }
      return DecimalKey(number).bytes
    case SQLITE_TEXT:
      let text = SQLFunctions.text(value) ?? ""
      return DecimalKey(text)?.bytes ?? [Class.text] + text.utf8
    default:
      let count = Int(sqlite3_value_bytes(value))
      let bytes = UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: count)
      return [Class.blob] + bytes
    }
  }

  // MARK: Rounding

  /// The number with 15 significant digits, and no more digits behind the point than given, a half
  /// rounded to the even digit.
  ///
  /// The result is the binary fraction that the decimal's numeral gives, bit for bit.
  static func rounded(_ value: Double, digits: Int? = nil) -> Double {
    guard value.isFinite else { return value }
    let powers = ExactDecimal.exactPowers
    var (number, exponent) = ExactDecimal.significant(value.magnitude)
    if let digits, digits >= 0, -exponent > digits {
      // Beyond 18 digits nothing is left of 15.
      let dropped = -exponent - digits
      number = dropped > 18 ? 0 : ExactDecimal.quotient(number, Int(powers[dropped]))
      exponent = -digits
    }
    guard number != 0 else { return 0 }
    let sign: Double = value < 0 ? -1 : 1
    switch exponent {
    case -22...0: return sign * Double(number) / powers[-exponent]
    case 0...22: return sign * Double(number) * powers[exponent]
    default:
      let result = Double("\(number)e\(exponent)") ?? .infinity
      return result.isFinite ? sign * result : value
    }
  }
}
