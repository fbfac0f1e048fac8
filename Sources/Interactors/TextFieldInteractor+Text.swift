public import Records
public import Validation

extension TextFieldInteractor {
  /// The expected input, as text; empty if ``expected`` is nil.
  public var expectation: String { expected?.description ?? "" }

  /// The expected input, as data; nil if neither the format nor the property determines it.
  public var expected: FieldExpectation? {
    format.expected ?? references.map { _ in .choice([]) } ?? property?.pattern.map {
      .pattern("\($0)")
    }
      ?? property.map { .kind($0.kindDefinition) }
  }

  /// The notation in which the user types, such as `dd.mm.yyyy`; nil if it is the field's own, and
  /// after editing.
  public var writing: String? { format.form(of: state) }

  /// The texts that an incomplete text can become, if they are known.
  public var candidates: Candidates {
    canComplete ? format.candidates(for: state) : Candidates()
  }

  var canComplete: Bool {
    guard isEditing, case .incomplete = format.content(of: state) else { return false }
    return true
  }

  /// Why the property cannot be edited as text; nil if it can.
  ///
  /// For example, the field has no property, or its item was removed from its list. A double in a
  /// record cannot be edited if it has more digits than the field allows; commands can set the
  /// property. In a class, a number with more digits is edited with all of them, unless the number
  /// exceeds `Int64`, as is possible for `UInt64`.
  public var objection: Rejection? {
    if isRemoved { return Rejection(.init(.itemRemoved)) }
    if isEditing { return nil }
    guard subject != nil else { return Rejection(.init(.detached)) }
    guard property != nil else { return rejection(.noProperty, propertyName) }
    guard let value, isBeyondField(value) else { return nil }
    return rejection(.longNumber, value.description)
  }

  private func rejection(_ code: Reason.Code, _ text: String) -> Rejection {
    Rejection(.init(code, .init(text)))
  }

  /// Whether the field cannot edit a value: a record's double with too many digits, or a whole
  /// number that exceeds `Int`.
  func isBeyondField(_ value: Value) -> Bool {
    if case .decimal = value, case .integer? = property?.kind { return true }
    guard case .double = value, isOfRecord, case .double? = property?.kind else { return false }
    return format.grammar.text(for: value, in: format.notation) == nil
  }

  /// Ends editing like Return, but calls an asynchronous closure, such as a request to a server,
  /// rather than ``accept``; a form has ``FormInteractor/end(waiting:)``.
  ///
  /// Waits on the caller's actor. If the closure throws, its error is the reason why the text is
  /// not acceptable, until the text changes or the closure is called again. If the text was changed
  /// meanwhile, editing continues.
  @discardableResult
  nonisolated(nonsending) public final func end(
    waiting accept: nonisolated(nonsending) (Value?) async throws(Violation) -> Void
  ) async -> ReturnOutcome {
    finishText()
    if let editing, editing.awaitedText?.hasSameScalars(as: text) == true {
      editing.objection = nil
    }
    guard let editing, hasEdits, !editing.isWhole, fieldState == .acceptable, question == nil else {
      return end()
    }
    let (text, value) = (text, value)
    var isUnchanged: Bool { self.editing === editing && self.text.hasSameScalars(as: text) }
    do throws(Violation) {
      try subject?.validate(about: [propertyName])
      try await accept(value)
    } catch {
      isTouched = true
      if isUnchanged {
        (editing.objection, editing.awaitedText) = (Reason(error), text)
        updateView()
      }
      return .refused(error)
    }
    editing.original = value
    guard isUnchanged else { return isEditing ? .stays : .ended }
    finishEditing()
    return .ended
  }
}

/// The state of a field's text, which determines whether editing can end.
public enum FieldState: Hashable, Sendable {
  /// The text is complete, or empty if that is allowed; an idle field is always acceptable.
  case acceptable
  /// More input is needed, and the property keeps its former value; or the complete value was
  /// rejected.
  case incomplete(reason: Reason)
  /// More input at the end cannot make the text valid, so something must be changed; the property
  /// keeps its former value.
  case invalid(reason: Reason)

  /// Why the text is not acceptable; nil if it is.
  public var reason: Reason? {
    switch self {
    case .acceptable: nil
    case .incomplete(let reason), .invalid(let reason): reason
    }
  }
}

/// The cause of the end of editing.
public enum EditingEnd: Hashable, Sendable {
  /// Return, which is refused if the text is not acceptable.
  case onReturn
  /// A key that leaves the field: like Return, even if ``TextFieldInteractor/shouldReturn`` is
  /// false.
  case onLeaving
  /// A move to another field of the form: a text that Return would refuse remains, and
  /// ``TextFieldInteractor/mark`` is the reason.
  ///
  /// With `choosing`, the only candidate for a reference is chosen.
  case onPassing(choosing: Bool = true)
  /// The loss of the focus: a text that Return would refuse is reverted.
  case onFocusLoss
  /// The program: like a key that leaves the field, but rejected input must have been confirmed.
  case byProgram
}

/// The time at which a field shows why its text is not acceptable.
public enum ReasonTiming: Hashable, Sendable {
  /// At every key.
  case atKey
  /// After the first attempt to leave the field, and then at every key.
  case onLeaving
  /// After Return was refused, until the text changes.
  case atEnd
}

/// The result of Return, or of leaving a field.
///
/// Refusals are equal if their messages are equal.
public enum ReturnOutcome: Sendable {
  /// Editing has ended, and the text is formatted.
  case ended
  /// The value is accepted, but editing continues, because ``TextFieldInteractor/shouldReturn`` is
  /// false or because there were further edits meanwhile.
  case stays
  /// The text is incomplete or was not accepted; editing continues, except after
  /// ``EditingEnd/onFocusLoss``.
  case refused(Violation)

  /// Creates a refusal with a message.
  public static func refused(reason: String) -> ReturnOutcome {
    .refused(Violation(kind: .rule, message: reason))
  }

  static func refused(for reason: Reason, of property: String) -> ReturnOutcome {
    .refused(violation(for: reason, of: property))
  }

  static func violation(for reason: Reason, of property: String) -> Violation {
    let detail = reason.detail
    var violation =
      detail.violation ?? Violation(kind: .rule, message: detail.description, of: property)
    if case .required = detail.code { violation = .required(property) }
    if detail.violation == nil { violation.cause = Rejection(reason) }
    return violation
  }

  /// Why the end of editing was refused, as data; nil if it was not.
  public var reason: Reason? {
    guard case .refused(let violation) = self else { return nil }
    return (violation.cause as? Rejection)?.reason ?? Reason(violation)
  }
}

extension ReturnOutcome: Hashable {
  /// Returns whether both are the same, with the same message.
  public static func == (one: ReturnOutcome, other: ReturnOutcome) -> Bool {
    switch (one, other) {
    case (.ended, .ended), (.stays, .stays): true
    case (.refused(let one), .refused(let other)): one.message == other.message
    case (.ended, _), (.stays, _), (.refused, _): false
    }
  }

  /// Hashes the result with its message.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .ended: hasher.combine(0)
    case .stays: hasher.combine(1)
    case .refused(let violation): hasher.combine(violation.message)
    }
  }
}
