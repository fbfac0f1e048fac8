/// The bytes of a text that is put together, and taken away piece by piece.
package struct TextBuffer {
  /// The bytes that have not been taken away.
  package private(set) var bytes: [UInt8] = []

  /// Makes an empty buffer.
  package init() {}

  /// How many bytes there are.
  package var count: Int { bytes.count }

  /// Forgets the bytes, and keeps the room for as many unless that is very much.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.count < 1 << 20)
  }

  /// Appends a text.
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Appends a byte.
  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Appends some bytes.
  mutating func append(_ other: some Collection<UInt8>) { bytes.append(contentsOf: other) }

  /// Appends the digits of a number, after a minus if it is negative.
  mutating func append(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let first = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[first...].reverse()
  }

  /// Removes the last byte.
  mutating func removeLast() { bytes.removeLast() }

  /// Removes the bytes from a place on, and returns them.
  mutating func takeEnd(from start: Int) -> [UInt8] {
    let end = Array(bytes[start...])
    bytes.removeSubrange(start...)
    return end
  }
}
