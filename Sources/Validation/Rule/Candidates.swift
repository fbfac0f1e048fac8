/// The texts that an incomplete text can become.
public struct Candidates: Hashable, Sendable {
  /// The first texts.
  public var texts: [String]
  /// The total number of texts, including texts that are not listed.
  public var count: Int

  /// Creates a list, which is complete unless a count is given.
  public init(_ texts: [String] = [], count: Int? = nil) {
    (self.texts, self.count) = (texts, count ?? texts.count)
  }
}
