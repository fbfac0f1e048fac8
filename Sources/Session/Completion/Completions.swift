/// The ways to go on with a line at the place of its caret.
package struct Completions: Hashable, Sendable {
  /// The part of the line that a candidate replaces, in Unicode scalars from 0; it ends at the
  /// caret.
  package var range: Range<Int>
  /// What can stand there, in order and each once.
  ///
  /// All begin with what stands in the range, or if none does, with the same but for upper and lower
  /// case. A file name that has to be quoted begins with its quotation mark even so; then all do.
  package var candidates: [Completion]

  /// Makes the completions of what stands in the range.
  package init(range: Range<Int>, candidates: [Completion]) {
    self.range = range
    self.candidates = candidates
  }
}
