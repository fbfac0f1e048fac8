/// One key, as a person presses it or a script writes it.
///
/// Its description is what is written for it in `type`: a character as it is, any other key by a
/// name in angle brackets.
///
/// ```swift
/// "\(Key.character("4"))"      // 4
/// "\(Key.selectLeft)"          // <S-Left>
/// "\(Key.paste("a < b"))"      // <Paste:a <lt> b>
/// ```
///
/// More cases will come: code of another package that switches over them needs a `default`.
public enum Key: Hashable, Sendable {
  /// A character typed.
  case character(Unicode.Scalar)
  /// Deletes the selection, else what is before or after the caret.
  case backspace, delete
  /// Move the caret.
  case left, right, home, end
  /// Move the caret and leave the anchor.
  case selectLeft, selectRight, selectHome, selectEnd, selectAll
  /// Empties the field.
  case clear
  /// Step back and forth in what was edited.
  case undo, redo
  /// Delete or keep the selection, which the caller has read before.
  case cut, copy
  /// Puts a text in at once.
  case paste(String)
  /// Puts in what was last cut or copied, which the caller knows.
  case yank
  /// Deletes back over white space to the next; in fields other than text, to the start.
  case wordBackspace
  /// Puts the caret at an offset; out of bounds is the end.
  case go(Int)
  /// Selects from an offset to an offset, where the caret is; out of bounds is the end.
  case select(Int, Int)
  /// Steps up so many times, or down where the number is less than zero.
  case step(by: Int)
  /// Ends the editing, if what is there is acceptable.
  case enter
  /// Ends the editing of the form that the field is in, from any of its fields.
  case submit
  /// Ends the editing as if it had not been.
  case escape
  /// Completes the text, else leaves the field.
  case tab
  /// Leave the field for the one before or after it.
  case up, down
  /// Add a row to the list that the field is in, or remove its row.
  case addRow, removeRow
}

extension Key: CustomStringConvertible {
  /// The keys with a name of their own, in the order in which they are listed.
  private static let named: KeyValuePairs<String, Key> = [
    "BS": .backspace, "Del": .delete, "Left": .left, "Right": .right, "Home": .home, "End": .end,
    "S-Left": .selectLeft, "S-Right": .selectRight, "S-Home": .selectHome, "S-End": .selectEnd,
    "All": .selectAll, "Clear": .clear, "Return": .enter, "Esc": .escape, "Undo": .undo,
    "Redo": .redo, "Cut": .cut, "Copy": .copy, "lt": .character("<"), "gt": .character(">"),
    "Tab": .tab, "Up": .up, "Down": .down, "WordBS": .wordBackspace, "StepUp": .step(by: 1),
    "StepDown": .step(by: -1), "AddRow": .addRow, "RemoveRow": .removeRow, "Paste": .yank,
    "Submit": .submit,
  ]

  /// What can be between angle brackets and stands for a key, but for texts and numbers.
  package static let names = named.map(\.key)

  /// Reads what is between angle brackets, but for the text of a paste; nil where it is no key.
  package init?(named name: String) {
    if let key = Self.named.first(where: { $0.key == name })?.value {
      self = key
      return
    }
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    // A place beyond all texts is the end of each.
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

  /// What is written for the key in `type`.
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
    case .go(let place): return "<Go:\(place)>"
    case .select(let anchor, let caret): return "<Sel:\(anchor),\(caret)>"
    case .step(let count):
      return String(repeating: count < 0 ? "<StepDown>" : "<StepUp>", count: Int(count.magnitude))
    default:
      guard let name = Self.named.first(where: { $0.value == self })?.key else {
        preconditionFailure("every other key has a name")
      }
      return "<\(name)>"
    }
  }
}
