internal import LineEditor
internal import Session

extension Proposals {
  init(_ completions: Completions) {
    // A name with control characters must not be inserted into a line.
    let candidates = completions.candidates.filter { $0.text == $0.text.withVisibleControls }
    self.init(
      range: completions.range, texts: candidates.map(\.text),
      shown: candidates.map(\.shown.withVisibleControls),
      isWhole: candidates.first?.isWhole ?? false)
  }
}
