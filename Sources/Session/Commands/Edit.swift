internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

extension Session {
  /// `edit`: hands the keyboard to a field, or to a property for this once.
  func edit(_ command: EditSyntax) throws(Diagnostic) {
    guard let keyboard = configuration.keyboard else {
      throw Diagnostic(
        .refused, "edit needs a terminal to type at", at: command.span,
        hint: "type FIELD \"42<Return>\" sends keys to a field")
    }
    let (field, isNamed) = try field(command)
    if !isNamed { names.lend(field) }
    defer {
      if !isNamed {
        names.takeBack(field)
        field.interactor.detach()
      }
    }
    try endEditings(of: field.record, except: field.interactor.propertyName)
    try prepare(field, at: command.span)
    let typing = Typing(into: field, self)
    keyboard.edit(FieldEditing(typing))
    guard try attempt(store.values(of: field.record)) != nil else {
      try refreshRecords(ofOthers: true)
      throw Diagnostic(
        .name, "\(field.record) was deleted while it was edited", at: command.span)
    }
    try finish(typing, at: command.span)
  }

  /// The field to edit, and whether it has a name of its own.
  private func field(_ command: EditSyntax) throws(Diagnostic) -> (AttachedField, Bool) {
    switch command {
    case .field(let name):
      let field = try field(name)
      try checkIsOn(field, at: name.span)
      return (field, true)
    case .record(let record):
      throw Diagnostic(.refused, "forms are not there yet", at: record.span)
    case .property(let path):
      let (id, property) = try property(path)
      return (try makeField(path.text, on: path, of: id, property), false)
    }
  }
}
