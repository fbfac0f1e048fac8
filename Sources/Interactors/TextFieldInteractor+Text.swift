internal import Records
public import Validation

extension TextFieldInteractor {
  /// What the field expects, in the words of a form where it has some.
  public var expectation: String { expected?.description ?? "" }

  /// What the field expects, as data; nil where there is no property.
  public var expected: FieldExpectation? {
    format.expected ?? property?.pattern.map { .pattern("\($0)") }
      ?? property.map { .kind($0.kindDefinition) }
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

  /// Why the property cannot be edited as text; nil where it can.
  ///
  /// A field cannot be edited that is attached to nothing, or to no property of its subject, or whose
  /// item was removed from its list. Neither can a binary fraction of a record that has more digits
  /// than the field: it is shown and a command sets it. On a class such a number is edited whole, but
  /// not one of a `UInt64` or another type that is beyond an `Int64`.
  public var objection: Rejection? {
    if isRemoved { return Rejection(.init(.itemRemoved)) }
    if isEditing { return nil }
    guard subject != nil else { return Rejection(.init(.detached)) }
    guard property != nil else {
      return rejection(.noProperty, propertyName)
    }
    guard let value, isBeyondField(value) else { return nil }
    return rejection(.longNumber, value.description)
  }

  private func rejection(_ code: Reason.Code, _ text: String) -> Rejection {
    Rejection(.init(code, .init(text)))
  }

  /// Whether a value is one that the field shows and does not edit: a binary fraction of a record, or
  /// a whole number that is no `Int`.
  func isBeyondField(_ value: Value) -> Bool {
    if case .decimal = value, case .integer? = property?.kind { return true }
    guard case .double = value, isOfRecord, case .double? = property?.kind else { return false }
    return format.grammar.text(for: value, in: format.notation) == nil
  }
}

/// Whether an editing could end with what is in the field.
public enum FieldState: Hashable, Sendable {
  /// The text is complete, or empty where that will do; an idle field is always in this state.
  case acceptable
  /// The property has kept its value; the reason says what is missing, which can still come.
  case incomplete(reason: Reason)
  /// The property has kept its value, and nothing that is typed at the end of the text makes it
  /// complete: something in it has to go, or to be changed.
  case invalid(reason: Reason)

  /// Why the text is not acceptable; nil where it is.
  public var reason: Reason? {
    switch self {
    case .acceptable: nil
    case .incomplete(let reason), .invalid(let reason): reason
    }
  }
}

/// When a field says why its text is not acceptable.
public enum ReasonTiming: Hashable, Sendable {
  /// At every key.
  case atKey
  /// Once the field was left, or was to be left, and then at every key.
  case onLeaving
  /// Once Return was refused, until the text changes.
  case atEnd
}

/// What became of Return, or of leaving a field.
///
/// Two refusals are the same if they say the same.
public enum ReturnOutcome: Sendable {
  /// The editing has ended and the text is formatted anew.
  case ended
  /// The property has its value and the editing goes on, as the field was told to.
  case stays
  /// The editing goes on: the text is incomplete, or what accepts it has refused.
  case refused(Violation)

  /// The editing goes on for a reason in words.
  public static func refused(reason: String) -> ReturnOutcome {
    .refused(Violation(kind: .rule, message: reason))
  }

  /// The editing of a property goes on for a reason, which is the cause of the violation.
  static func refused(for reason: Reason, of property: String) -> ReturnOutcome {
    let detail = reason.detail
    var violation =
      detail.violation ?? Violation(kind: .rule, message: detail.description, of: property)
    if case .required = detail.code { violation = .required(property) }
    if detail.violation == nil { violation.cause = Rejection(reason) }
    return .refused(violation)
  }

  /// Why the editing goes on, as data; nil where it does not, or was not refused.
  public var reason: Reason? {
    guard case .refused(let violation) = self else { return nil }
    return (violation.cause as? Rejection)?.reason ?? Reason(violation)
  }
}

extension ReturnOutcome: Hashable {
  /// Whether both are the same, and say the same.
  public static func == (one: ReturnOutcome, other: ReturnOutcome) -> Bool {
    switch (one, other) {
    case (.ended, .ended), (.stays, .stays): true
    case (.refused(let one), .refused(let other)): one.message == other.message
    case (.ended, _), (.stays, _), (.refused, _): false
    }
  }

  /// Feeds what is said to a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .ended: hasher.combine(0)
    case .stays: hasher.combine(1)
    case .refused(let violation): hasher.combine(violation.message)
    }
  }
}
