/// Where the caret stands and what is selected.
///
/// Offsets count grapheme clusters of the text as displayed; a minus of several scalars is one.
public struct Selection: Hashable, Sendable {
  /// Where the selection began.
  public var anchor: Int

  /// Where the caret stands.
  public var caret: Int

  /// Creates a selection from the anchor to the caret.
  public init(anchor: Int, caret: Int) {
    self.anchor = anchor
    self.caret = caret
  }

  /// Creates a caret with nothing selected.
  public init(caret: Int) {
    self.init(anchor: caret, caret: caret)
  }

  /// What is selected.
  public var range: Range<Int> { min(anchor, caret)..<max(anchor, caret) }

  /// Whether nothing is selected.
  public var isEmpty: Bool { anchor == caret }
}
