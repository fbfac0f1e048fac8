internal import CommandLanguage
internal import Records
internal import Replies

struct LayoutCommand: Command {
  static let verb = Verb(
    "layout",
    usage: "layout NAME · layout NAME { COMMAND … }",
    summary:
      "Restores the labels, fields and forms that `save layout NAME` has saved. Parts that no "
      + "longer fit are reported, and the rest is restored. Existing names are not replaced. "
      + "With braces, `layout` defines a layout of the commands `label`, `field`, `form`, "
      + "`nest`, `activate` and `deactivate`. In braces, `let` sets session names that only "
      + "these commands can read.",
    examples: [
      "layout desk", "layout desk { label years on Person/1.age; field g on Person/1.age }",
    ])

  var name: Name
  /// The commands of a layout to save; nil to restore the layout.
  var body: BlockSyntax?
  var bodyText: String?

  private static let verbs = ["label", "field", "form", "nest", "activate", "deactivate"]

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = try parser.name("a layout", .view(.layout))
    parser.note(.sign("{"))
    guard parser.isAt("{") else { return }
    let first = parser.index
    let body = try parser.block(offering: Self.verbs)
    bodyText = String(parser.text(from: first).dropFirst().dropLast())
    if let statement = body.statements.first(where: { !RestoredLayout.canHold($0.command) }) {
      throw SyntaxError(
        .syntax, at: statement.span,
        "expected one of \(Self.verbs.map { "\"\($0)\"" }.joined(separator: ", ")), or \"let\" with a "
          + "value or an existing record, in a layout")
    }
    self.body = body
  }

  var opposite: String? { body == nil ? nil : "drop layout \(name.value.asName)" }
  var mayChange: Bool { body != nil }

  func run(in session: Session) throws(Diagnostic) {
    if let bodyText { return try session.layouts.keep(name, bodyText) }
    let statements = try session.layouts.statements(of: name)
    var layout = RestoredLayout(name)
    try session.names.withLocals(.call) { () throws(Diagnostic) in
      for statement in statements { try layout.restore(statement, by: session.context) }
    }
    guard let last = layout.misfits.last else { return }
    for misfit in layout.misfits.dropLast() {
      session.say(.diagnostic(session.runner.placed(misfit)))
    }
    throw last
  }

  var content: CommandContent? { .layout(name, body?.statements) }
}
