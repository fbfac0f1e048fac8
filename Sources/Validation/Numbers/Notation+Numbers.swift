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
