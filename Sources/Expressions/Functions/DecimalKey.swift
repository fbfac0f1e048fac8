internal import Values

/// The digits of a number, from which a key is built; the bytes of keys sort like the numbers.
struct DecimalKey {
  private var isNegative = false
  /// Digits from 0 to 9, without leading and trailing zeros; empty for zero.
  private var digits: [UInt8] = []
  /// The exponent in 0.DIGITS × 10^exponent.
  private var exponent = 0

  init?(_ text: String) {
    var text = text
    guard text.withUTF8({ read($0) }) else { return nil }
    trim()
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var hasDigit = false
    var isFraction = false
    digits.reserveCapacity(bytes.count)
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where place == 0: isNegative = true
      case UInt8(ascii: "+") where place == 0: break
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        hasDigit = true
        if !digits.isEmpty || byte != UInt8(ascii: "0") {
          digits.append(byte - UInt8(ascii: "0"))
          if !isFraction { exponent += 1 }
        } else if isFraction {
          exponent -= 1
        }
      case UInt8(ascii: ".") where !isFraction && hasDigit: isFraction = true
      case UInt8(ascii: "e") where hasDigit, UInt8(ascii: "E") where hasDigit:
        let rest = UnsafeBufferPointer(rebasing: bytes[(place + 1)...])
        guard let power = Int(String(decoding: rest, as: UTF8.self)), power.magnitude < 1000 else {
          return false
        }
        exponent += power
        return true
      default: return false
      }
    }
    return hasDigit
  }

  /// Rounds to 15 digits.
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
    // Inverts the exponent and the digits of negative numbers, because a greater magnitude must
    // sort lower.
    let mask: UInt8 = isNegative ? 0xFF : 0
    var result: [UInt8] = []
    result.reserveCapacity(digits.count + 4)
    result.append(isNegative ? Class.negative : Class.positive)
    result.append(UInt8(biased >> 8) ^ mask)
    result.append(UInt8(biased & 0xFF) ^ mask)
    for digit in digits { result.append((digit + 1) ^ mask) }
    if isNegative { result.append(0xFF) }
    return result
  }

  /// The key of a value. Numbers and numeric texts sort before other texts.
  static func bytes(of value: SQLValue) -> [UInt8] {
    switch value {
    case .null: [Class.blob]
    case .integer(let value): DecimalKey(value).bytes
    case .real(let value) where value.isFinite: DecimalKey(value).bytes
    case .real(let value): [value < 0 ? Class.negativeInfinity : Class.infinity]
    case .text(let text): DecimalKey(text)?.bytes ?? [Class.text] + text.utf8
    case .blob(let bytes): [Class.blob] + bytes
    }
  }

  /// Rounds to 15 significant digits, and to at most the given fraction digits; ties round to even.
  ///
  /// The result is bit for bit the double of the decimal literal.
  static func rounded(_ value: Double, digits: Int? = nil) -> Double {
    guard value.isFinite else { return value }
    let powers = ExactDecimal.exactPowers
    var (number, exponent) = ExactDecimal.significant(value.magnitude)
    if let digits, digits >= 0, -exponent > digits {
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
