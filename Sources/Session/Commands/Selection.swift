internal import CommandLanguage
internal import Presentation
internal import Records
internal import Replies
internal import Workspace

struct SelectionCommand: Command {
  static let verb = Verb(
    "selection",
    usage: "selection",
    summary: "Prints the selected records.",
    examples: ["selection"])

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  func run(in session: Session) throws(Diagnostic) {
    for id in session.screens.presenter.selection.items { session.say(.reference(id.description)) }
  }
}
