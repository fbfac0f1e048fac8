/// A case-insensitive text search.
///
/// Letters with the same capitals match: `SS` finds `ß`, and `Σ` finds `ς`. Combining marks are
/// significant, because texts are compared by scalars.
package struct TextSearch: Sendable {
  private let wanted: [UInt8]
  private let isASCII: Bool

  /// Nil for an empty text, which would match everywhere.
  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    wanted = text.unicodeScalars.flatMap(Self.folded)
    isASCII = wanted.allSatisfy { $0 < 0x80 }
  }

  /// The matches do not overlap.
  package func ranges(in text: String) -> [Range<String.Index>] {
    var text = text
    let isFound: Bool? = text.withUTF8 { bytes in
      bytes.allSatisfy { $0 < 0x80 } ? isASCII && Self.has(wanted, bytes) : nil
    }
    if isFound == false { return [] }
    var folded: [UInt8] = []
    // For each folded byte, the index of its scalar if it is the first byte of one.
    var scalars: [String.Index?] = []
    for index in text.unicodeScalars.indices {
      let bytes = Self.folded(text.unicodeScalars[index])
      folded += bytes
      scalars.append(index)
      scalars += bytes.dropFirst().map { _ in nil }
    }
    scalars.append(text.endIndex)
    var ranges: [Range<String.Index>] = []
    var place = 0
    while place + wanted.count <= folded.count {
      let end = place + wanted.count
      if let first = scalars[place], let last = scalars[end],
        folded[place..<end].elementsEqual(wanted)
      {
        ranges.append(first..<last)
        place = end
      } else {
        place += 1
      }
    }
    return ranges
  }

  private static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
    if scalar.isASCII { return [folded(UInt8(scalar.value))] }
    return Array(scalar.properties.uppercaseMapping.lowercased().utf8)
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func has(_ wanted: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { place in
      var offset = 0
      while offset < wanted.count, folded(bytes[place + offset]) == wanted[offset] { offset += 1 }
      return offset == wanted.count
    }
  }
}
