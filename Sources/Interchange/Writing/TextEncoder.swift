package struct MissingCharacter: Error, Hashable, Sendable {
  package var character: Unicode.Scalar

  package var message: String {
    let number = String(character.value, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: max(0, 4 - number.count))
    let isShown = character.properties.generalCategory != .control
    return (isShown ? "\"\(character)\" (U+\(zeros)\(number))" : "U+\(zeros)\(number)")
      + " is not in the encoding"
  }
}

package struct TextEncoder {
  private let encoding: TextEncoding
  private let hasMark: Bool

  /// - Parameter hasMark: Whether to begin with a byte order mark; UTF-16 without a byte order in
  ///   its name always has one.
  package init(_ encoding: TextEncoding, hasMark: Bool) {
    self.encoding = encoding
    self.hasMark = hasMark || encoding == .utf16
  }

  package var isPlain: Bool { encoding == .utf8 && !hasMark }

  package func opening() throws(MissingCharacter) -> [UInt8] {
    hasMark ? try encoded(Array("\u{FEFF}".utf8)) : []
  }

  package func encoded(_ utf8: [UInt8]) throws(MissingCharacter) -> [UInt8] {
    if encoding == .utf8 { return utf8 }
    let text = String(decoding: utf8, as: UTF8.self)
    var result: [UInt8] = []
    result.reserveCapacity(utf8.count * 2)
    switch encoding {
    case .utf8: break
    case .utf16, .utf16LittleEndian:
      for unit in text.utf16 { result += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
    case .utf16BigEndian:
      for unit in text.utf16 { result += [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)] }
    case .windows1252:
      for scalar in text.unicodeScalars { result.append(try Self.windows(scalar)) }
    }
    return result
  }

  private static func windows(_ scalar: Unicode.Scalar) throws(MissingCharacter) -> UInt8 {
    switch scalar.value {
    case ..<0x80, 0xA0...0xFF: return UInt8(scalar.value)
    default:
      guard let place = TextDecoder.windows.firstIndex(of: scalar) else {
        throw MissingCharacter(character: scalar)
      }
      return 0x80 + UInt8(place)
    }
  }
}
