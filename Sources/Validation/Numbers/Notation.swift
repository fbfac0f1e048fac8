/// The notation of a field: the symbols of its locale, the grouping, and the affixes before and
/// after its text.
public final class Notation: Sendable {
  // A class, because each edit passes the notation on often, and copying a struct would retain many
  // references.

  /// The symbols of the locale.
  public let symbols: NumberSymbols

  /// Whether digits are displayed in groups.
  public let isGrouped: Bool

  /// The text displayed before the field, for example a currency; it cannot be edited.
  public let prefix: String

  /// The text displayed after the field, for example a unit; it cannot be edited.
  public let suffix: String

  /// Whether the program requested grouping, even if the locale has no grouping separator.
  let asksForGroups: Bool

  let decimal: [UInt8]
  let grouping: [UInt8]
  let minus: [UInt8]
  let minusScalars: [Unicode.Scalar]

  let isASCII: Bool

  /// Creates a notation from symbols, grouping and affixes.
  ///
  /// - Precondition: the symbols are distinct, as in the initializer of ``NumberSymbols``.
  public init(
    symbols: NumberSymbols = .english, isGrouped: Bool = false, prefix: String = "",
    suffix: String = ""
  ) {
    // Check again, because the properties can be set after initialization.
    symbols.check()
    self.symbols = symbols
    asksForGroups = isGrouped
    self.isGrouped = isGrouped && symbols.groupingSeparator != nil
    self.prefix = prefix
    self.suffix = suffix
    decimal = Array(String(symbols.decimalSeparator).utf8)
    grouping = symbols.groupingSeparator.map { Array(String($0).utf8) } ?? []
    minus = Array(symbols.minusSign.utf8)
    minusScalars = Array(symbols.minusSign.unicodeScalars)
    isASCII =
      symbols.zeroDigit.value == UInt32(ASCII.zero) && symbols.decimalSeparator.isASCII
      && symbols.groupingSeparator?.isASCII ?? true && minus.count == 1 && minus[0] < 0x80
  }

  /// The boundaries of the characters; a minus sign of several scalars is one character.
  func bounds(of text: String, count: Int) -> [String.Index] {
    let isPlain = text.count == count
    var index = text.startIndex
    var bounds = [index]
    while index < text.endIndex {
      if !isPlain, let end = endOfMinus(in: text.unicodeScalars, from: index) {
        index = end
      } else {
        text.formIndex(after: &index)
      }
      bounds.append(index)
    }
    return bounds
  }

  func endOfMinus(
    in scalars: String.UnicodeScalarView, from start: String.Index
  ) -> String.Index? {
    var index = start
    for scalar in minusScalars {
      guard index < scalars.endIndex, scalars[index] == scalar else { return nil }
      scalars.formIndex(after: &index)
    }
    return index
  }
}

// Replaces a full stop that is not the decimal separator, because a full stop in the inner form is
// the decimal separator. UTF-8 never contains this byte.
private let literalFullStop: UInt8 = 0xFF

