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
