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
  static func visible(_ text: some Sequence<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    trimmed(text.filter { !isInvisible($0) }[...])
  }

  /// The visible text without the affixes of a field, those that are there.
  static func stripped(
    _ text: ArraySlice<Unicode.Scalar>, prefix: String, suffix: String
  ) -> ArraySlice<Unicode.Scalar> {
    var text = text
    let prefix = visible(prefix.unicodeScalars)
    let suffix = visible(suffix.unicodeScalars)
    if text.starts(with: prefix) { text = text.dropFirst(prefix.count) }
    if text.reversed().starts(with: suffix.reversed()) { text = text.dropLast(suffix.count) }
    return trimmed(text)
  }

  /// What a paste may mean, in this order: the text as it is, its visible part, and that without the
  /// affixes of the field.
  static func readings(
    of text: [Unicode.Scalar], in notation: Notation
  ) -> [ArraySlice<Unicode.Scalar>] {
    let visible = visible(text)
    let stripped = stripped(visible, prefix: notation.prefix, suffix: notation.suffix)
    return stripped.count < visible.count
      ? [text[...], visible, stripped] : [text[...], visible]
  }

  private static func trimmed(_ text: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    var text = text.drop { $0.properties.isWhitespace }
    while let last = text.last, last.properties.isWhitespace { text.removeLast() }
    return text
  }
}
