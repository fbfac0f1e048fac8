/// Decodes the scalars of a UTF-8 text; malformed bytes are read as U+FFFD.
package struct UTF8Scalars: Sequence, IteratorProtocol {
  private var bytes: ArraySlice<UInt8>.Iterator
  private var pending: UInt8?

  package init(_ text: ArraySlice<UInt8>) {
    bytes = text.makeIterator()
  }

  package mutating func next() -> UInt32? {
    guard let first = pending ?? bytes.next() else { return nil }
    pending = nil
    if first < 0x80 { return UInt32(first) }
    let count = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
    guard first >= 0xC0 else { return 0xFFFD }
    var value = UInt32(first) & (0x3F >> UInt32(count))
    for _ in 0..<count {
      guard let byte = bytes.next() else { return 0xFFFD }
      guard byte & 0xC0 == 0x80 else {
        pending = byte
        return 0xFFFD
      }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return Unicode.Scalar(value) == nil ? 0xFFFD : value
  }

  func width(of scalar: UInt32) -> Int {
    scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x1_0000 ? 3 : 4
  }
}
