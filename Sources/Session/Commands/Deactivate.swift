internal import CommandLanguage
internal import Interactors
internal import Replies
internal import Workspace

struct DeactivateCommand: Command, InteractorArranging {
  static let verb = Verb(
    "deactivate",
    usage: "deactivate NAME",
    summary: "Pauses a label, field or form.",
    examples: ["deactivate age", "deactivate editor.age"])

  var interactor: InteractorSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    interactor = try parser.interactor("a label, field or form", .active)
  }

  func run(in session: Session) throws(Diagnostic) { try arrange(by: session.context) }

  func arrange(by context: CommandContext) throws(Diagnostic) {
    let found = try context.names.interactor(interactor)
    try inWorkspace(context.workspace.editing.endEditings(in: found))
    found.base.deactivate()
  }
}
