internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

extension Session {
  /// `edit`: hands the keyboard to a field or form, or to a property or record for this once.
  func edit(_ command: EditSyntax) throws(Diagnostic) {
    guard let keyboard = configuration.keyboard else {
      throw Diagnostic(
        .refused, "edit needs a terminal to type at", at: command.span,
        hint: "type FIELD \"42<Return>\" sends keys to a field")
    }
    let target = try target(command)
    let isLent = if case .lent = target.title { true } else { false }
    if isLent {
      names.lend(target)
      target.base.activate()
    }
    defer {
      if isLent {
        names.takeBack(target)
        target.close()
      }
    }
    let typing = try typing(into: target, at: command.span)
    let field = typing.field
    try endEditings(of: field.record, except: field.interactor.propertyName)
    keyboard.edit(FieldEditing(typing))
    let record = typing.field.record
    guard try attempt(store.values(of: record)) != nil else {
      try refreshRecords(ofOthers: true)
      throw Diagnostic(.name, "\(record) was deleted while it was edited", at: command.span)
    }
    try finish(typing, at: command.span)
  }

  /// What is edited; a field or form that is made for this once has a name that is lent.
  private func target(_ command: EditSyntax) throws(Diagnostic) -> AttachedInteractor {
    switch command {
    case .field(let name):
      if case .record = names[name.value] {
        let record = Spanned(RecordSyntax.name(name), at: name.span)
        return try makeForm(.lent(record.value.text), on: record)
      }
      return try field(name)
    case .record(let record): return try makeForm(.lent(record.value.text), on: record)
    case .property(let path):
      if let part = try part(path) { return part }
      let (id, property) = try property(path)
      try checkHasField(property, at: path.steps.last?.name.span ?? path.span)
      return try makeField(.lent(path.text), on: id, property, path: path, at: path.span)
    }
  }
}
