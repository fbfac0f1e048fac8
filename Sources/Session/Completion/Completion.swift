/// One way to go on with a line.
package struct Completion: Hashable, Sendable {
  /// What is inserted in place of the word so far, in the quotation marks or backticks it needs.
  package var text: String
  /// Whether white space may follow; false where the word goes on, as `ann.` and `Schemas/` do.
  package var isWhole: Bool

  /// Makes the completion to a text.
  package init(_ text: String, isWhole: Bool = true) {
    self.text = text
    self.isWhole = isWhole
  }
}
