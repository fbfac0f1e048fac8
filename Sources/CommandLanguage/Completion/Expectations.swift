/// What can stand at the caret of an unfinished command.
public struct Expectations: Hashable, Sendable {
  /// Where the word begins that ends at the caret, in Unicode scalars from 0.
  ///
  /// It is the caret itself where no word has begun.
  public var start: Int
  /// What the word so far means, if it begins with a quotation mark that is still open.
  public var openText: String?
  /// What can stand there, whatever the word so far is; nothing in a comment or behind a mistake.
  public var alternatives: Set<Expectation>
}
