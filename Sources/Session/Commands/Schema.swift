internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct SchemaCommand: Command {
  static let verb = Verb(
    "schema",
    usage: "schema · schema --json-schema · schema --sql · schema --diagram",
    summary:
      "Prints the types, rules, indexes, formatters, commands, change handlers, screens and layouts of the store as "
      + "the commands that define them, for a new store; or the types alone for other programs.",
    examples: ["schema", "schema --json-schema", "schema --sql", "schema --diagram"],
    options: [
      "json-schema": "prints the types as JSON Schema 2020-12, which every record that is printed "
        + "with --json fits",
      "sql": "prints the tables of the types and their indexes as SQL for another database of "
        + "SQLite, without the history and without rules that are expressions",
      "diagram": "prints the types and what refers to what as an entity-relationship diagram for "
        + "Mermaid",
    ])
  static let readsOneState = true

  /// The raw values are option names.
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
