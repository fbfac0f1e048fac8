internal import CommandLanguage
internal import Replies

struct InteractorsCommand: Command {
  static let verb = Verb(
    "interactors",
    usage: "interactors",
    summary: "Lists the labels, fields, forms and change handlers.",
    examples: ["interactors"])

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  /// They are listed in the order they were made, each form with its parts.
  func run(in session: Session) throws(Diagnostic) {
    session.say(.tableBegins(["name", "kind", "subject", "active"].map { Column($0) }))
    for (_, binding) in session.names.all {
      if let interactor = binding.interactor { list(interactor, in: session) }
    }
    for handler in session.names.handlers {
      session.say(
        .row([.text(handler.name), .text("handler"), .text(handler.subject), .boolean(true)]))
    }
    session.say(.tableEnds)
  }

  private func list(_ interactor: AttachedInteractor, in session: Session) {
    session.say(
      .row([
        .text(interactor.name), .text(interactor.kind), .text(interactor.subject),
        .boolean(interactor.isActive),
      ]))
    for part in interactor.listedParts { list(part, in: session) }
  }
}
