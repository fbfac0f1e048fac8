internal import CommandLanguage

extension Session {
  /// What can be at the caret of a line that a person is typing, after the lines of the open
  /// command if there is one.
  ///
  /// Nothing is offered that would be an error there. What follows the caret counts only in
  /// expressions and SQL, where it decides what fits.
  ///
  /// - Parameter caret: A place in the line, in Unicode scalars from 0.
  package func completions(in line: String, at caret: Int) -> Completions {
    let scalars = line.unicodeScalars
    let caret = min(max(0, caret), scalars.count)
    let expectations = runner.expectations(in: line, at: caret)
    let range = expectations.start..<caret
    let word = String(
      String.UnicodeScalarView(scalars.dropFirst(range.lowerBound).prefix(range.count)))
    let vocabulary = Vocabulary(session: self, word: word, openText: expectations.openText)
    return Completions(range: range, candidates: vocabulary.candidates(expectations.alternatives))
  }
}
