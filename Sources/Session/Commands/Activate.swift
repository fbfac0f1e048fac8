internal import CommandLanguage
internal import Interactors
internal import Replies
internal import Workspace

struct ActivateCommand: Command, InteractorArranging {
  static let verb = Verb(
    "activate",
    usage: "activate NAME",
    summary: "Resumes a paused label, field or form.",
    examples: ["activate age", "activate editor.age"])

  var interactor: InteractorSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    interactor = try parser.interactor("a label, field or form", .inactive)
  }

  func run(in session: Session) throws(Diagnostic) { try arrange(by: session.context) }

  func arrange(by context: CommandContext) throws(Diagnostic) {
    try context.names.interactor(interactor).base.activate()
  }
}
