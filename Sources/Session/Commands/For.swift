internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct ForCommand: Command {
  static let verb = Verb(
    "for",
    usage: "for NAME in TYPE [where EXPRESSION] [order by EXPRESSION [desc], …] [limit N] { … } "
      + "· for NAME in [VALUE, …] { … }",
    summary: "Runs commands for each record or value, which they call NAME; all rounds are one "
      + "transaction and one undo. The records are found before the first round; those deleted "
      + "before their turn are skipped.",
    examples: [
      "for p in Person where age > 60 order by age desc { set p.age 60 }",
      "for x in [3, 5] { echo :x (:x * 2) }",
    ])

  static let mayRunLong = true

  /// What there is a round for.
  enum Source: Equatable, Sendable {
    /// Each item of a list.
    case values(Spanned<ValueSyntax>)
    /// Each record that a query finds.
    case records(QuerySyntax)
  }

  var name: Name
  var source: Source
  var body: BlockSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = try parser.name("a name")
    try parser.take("in")
    parser.note(.sign("["))
    var owner: Alternative.Owner?
    if parser.isAt("[") || parser.isAt(":") {
      source = .values(try parser.value())
    } else {
      let query = try parser.blockQuery()
      source = .records(query)
      owner = .type(query.type.value)
    }
    body = try parser.block(knowing: [BlockSyntax.Local(name.value, like: owner)])
  }

  var blocks: [BlockSyntax] { [body] }

  func run(in session: Session) throws(Diagnostic) {
    try session.resolver.checkIsNotReserved(name)
    try session.blocks.asOneTransaction(mayChange: mayChange) { () throws(Diagnostic) in
      switch source {
      case .values(let values): try run(try items(values, in: session), in: session)
      case .records(let query): try run(query, in: session)
      }
    }
  }

  /// The items of a list.
  private func items(
    _ syntax: Spanned<ValueSyntax>, in session: Session
  ) throws(Diagnostic) -> [Binding] {
    guard case .value(.list(let items), let property) = try session.resolver.binding(syntax) else {
      throw Diagnostic(
        .value, "expected a list to go through", at: syntax.span,
        hint: "values are written in brackets: [3, 5]")
    }
    return items.map { Binding($0, of: property?.item) }
  }

  private func run(_ items: [Binding], in session: Session) throws(Diagnostic) {
    try session.names.withLocals(.round) { () throws(Diagnostic) in
      for item in items where session.runner.exitStatus == nil {
        session.names.beginRound([(name.value, item)])
        try session.runner.run(body)
      }
    }
  }

  private func run(_ query: QuerySyntax, in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(query.type)
    // The numbers alone: a million records need not be in memory.
    let numbers = try session.resolver.numbers(query, of: type)
    try session.names.withLocals(.round) { () throws(Diagnostic) in
      for number in numbers where session.runner.exitStatus == nil {
        let id = RecordID(type.name, number)
        guard try attempt(session.store.exists(id), at: query.type.span) else { continue }
        session.names.beginRound([(name.value, .record(id))])
        try session.runner.run(body)
      }
    }
  }
}
