/// A replacement of ranges of the text: there is no other way to change it.
public struct Edit: Hashable, Sendable {
  /// The ranges as displayed: the first is replaced, the others are deleted.
  public var ranges: [Range<Int>]

  /// What comes in place of the first range; nothing makes the edit a deletion.
  public var replacement: String

  /// Whether the replacement was typed, as one scalar, and not put in at once.
  public var isTyped: Bool

  /// Creates an edit of several ranges.
  public init(ranges: [Range<Int>], replacement: String, isTyped: Bool) {
    self.ranges = ranges
    self.replacement = replacement
    self.isTyped = isTyped
  }

  /// Creates an edit of one range.
  public init(range: Range<Int>, replacement: String, isTyped: Bool) {
    self.init(ranges: [range], replacement: replacement, isTyped: isTyped)
  }
}
