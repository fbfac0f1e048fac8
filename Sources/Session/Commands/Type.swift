internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Validation

extension Session {
  /// `type`: sends keys to a field as the keyboard does, and prints what became of them.
  func type(_ command: TypeSyntax) throws(Diagnostic) {
    let field = try field(try name(command.field))
    try checkIsOn(field, at: command.field.span)
    try prepare(field, at: command.field.span)
    let typing = Typing(into: field, self)
    var keys: [TypeResult.Key] = []
    for key in command.keys {
      let outcome = typing.press(key)
      if case .rejected = outcome, let rejection = typing.rejected.last {
        say(.rejectedKey(rejection))
      }
      if command.isTraced { keys.append(trace(key, outcome, in: field)) }
    }
    try finish(typing, keys: command.isTraced ? keys : nil, at: command.text.span)
  }

  /// Refuses a field that is deactivated.
  func checkIsOn(_ field: AttachedField, at span: SourceSpan) throws(Diagnostic) {
    guard field.interactor.isActive || field.interactor.isEditing else {
      throw Diagnostic(
        .refused, "\(field.name) is deactivated", at: span, hint: "activate \(field.name)")
    }
  }

  /// Prints what became of keys; a Return that was refused is an error.
  func finish(
    _ typing: Typing, keys: [TypeResult.Key]? = nil, at span: SourceSpan
  ) throws(Diagnostic) {
    let field = typing.field
    if !field.interactor.isEditing, let record = live[field.record] {
      // What another program wrote meanwhile was kept from an edited property.
      try refresh(record, field.record, ofOthers: true)
    }
    say(.typed(result(of: field, typing.rejected, keys)))
    if let refusal = typing.refusal {
      refusedReturn = refusal.at(span)
      throw refusal.at(span)
    }
  }

  /// Makes a field ready for keys: its record is there, and no other field edits its property.
  func prepare(_ field: AttachedField, at span: SourceSpan) throws(Diagnostic) {
    try follow(field, at: span)
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

  /// Brings a field to the records it can refer to, and an idle one to where its path leads now.
  private func follow(_ field: AttachedField, at span: SourceSpan) throws(Diagnostic) {
    let path = field.path
    if !path.isPlain, !field.interactor.isEditing {
      let (id, property) = try property(path, neededAt: span)
      if id != field.record {
        let limits = try limits(of: property, field.options, at: span)
        return field.attach(
          to: try liveRecord(id, at: span), property.name, as: path, of: id, limits)
      }
    }
    let isReference = if case .reference? = field.interactor.property?.kind { true } else { false }
    let isStale = field.interactor.format.notation.symbols != field.options.symbols
    if isReference || isStale { try limit(field, at: span) }
  }

  /// The property that the path of an earlier command leads to now.
  private func property(
    _ path: PathSyntax, neededAt span: SourceSpan
  ) throws(Diagnostic) -> (RecordID, Property) {
    do throws(Diagnostic) {
      return try property(path)
    } catch {
      // The path stands in another line, or in another file.
      var diagnostic = error
      diagnostic.place = nil
      throw diagnostic.at(span)
    }
  }

  func field(_ name: Name) throws(Diagnostic) -> AttachedField {
    switch names[name.value] {
    case .field(let field): return field
    case let other?:
      throw Diagnostic(.name, "\"\(name.value)\" is \(other.noun), not a field", at: name.span)
    case nil:
      throw Diagnostic(
        unknown: "there is no field \"\(name.value)\"", name, among: fields.map(\.name))
    }
  }

  private func trace(
    _ key: KeySyntax, _ outcome: Typing.KeyOutcome, in field: AttachedField
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
      value: Datum(
        field.interactor.value, of: field.interactor.property, isRevealed: true),
      rejection: outcome.reason)
  }

  private func result(
    of field: AttachedField, _ rejected: [KeyRejection], _ keys: [TypeResult.Key]?
  ) -> TypeResult {
    let interactor = field.interactor
    let state = interactor.state
    return TypeResult(
      field: field.name, path: field.path.text, text: state.text, anchor: state.selection.anchor,
      caret: state.selection.caret, incomplete: interactor.fieldState.reason,
      value: Datum(interactor.value, of: interactor.property, isRevealed: true),
      literal: interactor.value?.literal(of: interactor.property, isRevealed: true) ?? "nil",
      isEditing: interactor.isEditing, rejected: rejected, keys: keys)
  }
}

extension FieldState {
  fileprivate var reason: String? {
    if case .incomplete(let reason) = self { reason } else { nil }
  }
}
