internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies
internal import Workspace

struct AttachCommand: Command {
  static let verb = Verb(
    "attach",
    usage: "attach NAME to RECORD.PROPERTY · attach FORM to RECORD",
    summary: "Attaches a label or field to another property of the same kind, or a form to "
      + "another record of the same type.",
    examples: ["attach age to bob.age", "attach editor to bob"])

  enum Target: Sendable {
    case property(PathSyntax)
    case record(Spanned<RecordSyntax>)

    var span: SourceSpan {
      switch self {
      case .property(let path): path.span
      case .record(let record): record.span
      }
    }
  }

  var name: InteractorSyntax
  var target: Target

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = try parser.interactor("a label, field or form", .property)
    try parser.take("to")
    let (record, steps) = try parser.recordOrPath("a property or a record", .either)
    target = steps.isEmpty ? .record(record) : .property(PathSyntax(record: record, steps: steps))
  }

  func run(in session: Session) throws(Diagnostic) {
    let found = try session.names.interactor(name)
    if found.isPart, let parent = found.parent {
      throw Diagnostic(
        .refused, "\(found.name) is a part of \(parent.name) and cannot be attached alone",
        at: name.span)
    }
    switch (found, target) {
    case (let form as BoundForm, .record(let record)):
      try attach(form, to: session.resolver.lasting(record), in: session)
    case (is BoundForm, _):
      throw Diagnostic(
        .value, "\(found.name) needs a record such as ann, not a property", at: target.span)
    case (let label as BoundLabel, .property(let path)):
      try attach(label, to: session.resolver.lasting(path), in: session)
    case (let field as BoundField, .property(let path)):
      try attach(field, to: session.resolver.lasting(path), in: session)
    default:
      throw Diagnostic(
        .value, "\(found.name) needs a property such as ann.age, not a record", at: target.span)
    }
  }

  private func attach(
    _ label: BoundLabel, to path: PathSyntax, in session: Session
  ) throws(Diagnostic) {
    if label.source != nil {
      throw Diagnostic(
        .refused, "\(label.name) shows an expression; expected the label of a property",
        at: name.span, hint: "`detach \(label.name.asName)` frees its name for another label")
    }
    let (subject, property, found) = try session.resolver.shownProperty(path)
    try check(property, fits: label.interactor, label.name, at: path)
    label.attach(to: subject, property.name, as: found)
  }

  private func attach(
    _ field: BoundField, to path: PathSyntax, in session: Session
  ) throws(Diagnostic) {
    let found = try session.resolver.path(path)
    let (id, property) = try session.resolver.property(path)
    try check(property, fits: field.interactor, field.name, at: path)
    try property.checkHasField(at: path.steps.last?.name.span ?? path.span)
    let limits = try inWorkspace(
      session.workspace.editing.limits(of: property, field.options), at: path.span)
    try inWorkspace(session.workspace.editing.endEditings(in: field))
    let record = try inWorkspace(session.workspace.live.record(id), at: path.span)
    field.attach(to: record, property.name, as: found, of: id, limits)
    session.names.registry.noteMove()
  }

  /// Nested interactors keep their records.
  private func attach(
    _ form: BoundForm, to syntax: Spanned<RecordSyntax>, in session: Session
  ) throws(Diagnostic) {
    let id = try session.resolver.record(syntax)
    guard id.type == form.record.type else {
      throw Diagnostic(
        .value, "\(form.name) is a form for \(form.record.type.asName) records, not for \(id)",
        at: syntax.span)
    }
    try inWorkspace(session.workspace.editing.endEditings(in: form))
    form.attach(
      to: try inWorkspace(session.workspace.live.record(id), at: syntax.span),
      as: syntax.value.text, of: id)
    for part in form.parts {
      guard let field = part as? BoundField, let property = field.interactor.property else {
        continue
      }
      field.interactor.limit(
        try inWorkspace(
          session.workspace.editing.limits(of: property, field.options), at: syntax.span))
    }
  }

  private func check(
    _ property: Property, fits interactor: PropertyInteractor, _ name: String, at path: PathSyntax
  ) throws(Diagnostic) {
    guard let kind = interactor.property?.kind.name, kind != property.kind.name else { return }
    throw Diagnostic(
      .value,
      "\(name) needs a property of kind \(kind), but \(property.name) is of kind "
        + "\(property.kind.name)",
      at: path.steps.last?.name.span ?? path.span)
  }
}
