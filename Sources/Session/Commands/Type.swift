internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Validation

extension Session {
  /// `type`: sends keys to a field as the keyboard does, and prints what became of them.
  func type(_ command: TypeSyntax) throws(Diagnostic) {
    let field = try field(command.field)
    guard field.interactor.isActive || field.interactor.isEditing else {
      throw Diagnostic(
        .refused, "\(field.name) is deactivated", at: command.field.span,
        hint: "activate \(field.name)")
    }
    try prepare(field, at: command.field.span)
    var rejected: [KeyRejection] = []
    var keys: [TypeResult.Key] = []
    var refusal: Diagnostic?
    for key in command.keys {
      let at = field.interactor.state.selection.caret
      let outcome = press(key, in: field)
      let reason: String? =
        switch outcome {
        case .accepted, .moved: nil
        case .rejected(let reason), .refused(let reason, _): reason
        }
      if let reason {
        rejectedKeys += 1
        let rejection = KeyRejection(field: field.name, key: key.text, at: at, reason: reason)
        rejected.append(rejection)
        if case .rejected = outcome { say(.rejectedKey(rejection)) }
      }
      if case .refused(_, let diagnostic) = outcome, refusal == nil { refusal = diagnostic }
      if command.isTraced { keys.append(trace(key, outcome, reason, in: field)) }
    }
    if !field.interactor.isEditing, let record = live[field.record] {
      // What another program wrote meanwhile was kept from an edited property.
      try refresh(record, field.record, ofOthers: true)
    }
    say(.typed(result(of: field, rejected, command.isTraced ? keys : nil)))
    if let refusal {
      refusedReturn = refusal.at(command.text.span)
      throw refusal.at(command.text.span)
    }
  }

  /// Makes a field ready for keys: its record is there, and no other field edits its property.
  private func prepare(_ field: AttachedField, at span: SourceSpan) throws(Diagnostic) {
    guard try attempt(store.values(of: field.record)) != nil else {
      field.interactor.cancelEditing()
      try refreshRecords()
      throw Diagnostic(.name, "there is no \(field.record)", at: span)
    }
    let name = field.interactor.propertyName
    for other in fields where other !== field && other.record == field.record {
      if other.interactor.propertyName == name { try endEditing(of: other) }
    }
    if !field.interactor.isEditing {
      field.known = try stored(name, of: field.record)
    }
    field.typing = current
  }

  private func field(_ name: Name) throws(Diagnostic) -> AttachedField {
    switch names[name.value] {
    case .field(let field): return field
    case let other?:
      throw Diagnostic(.name, "\"\(name.value)\" is \(other.noun), not a field", at: name.span)
    case nil:
      throw Diagnostic(
        unknown: "there is no field \"\(name.value)\"", name, among: fields.map(\.name))
    }
  }

  /// What became of a key.
  private enum KeyOutcome {
    case accepted, moved
    case rejected(String)
    /// Return, or leaving, was refused: an error once all keys are typed.
    case refused(String, Diagnostic)
  }

  private func press(_ key: KeySyntax, in field: AttachedField) -> KeyOutcome {
    switch key.action(pasteboard: pasteboard) {
    case .end:
      field.refusal = nil
      return outcome(of: field.interactor.endEditing(), in: field)
    case .leave:
      field.refusal = nil
      return outcome(of: field.interactor.leave(), in: field)
    case .cancel:
      field.interactor.cancelEditing()
      return .accepted
    case .press(let key):
      let selected = field.interactor.selectedText
      switch field.interactor.press(key) {
      case .accepted:
        if key == .cut, !selected.isEmpty { pasteboard = selected }
        return .accepted
      case .moved:
        if key == .copy, !selected.isEmpty { pasteboard = selected }
        return .moved
      case .rejected(let rejection): return .rejected(rejection.message)
      }
    }
  }

  private func outcome(of outcome: ReturnOutcome, in field: AttachedField) -> KeyOutcome {
    guard case .refused(let reason) = outcome else { return .accepted }
    let refusal = field.refusal ?? Diagnostic(.refused, "\(field.name) is incomplete: \(reason)")
    return .refused(reason, refusal)
  }

  private func trace(
    _ key: KeySyntax, _ outcome: KeyOutcome, _ reason: String?, in field: AttachedField
  ) -> TypeResult.Key {
    let state = field.interactor.state
    let kind: TypeResult.Key.Outcome =
      switch outcome {
      case .accepted: .accepted
      case .moved: .moved
      case .rejected, .refused: .rejected
      }
    return TypeResult.Key(
      key: key.text, outcome: kind, text: state.text, anchor: state.selection.anchor,
      caret: state.selection.caret, incomplete: field.interactor.fieldState.reason,
      value: Datum(field.interactor.value, of: field.interactor.property), rejection: reason)
  }

  private func result(
    of field: AttachedField, _ rejected: [KeyRejection], _ keys: [TypeResult.Key]?
  ) -> TypeResult {
    let interactor = field.interactor
    let state = interactor.state
    return TypeResult(
      field: field.name, path: field.path, text: state.text, anchor: state.selection.anchor,
      caret: state.selection.caret, incomplete: interactor.fieldState.reason,
      value: Datum(interactor.value, of: interactor.property),
      literal: interactor.value?.literal(of: interactor.property) ?? "nil",
      isEditing: interactor.isEditing, rejected: rejected, keys: keys)
  }
}

extension FieldState {
  fileprivate var reason: String? {
    if case .incomplete(let reason) = self { reason } else { nil }
  }
}

extension KeySyntax {
  /// What a key does to a field.
  fileprivate enum Action {
    case press(Key)
    case end, leave, cancel
  }

  private static let actions: [String: Action] = [
    "BS": .press(.backspace), "Del": .press(.delete), "WordBS": .press(.wordBackspace),
    "Left": .press(.left), "Right": .press(.right), "Home": .press(.home), "End": .press(.end),
    "S-Left": .press(.selectLeft), "S-Right": .press(.selectRight),
    "S-Home": .press(.selectHome), "S-End": .press(.selectEnd), "All": .press(.selectAll),
    "Clear": .press(.clear), "Undo": .press(.undo), "Redo": .press(.redo), "Cut": .press(.cut),
    "Copy": .press(.copy), "lt": .press(.character("<")), "gt": .press(.character(">")),
    "Return": .end, "Esc": .cancel, "Tab": .leave, "Up": .leave, "Down": .leave,
  ]

  fileprivate func action(pasteboard: String) -> Action {
    switch self {
    case .character(let scalar): .press(.character(scalar))
    case .paste(let text): .press(.paste(text ?? pasteboard))
    case .go(let place): .press(.go(place))
    case .select(let anchor, let caret): .press(.select(anchor, caret))
    case .named(let name):
      Self.actions[name] ?? { preconditionFailure("every named key has an action") }()
    }
  }
}
