internal import CommandLanguage
internal import Presentation
internal import Replies
internal import Workspace

struct MenuCommand: Command {
  static let verb = Verb(
    "menu",
    usage: "menu",
    summary: "Lists what can be done with the selected records, and why the rest cannot.",
    examples: ["menu"])

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  func run(in session: Session) throws(Diagnostic) {
    session.replies.say(
      session.screens.presenter.menu.value,
      as: ReplyTable([
        ReplyColumn("command") { .text($0.command) },
        ReplyColumn("enabled") { .boolean($0.isEnabled) },
        ReplyColumn("reason") { Datum($0.reason) },
      ]))
  }
}
