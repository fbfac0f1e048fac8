internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

enum EditCommand: Command {
  static let verb = Verb(
    "edit",
    usage: "edit FIELD|FORM · edit RECORD.PROPERTY · edit RECORD",
    summary: "Hands the keyboard to a field, a form, a property or a record: Return ends the "
      + "editing, in a form after its last field, and Esc cancels it.",
    examples: ["edit f", "edit ann.age", "edit editor", "edit Person[\"Ann\"]"],
    changesRecords: true)

  /// A field, a form or a record of that name.
  case field(Name)
  /// A property of a record, which gets a field for this once, or a field of a form.
  case property(PathSyntax)
  /// A record given by its number or its key, which gets a form for this once.
  case record(Spanned<RecordSyntax>)

  private var span: SourceSpan {
    switch self {
    case .field(let name): name.span
    case .property(let path): path.span
    case .record(let record): record.span
    }
  }

  init(parsing parser: inout Parser) throws(SyntaxError) {
    parser.note(.interactor(.field))
    let (record, steps) = try parser.recordOrPath(
      "a field, a form, a property or a record", .either, parts: .field)
    if !steps.isEmpty {
      self = .property(PathSyntax(record: record, steps: steps))
    } else if case .name(let name) = record.value {
      self = .field(name)
    } else {
      self = .record(record)
    }
  }

  func run(in session: Session) throws(Diagnostic) {
    guard let keyboard = session.configuration.keyboard else {
      throw Diagnostic(
        .refused, "edit needs a terminal to type at", at: span,
        hint: "type FIELD \"42<Return>\" sends keys to a field")
    }
    let target = try target(in: session)
    let isLent = if case .lent = target.title { true } else { false }
    if isLent {
      session.names.lend(target)
      target.base.activate()
    }
    defer {
      if isLent {
        session.names.takeBack(target)
        target.close()
      }
    }
    let typing = try session.editing.typing(into: target, at: span)
    let field = typing.field
    try session.editing.endEditings(of: field.record, except: field.interactor.propertyName)
    keyboard.edit(FieldEditing(typing))
    let record = typing.field.record
    guard try session.resolver.exists(record) else {
      try session.editing.refreshRecords(ofOthers: true)
      throw Diagnostic(.name, "\(record) was deleted while it was edited", at: span)
    }
    try session.editing.finish(typing, at: span)
  }

  /// What is edited; a field or form that is made for this once has a name that is lent.
  private func target(in session: Session) throws(Diagnostic) -> AttachedInteractor {
    switch self {
    case .field(let name):
      if case .record = session.names[name.value] {
        let record = Spanned(RecordSyntax.name(name), at: name.span)
        return try session.attachments.makeForm(.lent(record.value.text), on: record)
      }
      return try session.names.field(name)
    case .record(let record):
      return try session.attachments.makeForm(.lent(record.value.text), on: record)
    case .property(let path):
      if let part = try session.names.part(path) { return part }
      let (id, property) = try session.resolver.property(path)
      try property.checkHasField(at: path.steps.last?.name.span ?? path.span)
      return try session.attachments.makeField(
        .lent(path.text), on: id, property, path: path, at: path.span)
    }
  }
}

extension Session {
  /// Hands the keyboard to a form on a record, which is made for this once.
  func edit(_ id: RecordID, at span: SourceSpan) throws(Diagnostic) {
    let record = RecordSyntax.id(type: Name(id.type, at: span), number: id.number)
    try EditCommand.record(Spanned(record, at: span)).run(in: self)
  }
}
