internal import CommandLanguage
internal import Replies
internal import Workspace

struct InteractorsCommand: Command {
  static let verb = Verb(
    "interactors",
    usage: "interactors",
    summary: "Lists the labels, fields, forms and change handlers.",
    examples: ["interactors"])

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  func run(in session: Session) throws(Diagnostic) {
    var rows: [(name: String, kind: String, subject: String, isActive: Bool)] = []
    func add(_ interactor: BoundInteractor) {
      rows.append((interactor.name, interactor.kind, interactor.subject, interactor.isActive))
      interactor.parts.forEach(add)
    }
    session.names.all.compactMap { $1.interactor }.forEach(add)
    rows += session.names.followed.handlers.map { ($0.name, "handler", $0.subject, true) }
    session.replies.say(
      rows,
      as: ReplyTable([
        ReplyColumn("name") { .text($0.name) }, ReplyColumn("kind") { .text($0.kind) },
        ReplyColumn("subject") { .text($0.subject) },
        ReplyColumn("active") { .boolean($0.isActive) },
      ]))
  }
}
