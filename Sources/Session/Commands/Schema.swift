internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct SchemaCommand: Command {
  static let verb = Verb(
    "schema",
    usage: "schema · schema --json-schema · schema --sql · schema --diagram",
    summary:
      "Prints all definitions, from types and rules to screens and layouts, as commands for a "
      + "new database, or only the types in a format for other programs.",
    examples: ["schema", "schema --json-schema", "schema --sql", "schema --diagram"],
    options: [
      "json-schema":
        "prints the types as JSON Schema 2020-12, which matches the records that `--json` "
        + "prints",
      "sql": "prints the tables and indexes of the types as SQL for another SQLite database, "
        + "without the history and without rules that are expressions",
      "diagram": "prints the types and their references as an entity-relationship diagram for "
        + "Mermaid",
    ], readsOneState: true)

  enum Form: String, CaseIterable {
    case jsonSchema = "json-schema"
    case sql, diagram
  }

  var form: Form?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    form = try parser.onlyOption(of: Form.allCases.map(\.rawValue)).flatMap(Form.init)
  }

  func run(in session: Session) throws(Diagnostic) {
    let store = session.store
    switch form {
    case nil:
      for type in store.schema.typesAsDefined { session.say(.text(type.definition)) }
      for text in try attempt(store.schema.definitionsBesideTypes()) { session.say(.text(text)) }
    case .jsonSchema: session.say(.text(JSON.lines(of: JSONSchema(of: store).datum)))
    case .sql:
      for command in try attempt(store.schema.tableCommands()) { session.say(.text(command + ";")) }
    case .diagram: session.say(.text(SchemaDiagram(of: store.schema.types).text))
    }
  }
}
