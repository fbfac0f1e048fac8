/// A text search that ignores case, accents and width.
///
/// Letters with the same capitals match: `SS` finds `ß`, and `Σ` finds `ς`.
package final class TextSearch {
  private let wanted: [UInt8]
  private let isASCII: Bool
  /// Whether the searched text has nothing but combining marks, which are then significant.
  private let keepsMarks: Bool
  /// The folded bytes of the letters met so far.
  private var letters: [Unicode.Scalar: [UInt8]] = [:]

  /// Nil for an empty text, which would match everywhere.
  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    let folded = text.unicodeScalars.flatMap(Self.folded)
    keepsMarks = folded.isEmpty
    wanted = keepsMarks ? Array(text.utf8) : folded
    isASCII = wanted.allSatisfy { $0 < 0x80 }
  }

  /// The matches do not overlap; each includes the marks of its last letter.
  package func ranges(in text: String) -> [Range<String.Index>] {
    var text = text
    let isPlain = text.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
    if isPlain, !isASCII || !text.withUTF8({ Self.has(wanted, $0) }) { return [] }
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { append(scalar, to: &folded) }
    guard folded.withUnsafeBufferPointer({ Self.has(wanted, $0) }) else { return [] }
    return places(in: text, folded)
  }

  private func places(in text: String, _ folded: [UInt8]) -> [Range<String.Index>] {
    // For each folded byte, the index of its scalar if it is the first byte of one.
    var scalars: [String.Index?] = []
    var letter: [UInt8] = []
    for index in text.unicodeScalars.indices {
      letter.removeAll(keepingCapacity: true)
      append(text.unicodeScalars[index], to: &letter)
      guard !letter.isEmpty else { continue }
      scalars.append(index)
      scalars += letter.dropFirst().map { _ in nil }
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

  private func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
    if scalar.isASCII { return folded.append(Self.folded(UInt8(scalar.value))) }
    if let known = letters[scalar] {
      folded += known
      return
    }
    let letter = keepsMarks ? Array(String(scalar).utf8) : Self.folded(scalar)
    letters[scalar] = letter
    folded += letter
  }

  private static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
    scalar.isASCII ? [folded(UInt8(scalar.value))] : Array(scalar.foldedLetters.utf8)
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
