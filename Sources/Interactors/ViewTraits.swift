public import Records

/// What a view should be like for the values it shows; a terminal or a window makes of it what
/// it can.
public struct ViewTraits: Hashable, Sendable {
  public enum Keyboard: Hashable, Sendable { case text, number, decimal }
  public enum Alignment: Hashable, Sendable { case leading, trailing }

  public var keyboard: Keyboard
  public var alignment: Alignment
  public var checksSpelling: Bool
  public var correctsText: Bool
  public var hasClearButtonWhileEditing: Bool

  /// The traits for values of a kind: numbers stand at the right, and nobody spells them.
  public init(_ kind: PropertyKind, isEditable: Bool) {
    switch kind {
    case .integer: keyboard = .number
    case .decimal, .double: keyboard = .decimal
    case .text, .boolean: keyboard = .text
    }
    alignment = keyboard == .text ? .leading : .trailing
    checksSpelling = kind == .text
    correctsText = kind == .text
    hasClearButtonWhileEditing = isEditable
  }
}
