internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct TypesCommand: Command {
  static let verb = Verb(
    "types",
    usage: "types",
    summary: "Lists the types and how many records each has.",
    examples: ["types"])
  static let readsOneState = true

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  func run(in session: Session) throws(Diagnostic) {
    session.say(.tableBegins([Column("type"), Column("records", isNumeric: true)]))
    for type in session.store.types {
      let count = try attempt(session.store.count(type.name, where: nil, []))
      session.say(.row([.text(type.name), .integer(count)]))
    }
    session.say(.tableEnds)
  }
}
