internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct SchemaCommand: Command {
  static let verb = Verb(
    "schema",
    usage: "schema",
    summary:
      "Prints the types, rules, indexes, formatters, commands, screens and layouts of the store as "
      + "the commands that define them, for a new store.",
    examples: ["schema"])
  static let readsOneState = true

  init(parsing parser: inout Parser) throws(SyntaxError) {}

  func run(in session: Session) throws(Diagnostic) {
    for type in session.store.types { session.say(.text(type.definition)) }
    for text in try attempt(session.store.definitionsBesideTypes()) { session.say(.text(text)) }
  }
}
