/// Why a pattern is not one that texts can be matched with.
public struct PatternError: Error, Hashable, Sendable {
  /// Where in the pattern the mistake stands, counted in scalars from 0.
  public var offset: Int
  /// What is wrong, for a person.
  public var message: String

  /// Makes an error at a place of a pattern.
  public init(at offset: Int, _ message: String) {
    self.offset = offset
    self.message = message
  }
}
