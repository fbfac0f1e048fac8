/// What texts from elsewhere carry along that is not meant.
enum Pasteboard {
  /// Whether a scalar only directs or fills the text: direction marks and invisible characters.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00AD, 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }

  /// The text without invisible characters and without white space around it.
  static func visible(
    _ text: some BidirectionalCollection<Unicode.Scalar>
  ) -> ArraySlice<Unicode.Scalar> {
    Array(seen(text))[...]
  }

  /// The same, found out scalar by scalar when it is gone through.
  static func seen<Text: BidirectionalCollection<Unicode.Scalar>>(
    _ text: Text
  ) -> LazyFilterCollection<Text.SubSequence> {
    trimmed(text[...]) { isInvisible($0) || $0.properties.isWhitespace }
      .lazy.filter { !isInvisible($0) }
  }

  /// The visible text without the affixes of a field, those that are there; `nil` if none is.
  static func stripped<Text: BidirectionalCollection<Unicode.Scalar>>(
    _ text: Text, prefix: String, suffix: String
  ) -> Text? where Text.SubSequence == Text {
    var rest = text
    let prefix = visible(prefix.unicodeScalars)
    let suffix = visible(suffix.unicodeScalars)
    if text.starts(with: prefix) { rest = rest.dropFirst(prefix.count) }
    if rest.reversed().starts(with: suffix.reversed()) { rest = rest.dropLast(suffix.count) }
    guard rest.startIndex > text.startIndex || rest.endIndex < text.endIndex else { return nil }
    return trimmed(rest, \.properties.isWhitespace)
  }

  /// What a paste may mean, in this order: the text as it is, its visible part, and that without the
  /// affixes of the field.
  static func readings(
    of text: [Unicode.Scalar], in notation: Notation
  ) -> [ArraySlice<Unicode.Scalar>] {
    let visible = visible(text)
    let stripped = stripped(visible, prefix: notation.prefix, suffix: notation.suffix)
    return [text[...], visible] + (stripped.map { [$0] } ?? [])
  }

  private static func trimmed<Text: BidirectionalCollection>(
    _ text: Text, _ isLeftOut: (Text.Element) -> Bool
  ) -> Text where Text.SubSequence == Text {
    var text = text.drop(while: isLeftOut)
    while let last = text.last, isLeftOut(last) { text.removeLast() }
    return text
  }
}
