/// Turns places in the bytes that are parsed into positions in the text a person sees.
struct Places: Sendable {
  var text: SourceText
  /// Where each byte comes from, if the bytes are the meaning of a quoted text; one more than bytes.
  var offsets: [Int]?

  func position(at offset: Int) -> SourcePosition {
    text.position(at: offsets?[offset] ?? offset)
  }

  func span(_ range: Range<Int>) -> SourceSpan {
    let start = position(at: range.lowerBound)
    guard !range.isEmpty else { return SourceSpan(start: start, end: start) }
    let end = offsets?[range.upperBound] ?? range.upperBound
    return SourceSpan(start: start, end: text.position(behind: end))
  }
}
