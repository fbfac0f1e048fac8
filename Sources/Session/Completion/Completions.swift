/// The ways to go on with a line at the place of its caret.
package struct Completions: Hashable, Sendable {
  /// The part of the line that a candidate replaces, in Unicode scalars from 0; it ends at the
  /// caret.
  package var range: Range<Int>
  /// What can be there, in order and each once.
  ///
  /// All begin with what is in the range, or if none does, with the same but for upper and lower
  /// case; a record can be found by its title, and then its key is here. A file name that has to be quoted begins with its quotation mark even so; then all do.
  package var candidates: [Completion]

  /// Makes the completions of what is in the range.
  package init(range: Range<Int>, candidates: [Completion]) {
    self.range = range
    self.candidates = candidates
  }
}

/// One way to go on with a line.
package struct Completion: Hashable, Sendable {
  /// What is inserted in place of the word so far, in the quotation marks or backticks it needs.
  package var text: String
  /// Whether white space may follow; false where the word goes on, as `ann.` and `Schemas/` do.
  package var isWhole: Bool
  /// What a list of candidates shows of it: the text, or more, as the values that a function takes.
  package var shown: String
  /// What the word so far is the beginning of: the text, or what was typed instead of it.
  var found: String

  /// Makes the completion to a text.
  package init(
    _ text: String, isWhole: Bool = true, shown: String? = nil, found: String? = nil
  ) {
    self.text = text
    self.isWhole = isWhole
    self.shown = shown ?? text
    self.found = found ?? text
  }
}
