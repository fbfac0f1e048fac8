internal import LineEditor
internal import Session

extension Proposals {
  /// What a session knows to go on with.
  init(_ completions: Completions) {
    self.init(
      range: completions.range, texts: completions.candidates.map(\.text),
      isWhole: completions.candidates.first?.isWhole ?? false)
  }
}
