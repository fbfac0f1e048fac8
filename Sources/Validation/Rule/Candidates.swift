/// The texts that an incomplete text can become.
public struct Candidates: Hashable, Sendable {
  /// The first of them.
  public var texts: [String]
  /// The number of all.
  public var count: Int

  /// Creates a list; without a count, it is complete.
  public init(_ texts: [String] = [], count: Int? = nil) {
    (self.texts, self.count) = (texts, count ?? texts.count)
  }
}
