/// The bytes of a text under construction, taken away in pieces.
package struct TextBuffer {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var count: Int { bytes.count }

  /// Empties the buffer, keeping its capacity below 1 MiB.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.count < 1 << 20)
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ other: some Collection<UInt8>) { bytes.append(contentsOf: other) }

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

  mutating func removeLast() { bytes.removeLast() }

  mutating func takeEnd(from start: Int) -> [UInt8] {
    let end = Array(bytes[start...])
    bytes.removeSubrange(start...)
    return end
  }
}
