/// A field being edited: its text as displayed, and the selection in it.
public struct EditState: Sendable {
  /// The text as displayed, without the affixes beside it.
  public var text: String

  /// The selection in the text.
  public var selection: Selection

  /// Creates a state.
  public init(text: String, selection: Selection) {
    self.text = text
    self.selection = selection
  }
}

extension EditState: Hashable {
  /// Whether two states are the same, scalar by scalar.
  public static func == (one: EditState, other: EditState) -> Bool {
    one.selection == other.selection && one.text.hasSameScalars(as: other.text)
  }

  /// Feeds the state to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(selection)
    hasher.combine(text)
  }
}

/// Where the caret is and what is selected.
///
/// Offsets count grapheme clusters of the text as displayed; a minus of several scalars is one.
public struct Selection: Hashable, Sendable {
  /// Where the selection began.
  public var anchor: Int

  /// Where the caret is.
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
