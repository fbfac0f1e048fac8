/// One way to go on with a line.
public struct Completion: Hashable, Sendable {
  /// What is inserted in place of the word so far, in the quotation marks or backticks it needs.
  public var text: String
  /// Whether white space may follow; false where the word goes on, as `ann.` and `Schemas/` do.
  public var isWhole: Bool

  /// Makes the completion to a text.
  public init(_ text: String, isWhole: Bool = true) {
    self.text = text
    self.isWhole = isWhole
  }
}
