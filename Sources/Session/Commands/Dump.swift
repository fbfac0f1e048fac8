internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct DumpCommand: Command, OutsideUsing {
  static let verb = Verb(
    "dump",
    usage: "dump [to FILE [--replace]] [--reveal]",
    summary: "Writes the database as commands that create the same definitions and records, "
      + "with the same numbers, in a new database. The history is not included. `backup` writes "
      + "an exact copy with the history.",
    examples: ["dump", "dump to people.wb"],
    options: [
      "reveal": "writes card numbers in full; otherwise `dump` refuses a database with card numbers"
    ],
    writesFile: true, fileWord: "to", after: 0, mayRunLong: true, readsOneState: true)

  var file: TemplateSyntax?
  var isRevealed: Bool
  var replaces: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    file = parser.skip("to") ? try parser.file() : nil
    isRevealed = parser.hasOption("reveal")
    replaces = parser.hasOption(Verb.Option.replace.name)
  }

  func run(in session: Session) throws(Diagnostic) {
    if !isRevealed {
      var types: [RecordType] = []
      for type in session.store.schema.types where try Self.keepsCards(type, in: session.store) {
        types.append(type)
      }
      try types.checkCanBeWritten(hint: "dump --reveal")
    }
    guard let name = file else { return try write(session.store) { session.say(.text($0)) } }
    let file = try session.file(name)
    var lines: [String] = []
    try write(session.store) { lines.append($0) }
    let path = try session.printedFiles.write(
      lines.map { $0 + "\n" }.joined(), to: file, replaces: replaces)
    if let path { session.say(.notice("the database was written to \(path)")) }
  }

  private static func keepsCards(_ type: RecordType, in store: Store) throws(Diagnostic) -> Bool {
    for property in type.properties where property.kind.isMasked {
      if property.givenDefault != nil { return true }
      let name = ExpressionToken.quotedName(property.name)
      let condition: [ExpressionToken] =
        property.kind.isList
        ? [.word("count"), .symbol("("), name, .symbol(")"), .symbol(">"), .number("0")]
        : [name, .word("is"), .word("not"), .word("null")]
      var query = RecordQuery(type.name, limit: 1)
      query.condition = try attempt(
        store.queries.compile(RecordExpression(condition), for: type.name, isCondition: true))
      let records = try attempt(store.queries.select(query))
      if try attempt(records.next()) != nil { return true }
    }
    return false
  }

  private func write(_ store: Store, _ emit: @escaping (String) -> Void) throws(Diagnostic) {
    var dump = StoreDump(of: store, emit)
    try dump.write()
  }

  var isUsingOutside: Bool { file != nil }
}
