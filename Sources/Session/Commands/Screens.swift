internal import CommandLanguage
internal import Replies
internal import Workspace

struct ScreensCommand: Command {
  static let verb = Verb(
    "screens",
    usage: "screens",
    summary: "Lists the open screens, newest last.",
    examples: ["screens"])

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  func run(in session: Session) throws(Diagnostic) {
    let screens = session.screens.open
    guard !screens.isEmpty else { return }
    session.replies.say(
      screens,
      as: ReplyTable([
        ReplyColumn("screen") { .text($0.definition.name) },
        ReplyColumn("subject") { .text($0.subject) },
      ]))
  }
}
