/// Interprets texts pasted from other programs.
package enum Pasteboard {
  /// Converts accounting notation: a minus after the digits (`5.00-`) or before a currency (`-$5`),
  /// or parentheses around the digits (`(5.00)`), become a leading minus. Removes the affixes of
  /// the field. Nil if nothing changes, or if the text has two minus signs or a single parenthesis.
  package static func number(_ text: String, in notation: Notation) -> String? {
    let affixes = Affixes(of: notation)
    var rest = Array(text.unicodeScalars.pasted)[...]
    let length = rest.count
    var minuses = 0
    var brackets = [false, false]
    for (side, bracket) in (["(", ")"] as [Unicode.Scalar]).enumerated() {
      let isFront = side == 0
      var hasAffix = false
      while let scalar = isFront ? rest.first : rest.last {
        let affix = isFront ? affixes.count(atStartOf: rest) : affixes.count(atEndOf: rest)
        var count = 1
        if !hasAffix, affix > 0 {
          hasAffix = true
          count = affix
        } else if scalar.isMinus {
          minuses += 1
        } else if scalar == bracket, !brackets[side] {
          brackets[side] = true
        } else if !scalar.isSpace {
          break
        }
        rest = isFront ? rest.dropFirst(count) : rest.dropLast(count)
      }
    }
    if brackets[0] { minuses += 1 }
    guard brackets[0] == brackets[1], minuses <= 1, !rest.isEmpty, rest.count < length else {
      return nil
    }
    return (minuses == 1 ? "-" : "") + String(String.UnicodeScalarView(rest))
  }

  static func stripped<Text: BidirectionalCollection<Unicode.Scalar>>(
    _ text: Text, in notation: Notation
  ) -> Text? where Text.SubSequence == Text {
    let affixes = Affixes(of: notation)
    let front = text.dropFirst(affixes.count(atStartOf: text))
    let rest = front.dropLast(affixes.count(atEndOf: front))
    guard rest.startIndex > text.startIndex || rest.endIndex < text.endIndex else { return nil }
    return rest.trimmed(\.properties.isWhitespace)
  }

  static func readings(
    of text: [Unicode.Scalar], in notation: Notation
  ) -> [ArraySlice<Unicode.Scalar>] {
    let visible = Array(text.pasted)[...]
    return [text[...], visible] + (stripped(visible, in: notation).map { [$0] } ?? [])
  }

  /// Returns the reading of a pasted text for a field of names: one that completes a name, or else
  /// one that fits; nil if the text has no visible character and does not fit.
  static func reading(
    of text: String, in notation: Notation, completes: ([UInt8]) -> Bool, fits: ([UInt8]) -> Bool
  ) -> [UInt8]? {
    let readings = readings(of: Array(text.unicodeScalars), in: notation)
      .filter { !$0.isEmpty }
      .map { Array(String(String.UnicodeScalarView($0)).utf8) }
    // Try the unchanged text last.
    let fitting =
      readings.first(where: completes)
      ?? (readings.dropFirst() + readings.prefix(1)).first(where: fits)
    return fitting ?? (readings.count > 1 ? readings.last : nil)
  }

  /// The longest affixes first; a currency has both its code and its sign.
  private struct Affixes {
    private let texts: [[Unicode.Scalar]]

    init(of notation: Notation) {
      let own = [notation.prefix, notation.suffix].map(\.pasted)
      texts = (own + own.compactMap(Currency.counterpart)).filter { !$0.isEmpty }
        .map { Array($0.unicodeScalars) }.sorted { $0.count > $1.count }
    }

    func count(atStartOf text: some Collection<Unicode.Scalar>) -> Int {
      texts.first { text.starts(with: $0, by: Affixes.areAlike) }?.count ?? 0
    }

    func count(atEndOf text: some BidirectionalCollection<Unicode.Scalar>) -> Int {
      texts.first { text.reversed().starts(with: $0.reversed(), by: Affixes.areAlike) }?.count ?? 0
    }

    private static func areAlike(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
      one == other || one.isSpace && other.isSpace
    }
  }
}

private enum Currency {
  /// ISO 4217 codes by sign; a sign shared by several currencies has only one of their codes.
  private static let codes: [String: String] = [
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY",
    "₴": "UAH", "₫": "VND", "₪": "ILS", "฿": "THB", "₱": "PHP", "₦": "NGN", "₡": "CRC", "₲": "PYG",
    "₸": "KZT", "₮": "MNT", "₭": "LAK", "₵": "GHS", "₾": "GEL", "₼": "AZN", "៛": "KHR", "৳": "BDT",
    "֏": "AMD", "؋": "AFN",
  ]

  private static let signs = Dictionary(uniqueKeysWithValues: codes.map { ($1, $0) })

  static func counterpart(of text: String) -> String? { codes[text] ?? signs[text] }
}

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
