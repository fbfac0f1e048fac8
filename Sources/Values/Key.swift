/// A key, as pressed by the user or written in a script.
///
/// The description is the key in the syntax of the command `type`: a character as it is, any other
/// key as a name in angle brackets.
///
/// ```swift
/// "\(Key.character("4"))"      // 4
/// "\(Key.selectLeft)"          // <S-Left>
/// "\(Key.paste("a < b"))"      // <Paste:a <lt> b>
/// ```
///
/// The description of a key of the program with the name of another key is not in this syntax, but
/// for example `<Other:Return>`.
///
/// Future versions may add cases, so clients need a `default` when switching.
public enum Key: Hashable, Sendable {
  /// Types a character.
  case character(Unicode.Scalar)
  /// Delete the selection, or the character before or after the caret.
  case backspace, delete
  /// Move the caret.
  case left, right, home, end
  /// Move the caret and keep the anchor.
  case selectLeft, selectRight, selectHome, selectEnd, selectAll
  /// Empties the field.
  case clear
  /// Undo or redo an edit.
  case undo, redo
  /// Delete or keep the selection; the caller copies it first.
  case cut, copy
  /// Inserts a pasted text.
  case paste(String)
  /// Deletes the selection or the word before the caret; in fields of other kinds than `Text`, all
  /// text before the caret.
  case wordBackspace
  /// Moves the caret to an offset; an offset out of bounds means the end.
  case go(Int)
  /// Selects from an anchor to the caret; an offset out of bounds means the end.
  case select(Int, Int)
  /// Increases the value by this number of steps, or decreases it if the number is negative.
  case step(by: Int)
  /// Ends editing if the text is acceptable.
  case enter
  /// Cancels editing.
  case escape
  /// Completes the text, or leaves the field.
  case tab
  /// Move to the previous or next field.
  case up, down
  /// A key of the program around the field, by its name; the field rejects it.
  case other(String)

  /// Inserts the clipboard.
  package static let yank = Key.other("Paste")
  /// Ends editing of the whole form, from any of its fields.
  package static let submit = Key.other("Submit")
  /// Adds a row to the field's list.
  package static let addRow = Key.other("AddRow")
  /// Removes the field's row.
  package static let removeRow = Key.other("RemoveRow")
}

extension Key: CustomStringConvertible {
  /// In display order.
  private static let named: KeyValuePairs<String, Key> = [
    "BS": .backspace, "Del": .delete, "Left": .left, "Right": .right, "Home": .home, "End": .end,
    "S-Left": .selectLeft, "S-Right": .selectRight, "S-Home": .selectHome, "S-End": .selectEnd,
    "All": .selectAll, "Clear": .clear, "Return": .enter, "Esc": .escape, "Undo": .undo,
    "Redo": .redo, "Cut": .cut, "Copy": .copy, "lt": .character("<"), "gt": .character(">"),
    "Tab": .tab, "Up": .up, "Down": .down, "WordBS": .wordBackspace, "StepUp": .step(by: 1),
    "StepDown": .step(by: -1), "AddRow": .addRow, "RemoveRow": .removeRow, "Paste": .yank,
    "Submit": .submit,
  ]

  /// The names of all keys without arguments; excludes keys such as `Go:3`.
  package static let names = named.map(\.key)

  /// Parses a name without its angle brackets; does not parse `Paste:` with text.
  package init?(named name: String) {
    if let key = Self.named.first(where: { $0.key == name })?.value {
      self = key
      return
    }
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    // An offset too large for an integer means the end of the text.
    let places = numbers.compactMap { digits in
      digits.isEmpty || !digits.utf8.allSatisfy(\.isDigit) ? nil : Int(digits) ?? .max
    }
    guard places.count == numbers.count else { return nil }
    switch (parts[0], places.count) {
    case ("Go", 1): self = .go(places[0])
    case ("Sel", 2): self = .select(places[0], places[1])
    default: return nil
    }
  }

  /// The key in the syntax of the command `type`.
  public var description: String {
    switch self {
    case .character(let scalar) where scalar != "<": return String(scalar)
    case .paste(let text):
      let written = text.unicodeScalars.map { scalar in
        switch scalar {
        case "<": "<lt>"
        case ">": "<gt>"
        default: String(scalar)
        }
      }
      return "<Paste:\(written.joined())>"
    case .other(let name):
      let isOwnName = Key(named: name).map { $0 == self } ?? !name.hasPrefix("Paste:")
      return isOwnName ? "<\(name)>" : "<Other:\(name)>"
    case .go(let place): return "<Go:\(place)>"
    case .select(let anchor, let caret): return "<Sel:\(anchor),\(caret)>"
    case .step(let count):
      return String(repeating: count < 0 ? "<StepDown>" : "<StepUp>", count: Int(count.magnitude))
    default:
      guard let name = Self.named.first(where: { $0.value == self })?.key else {
        preconditionFailure("every key without a case above must have a name")
      }
      return "<\(name)>"
    }
  }
}
