internal import CommandLanguage
internal import Presentation
internal import Replies
internal import Workspace

struct MenuCommand: Command {
  static let verb = Verb(
    "menu",
    usage: "menu",
    summary: "Lists the commands of the menu for the selected records, and why some are disabled.",
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
