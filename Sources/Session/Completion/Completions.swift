package struct Completions: Hashable, Sendable {
  /// The range replaced by a candidate, in Unicode scalars from 0; ends at the caret.
  package var range: Range<Int>
  /// The candidates, sorted and distinct.
  ///
  /// All begin with the text in the range, ignoring case if no candidate matches exactly. A record
  /// is also found by its title, and the candidate is then its key. A file name that needs
  /// quotation marks begins with one; then all file names do.
  package var candidates: [Completion]

  package init(range: Range<Int>, candidates: [Completion]) {
    self.range = range
    self.candidates = candidates
  }
}

package struct Completion: Hashable, Sendable {
  /// The text to insert, with the quotation marks or backticks it needs.
  package var text: String
  /// Whether white space may follow; false for prefixes such as `ann.` and `Schemas/`.
  package var isWhole: Bool
  /// The text in a list of candidates: the inserted text, or more, such as the parameters of a
  /// function.
  package var shown: String
  /// The text that the typed word must be a prefix of; differs from `text` if a record is found by
  /// its title.
  var found: String

  package init(
    _ text: String, isWhole: Bool = true, shown: String? = nil, found: String? = nil
  ) {
    self.text = text
    self.isWhole = isWhole
    self.shown = shown ?? text
    self.found = found ?? text
  }
}