extension Notation {
  func reading(ofNumber text: String) -> Reading {
    if isASCII, let reading = asciiReading(of: text) { return reading }
    var bytes: [UInt8] = []
    var boundaries: [Int] = []
    let length = text.utf8.count
    bytes.reserveCapacity(length)
    boundaries.reserveCapacity(length + 1)
    boundaries.append(0)
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      if let digit = digit(scalar) {
        bytes.append(ASCII.zero + digit)
      } else if scalar == symbols.decimalSeparator {
        bytes.append(ASCII.point)
      } else if scalar == minusScalars[0], let end = endOfMinus(in: scalars, from: index) {
        bytes.append(ASCII.minus)
        boundaries.append(bytes.count)
        index = end
        continue
      } else if !isGrouped || scalar != symbols.groupingSeparator {
        return foreignReading(of: text)
      }
      boundaries.append(bytes.count)
      scalars.formIndex(after: &index)
    }
    return Reading(bytes: bytes, boundaries: boundaries)
  }

  // Fast path for ASCII, without decoding.
  private func asciiReading(of text: String) -> Reading? {
    var bytes: [UInt8] = []
    var boundaries: [Int] = []
    var text = text
    let length = text.utf8.count
    bytes.reserveCapacity(length)
    boundaries.reserveCapacity(length + 1)
    boundaries.append(0)
    let (point, sign) = (decimal[0], minus[0])
    // UTF-8 never contains 0xFF, so no byte matches if there is no grouping.
    let separator = isGrouped ? grouping[0] : 0xFF
    let isRead = text.withUTF8 { text in
      for byte in text {
        if byte.isDigit {
          bytes.append(byte)
        } else if byte == point {
          bytes.append(ASCII.point)
        } else if byte == sign {
          bytes.append(ASCII.minus)
        } else if byte != separator {
          return false
        }
        boundaries.append(bytes.count)
      }
      return true
    }
    return isRead ? Reading(bytes: bytes, boundaries: boundaries) : nil
  }

  /// The caret stays directly after the character before it.
  func display(number: [UInt8], caret: Int) -> EditState {
    guard let shape = NumberShape(number[...]) else {
      let text = number.reduce(into: [UInt8]()) { $0 += shown($1) }
      let string = String(decoding: text, as: UTF8.self)
      let place = reading(ofNumber: string).place(ofInner: caret)
      return EditState(text: string, selection: Selection(caret: place))
    }
    let separators = isGrouped ? symbols.separators(inDigits: shape.whole.count) : 0
    // Reserve the exact size, because a text of up to 15 bytes is stored without an allocation.
    let digits = shape.whole.count + (shape.fraction?.count ?? 0)
    let size =
      digits * UTF8.width(symbols.zeroDigit) + (shape.isNegative ? minus.count : 0)
      + (shape.fraction == nil ? 0 : decimal.count) + separators * grouping.count
    var separatorsBeforeCaret = 0
    let text = String(unsafeUninitializedCapacity: size) { buffer in
      var length = 0
      func write(_ bytes: [UInt8]) {
        for byte in bytes {
          buffer[length] = byte
          length += 1
        }
      }
      func writeDigit(_ byte: UInt8) {
        if symbols.zeroDigit.value == UInt32(ASCII.zero) {
          buffer[length] = byte
          length += 1
        } else {
          for unit in UTF8.encode(localDigit(byte))! {
            buffer[length] = unit
            length += 1
          }
        }
      }
      if shape.isNegative { write(minus) }
      // The last group has the primary size, and the first group contains the remaining digits.
      var remaining = separators
      var groupEnd =
        shape.whole.upperBound - symbols.primaryGroupSize
        - (remaining - 1) * symbols.secondaryGroupSize
      for index in shape.whole {
        if index == groupEnd, remaining > 0 {
          write(grouping)
          if index < caret { separatorsBeforeCaret += 1 }
          remaining -= 1
          groupEnd += symbols.secondaryGroupSize
        }
        writeDigit(number[index])
      }
      if let fraction = shape.fraction {
        write(decimal)
        for index in fraction { writeDigit(number[index]) }
      }
      return length
    }
    return EditState(text: text, selection: Selection(caret: caret + separatorsBeforeCaret))
  }

  func number(_ bytes: [UInt8]) -> String { display(number: bytes, caret: 0).text }

  func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    let local = scalar.value &- symbols.zeroDigit.value
    if local < 10 { return UInt8(local) }
    let ascii = scalar.value &- UInt32(ASCII.zero)
    return ascii < 10 ? UInt8(ascii) : nil
  }

  func shown(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case ASCII.minus: minus
    case ASCII.point: decimal
    case literalFullStop: [ASCII.point]
    case ASCII.zero...ASCII.nine: Array(String(localDigit(byte)).utf8)
    default: [byte]
    }
  }

  private func localDigit(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(symbols.zeroDigit.value + UInt32(byte - ASCII.zero)) ?? "?"
  }

  // Reads a text that contains foreign characters by grapheme cluster, because a digit with a
  // combining mark is foreign too.
  private func foreignReading(of text: String) -> Reading {
    var reading = Reading(bytes: [], boundaries: [0])
    var index = text.startIndex
    while index < text.endIndex {
      if let end = endOfMinus(in: text.unicodeScalars, from: index),
        text.rangeOfCharacters(from: index, reaches: end)
      {
        reading.bytes.append(ASCII.minus)
        index = end
      } else {
        appendCharacter(text[index], to: &reading.bytes)
        text.formIndex(after: &index)
      }
      reading.boundaries.append(reading.bytes.count)
    }
    return reading
  }

  private func appendCharacter(_ character: Character, to bytes: inout [UInt8]) {
    let scalars = character.unicodeScalars
    guard let scalar = scalars.first, scalars.count == 1 else {
      bytes += character.utf8
      return
    }
    if let digit = digit(scalar) {
      bytes.append(ASCII.zero + digit)
    } else if scalar == symbols.decimalSeparator {
      bytes.append(ASCII.point)
    } else if scalar == "." {
      bytes.append(literalFullStop)
    } else if !isGrouped || scalar != symbols.groupingSeparator {
      bytes += character.utf8
    }
  }
}

