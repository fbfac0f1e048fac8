/// A text search that ignores case, accents and width.
///
/// Letters that are equal in upper case match: `SS` finds `ß`, and `Σ` finds `ς`.
package final class TextSearch {
  private let wanted: [UInt8]
  private let isASCII: Bool
  /// Whether the search text consists only of combining marks; marks are ignored otherwise.
  private let keepsMarks: Bool
  /// A cache of folded scalars.
  private var letters: [Unicode.Scalar: [UInt8]] = [:]

  /// Nil if the search text is empty, because it would match everywhere.
  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    let folded = Self.folded(text)
    keepsMarks = folded.isEmpty
    wanted = keepsMarks ? Array(text.utf8) : folded
    isASCII = wanted.allSatisfy { $0 < 0x80 }
  }

  /// The letters without case, accents and width; empty for a text that has only marks.
  package static func folded(_ text: String) -> [UInt8] {
    text.utf8.allSatisfy { $0 < 0x80 }
      ? text.utf8.map(folded) : text.unicodeScalars.flatMap(folded)
  }

  /// A search for the text without the separators used in telephone and account numbers; nil if
  /// nothing remains.
  package static func withoutSeparators(_ text: String) -> TextSearch? {
    TextSearch(text.filter { !$0.isWhitespace && !"-/.()".contains($0) })
  }

  /// True only if the other search matches every text that this search matches.
  package func isNarrower(than other: TextSearch) -> Bool {
    !keepsMarks && !other.keepsMarks && wanted.starts(with: other.wanted)
  }

  /// Whether the text has a match. A match may begin or end within a letter: `s` is found in `ß`.
  package func isFound(in text: String) -> Bool {
    var text = text
    let plain = text.withUTF8 { bytes -> Bool? in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return isASCII && Self.has(wanted, bytes)
    }
    return plain ?? folded(text).withUnsafeBufferPointer { Self.has(wanted, $0) }
  }

  /// The ranges of all matches of whole letters, without overlaps; each includes the marks of its
  /// last letter.
  package func ranges(in text: String) -> [Range<String.Index>] {
    guard mayFind(in: text) else { return [] }
    let folded = folded(text)
    guard folded.withUnsafeBufferPointer({ Self.has(wanted, $0) }) else { return [] }
    return places(in: text, folded)
  }

  /// A quick check; false for an ASCII text without a match.
  private func mayFind(in text: String) -> Bool {
    var text = text
    let isPlain = text.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
    return !isPlain || isASCII && text.withUTF8 { Self.has(wanted, $0) }
  }

  private func folded(_ text: String) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { append(scalar, to: &folded) }
    return folded
  }

  private func places(in text: String, _ folded: [UInt8]) -> [Range<String.Index>] {
    // For each folded byte, the index of its scalar in the text if the byte is the first of this
    // scalar.
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
    wanted.withUnsafeBufferPointer { wanted in
      let last = bytes.count - wanted.count
      var place = 0
      while place <= last {
        var offset = 0
        while offset < wanted.count, folded(bytes[place + offset]) == wanted[offset] { offset += 1 }
        if offset == wanted.count { return true }
        place += 1
      }
      return false
    }
  }
}

extension Unicode.Scalar {
  /// The scalar without differences in case, width and combining marks, for searching and
  /// alphabetical sorting; empty for a mark. Digits of all scripts become ASCII digits.
  package var foldedLetters: String {
    if let decimalDigit { return String(decimalDigit) }
    let parts = String(self).compatiblyDecomposed.unicodeScalars
    let plain = String(String.UnicodeScalarView(parts.filter { !$0.isMark }))
    // Upper case unifies several lower-case forms, such as σ and ς. Lower case comes first, because
    // capital ẞ must become ß and then SS.
    return plain.lowercased().uppercased().lowercased()
  }

  /// Marks of combining class 0, such as the vowel signs of Hindi, and viramas are treated as
  /// letters.
  private var isMark: Bool {
    switch properties.canonicalCombiningClass {
    case .notReordered, .virama: false
    default: true
    }
  }
}
