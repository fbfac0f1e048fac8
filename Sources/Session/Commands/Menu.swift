internal import CommandLanguage
internal import Presentation
internal import Replies

struct MenuCommand: Command {
  static let verb = Verb(
    "menu",
    usage: "menu",
    summary: "Lists what can be done with the selected records, and why the rest cannot.",
    examples: ["menu"])

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  func run(in session: Session) throws(Diagnostic) {
    session.say(.tableBegins(["command", "enabled", "reason"].map { Column($0) }))
    for entry in session.screens.presenter.menu.value {
      session.say(.row([.text(entry.command), .boolean(entry.isEnabled), Datum(entry.reason)]))
    }
    session.say(.tableEnds)
  }
}
