struct ScalarReader {
  private let bytes: ArraySlice<UInt8>

  private(set) var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  var isAtEnd: Bool { index == bytes.endIndex }

  mutating func next() -> Unicode.Scalar? {
    guard index < bytes.endIndex else { return nil }
    let first = bytes[index]
    index += 1
    if first < 0x80 { return Unicode.Scalar(first) }
    // A program may have cut the text inside a scalar; each remaining byte is read as U+FFFD.
    let more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0
    var value = UInt32(first) & (more == 3 ? 0x07 : more == 2 ? 0x0F : 0x1F)
    guard more > 0, bytes.endIndex - index >= more else { return "\u{FFFD}" }
    for _ in 0..<more {
      value = value << 6 | UInt32(bytes[index] & 0x3F)
      index += 1
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}

extension ArraySlice<UInt8> {
  func dropping(_ scalar: Unicode.Scalar) -> ArraySlice<UInt8>? {
    var reader = ScalarReader(self)
    return reader.next() == scalar ? self[reader.index...] : nil
  }
}

extension [UInt8] {
  /// Inserts a space at each boundary of an ASCII text. The caret stays directly after the
  /// character before it.
  func grouped(caret: Int, where isBoundary: (Int) -> Bool) -> (text: [UInt8], caret: Int) {
    var grouped: [UInt8] = []
    grouped.reserveCapacity(count + count / 4 + 1)
    var place = caret
    for (index, byte) in enumerated() {
      if isBoundary(index) {
        grouped.append(UInt8(ascii: " "))
        if index < caret { place += 1 }
      }
      grouped.append(byte)
    }
    return (grouped, place)
  }
}

enum ASCII {
  static let minus = UInt8(ascii: "-")
  static let point = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
}
