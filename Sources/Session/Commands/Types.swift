internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct TypesCommand: Command {
  static let verb = Verb(
    "types",
    usage: "types",
    summary: "Lists the types and how many records each has.",
    examples: ["types"], readsOneState: true)

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  func run(in session: Session) throws(Diagnostic) {
    try session.replies.say(
      session.store.schema.types,
      as: ReplyTable([
        ReplyColumn("type") { .text($0.name) },
        ReplyColumn("records", isNumeric: true) { .integer($0.count) },
      ])
    ) { (type) throws(Diagnostic) in
      (name: type.name, count: try attempt(session.store.queries.count(type.name, where: nil, [])))
    }
  }
}
