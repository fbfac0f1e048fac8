/// What texts from elsewhere carry along that is not meant.
enum Pasteboard {
  /// The visible text without the affixes of a field, those that are there; `nil` if none is.
  static func stripped<Text: BidirectionalCollection<Unicode.Scalar>>(
    _ text: Text, prefix: String, suffix: String
  ) -> Text? where Text.SubSequence == Text {
    var rest = text
    let prefix = Array(prefix.unicodeScalars.pasted)
    let suffix = Array(suffix.unicodeScalars.pasted)
    if text.starts(with: prefix) { rest = rest.dropFirst(prefix.count) }
    if rest.reversed().starts(with: suffix.reversed()) { rest = rest.dropLast(suffix.count) }
    guard rest.startIndex > text.startIndex || rest.endIndex < text.endIndex else { return nil }
    return rest.trimmed(\.properties.isWhitespace)
  }

  /// What a paste may mean, in this order: the text as it is, its visible part, and that without
  /// the affixes of the field.
  static func readings(
    of text: [Unicode.Scalar], in notation: Notation
  ) -> [ArraySlice<Unicode.Scalar>] {
    let visible = Array(text.pasted)[...]
    let stripped = stripped(visible, prefix: notation.prefix, suffix: notation.suffix)
    return [text[...], visible] + (stripped.map { [$0] } ?? [])
  }
}
