internal import CommandLanguage
internal import Records
internal import Replies
internal import Workspace

struct NestCommand: Command, InteractorArranging {
  static let verb = Verb(
    "nest",
    usage: "nest NAME in FORM",
    summary: "Adds a label, field or form to the end of a form.",
    examples: ["nest f in editor"])

  var interactor: InteractorSyntax
  var form: Name

  init(parsing parser: inout Parser) throws(SyntaxError) {
    interactor = try parser.interactor("a label, field or form", .any)
    try parser.take("in")
    form = try parser.name("a form", .interactor(.form))
  }

  func run(in session: Session) throws(Diagnostic) { try arrange(by: session.context) }

  func arrange(by context: CommandContext) throws(Diagnostic) {
    let inner = try context.names.interactor(interactor)
    let form = try context.names.form(form)
    let span = interactor.span
    if inner.isPart {
      throw Diagnostic(
        .refused, "\(inner.name) is already a part of \(inner.parent?.name ?? "a form")", at: span,
        hint: "`field NAME on \(inner.subject)` creates a field that can be nested")
    }
    if let parent = inner.parent {
      throw Diagnostic(
        .refused, "\(inner.name) is already a part of \(parent.name)", at: span,
        hint: "`unnest \(inner.name.asName)` removes \(inner.name) from its form")
    }
    if let inner = inner as? BoundForm, inner.contains(form) {
      throw Diagnostic(
        .refused,
        inner === form
          ? "\(form.name) cannot be a part of itself"
          : "\(form.name) is a part of \(inner.name), so \(inner.name) cannot be a part of \(form.name)",
        at: span)
    }
    form.nest(inner)
  }

  var outerForm: Name? { form }
}
