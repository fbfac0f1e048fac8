internal import LineEditor
internal import Session

extension Proposals {
  /// What a session knows to go on with.
  init(_ completions: Completions) {
    // A name that would steer the terminal is not put into a line.
    let candidates = completions.candidates.filter { $0.text == $0.text.withVisibleControls }
    self.init(
      range: completions.range, texts: candidates.map(\.text),
      shown: candidates.map(\.shown.withVisibleControls),
      isWhole: candidates.first?.isWhole ?? false)
  }
}