extension String {
  fileprivate func rangeOfCharacters(from start: Index, reaches end: Index) -> Bool {
    var index = start
    while index < end { formIndex(after: &index) }
    return index == end
  }
}

extension ExactDecimal {
  /// Returns the number for display, rounded half to even, without a minus sign for zero.
  ///
  /// If the number has too many digits before the separator, returns one `#` for each allowed
  /// digit.
  public func formatted(
    minimumFractionDigits: Int, maximumFractionDigits: Int, maximumIntegerDigits: Int?,
    symbols: NumberSymbols, isGrouped: Bool
  ) -> String {
    precondition(
      0 <= minimumFractionDigits && minimumFractionDigits <= maximumFractionDigits,
      "the minimum number of fraction digits must not be negative or exceed the maximum")
    let shown = rounded(toFractionDigits: maximumFractionDigits)
    if let maximumIntegerDigits, shown.integerDigits > Swift.max(1, maximumIntegerDigits) {
      return String(repeating: "#", count: Swift.max(1, maximumIntegerDigits))
    }
    return Notation(symbols: symbols, isGrouped: isGrouped)
      .number(shown.bytes(minimumFractionDigits: minimumFractionDigits))
  }

  func bytes(minimumFractionDigits count: Int = 0) -> [UInt8] {
    Array(description(minimumFractionDigits: count).utf8)
  }

  /// Nil if the number has more than 38 digits.
  init?(_ text: ArraySlice<UInt8>, _ shape: NumberShape) {
    self.init(
      whole: text[shape.whole], fraction: shape.fraction.map { text[$0] } ?? [],
      isNegative: shape.isNegative)
  }

  /// The digits of the magnitude without a separator, rounded to `count` fraction digits, away from
  /// zero or towards it.
  func gridDigits(fractionDigits count: Int, awayFromZero: Bool) -> [UInt8] {
    let bytes = magnitude.bytes(minimumFractionDigits: count).filter { $0 != ASCII.point }
    let dropped = Swift.max(0, fractionDigits - count)
    return awayFromZero && dropped > 0
      ? ExactDecimal.incremented(bytes.dropLast(dropped)) : bytes.dropLast(dropped)
  }

  private static func incremented(_ digits: [UInt8]) -> [UInt8] {
    var digits = digits
    for index in digits.indices.reversed() {
      guard digits[index] == ASCII.nine else {
        digits[index] += 1
        return digits
      }
      digits[index] = ASCII.zero
    }
    return [ASCII.zero + 1] + digits
  }
}
