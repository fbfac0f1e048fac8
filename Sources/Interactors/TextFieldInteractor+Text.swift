internal import Records
public import Validation

extension TextFieldInteractor {
  /// What the field expects, in the words of a form where it has some.
  public var expectation: String {
    format.expectation ?? property?.pattern.map { "text matching \($0)" }
      ?? property?.kindDefinition ?? ""
  }

  /// How the text is written where that is another way than the field's own, until the editing ends:
  /// `dd.mm.yyyy`.
  public var writing: String? { format.form(of: state) }

  /// The texts that one which has begun and is not complete can become, where they are several.
  public var candidates: [String] {
    guard canComplete else { return [] }
    let candidates = format.candidates(for: state)
    return candidates.count > 1 ? candidates : []
  }

  /// Whether there is a text that has begun and is not complete.
  var canComplete: Bool {
    guard isEditing, case .incomplete = format.content(of: state) else { return false }
    return true
  }

  /// What a field answers whose item was removed from its list.
  static let removal = Rejection(message: "the item was removed from its list")

  /// Why the value of the property cannot be edited as text; nil where it can.
  ///
  /// A binary fraction may need more digits than a field has; it is shown and not edited. Neither is
  /// a field of an item that was removed from its list.
  public var objection: Rejection? {
    if isRemoved { return Self.removal }
    guard !isEditing, case .double(let number)? = value,
      format.grammar.text(for: .double(number), in: format.notation) == nil,
      case .double? = property?.kind
    else { return nil }
    let reason = number.isFinite ? "has more digits than a field edits" : "is edited in no field"
    return Rejection(message: "\(number) \(reason); a command can set another value")
  }
}

/// Whether an editing could end with what is in the field.
public enum FieldState: Hashable, Sendable {
  /// The text is complete, or empty where that will do; an idle field is always in this state.
  case acceptable
  /// The property has kept its value; the reason says what is missing.
  case incomplete(reason: String)
}

/// What became of Return, or of leaving a field.
public enum ReturnOutcome: Hashable, Sendable {
  /// The editing has ended and the text is formatted anew.
  case ended
  /// The property has its value and the editing goes on, as the field was told to.
  case stays
  /// The editing goes on: the text is incomplete, or what accepts it has refused.
  case refused(Violation)

  /// The editing goes on for a reason.
  public static func refused(reason: String) -> ReturnOutcome {
    .refused(Violation(kind: .rule, message: reason))
  }
}
