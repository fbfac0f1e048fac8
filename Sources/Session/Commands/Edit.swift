internal import CommandLanguage
internal import Replies
internal import Workspace

enum EditCommand: Command {
  static let verb = Verb(
    "edit",
    usage: "edit FIELD|FORM · edit RECORD.PROPERTY · edit RECORD "
      + "· edit new TYPE [PROPERTY=VALUE …] [as NAME]",
    summary:
      "Edits a field, a form, a property or a record with the keyboard. Return ends the edit "
      + "(in a form, after its last field), and Esc cancels it. `edit new` creates the record when "
      + "you finish its form. If there is no terminal, `edit new` opens the form as NAME, and you "
      + "fill it in with `type NAME`.",
    examples: [
      "edit f", "edit ann.age", "edit editor", "edit Person[\"Ann\"]",
      "edit new Person name=\"Eve\"",
      "edit new Person name=\"Bob\" as bob",
    ],
    changesRecords: true, mayRunLong: true)

  case field(Name)
  case property(PathSyntax)
  case record(Spanned<RecordSyntax>)
  case new(NewCommand)

  private var span: SourceSpan {
    switch self {
    case .field(let name): name.span
    case .property(let path): path.span
    case .record(let record): record.span
    case .new(let new): new.type.span
    }
  }

  init(parsing parser: inout Parser) throws(SyntaxError) {
    if parser.skip(verb: "new") {
      self = .new(try NewCommand(parsing: &parser))
      return
    }
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

  var standsAlone: Bool { true }
  var isFollowedByHandlers: Bool { false }

  func run(in session: Session) throws(Diagnostic) {
    switch self {
    case .new(let new): try new.fillInForm(in: session)
    case .field(let name):
      if case .record = session.names[name.value] {
        try edit(
          form(on: Spanned(RecordSyntax.name(name), at: name.span), in: session), in: session)
      } else {
        try edit(session.names.field(name), in: session)
      }
    case .record(let record): try edit(form(on: record, in: session), in: session)
    case .property(let path): try edit(field(on: path, in: session), in: session)
    }
  }

  private func edit(
    _ target: @autoclosure () throws(Diagnostic) -> BoundInteractor, in session: Session
  ) throws(Diagnostic) {
    guard session.keys.isThere else {
      throw Diagnostic(
        .refused, "edit needs a terminal", at: span,
        hint: "`type FIELD \"42<Return>\"` sends keys to a field")
    }
    try session.keys.edit(target(), at: span)
  }

  private func form(
    on record: Spanned<RecordSyntax>, in session: Session
  ) throws(Diagnostic) -> BoundForm {
    try session.context.makeForm(.temporary(record.value.text), on: record)
  }

  private func field(
    on path: PathSyntax, in session: Session
  ) throws(Diagnostic) -> BoundInteractor {
    if let part = try session.names.part(path) { return part }
    let (id, property) = try session.resolver.property(path)
    try property.checkHasField(at: path.steps.last?.name.span ?? path.span)
    let found = try session.resolver.path(path)
    return try inWorkspace(
      session.workspace.makeField(.temporary(path.text), on: id, property, path: found),
      at: path.span)
  }
}
