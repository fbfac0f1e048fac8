internal import CommandLanguage
internal import Replies

struct LetCommand: Command {
  static let verb = Verb(
    "let",
    usage: "let NAME = RECORD · let NAME = new TYPE … · let NAME = put TYPE[KEY] … "
      + "· let NAME = VALUE",
    summary:
      "Gives a session name to a record or a value. An existing name gets the new value. A new "
      + "name in a loop lasts for one iteration. In a command or handler, the new name hides the "
      + "session name of the same spelling, which keeps its value. A rollback does not restore "
      + "names.",
    examples: [
      "let boss = Person[\"Ann\"]", "let bob = new Person name=\"Bob\"",
      "let eve = put Person[\"Eve\"] age=41", "let limit = 30", "let next = (:ann.age + 1)",
      "let two = [\"old\", \"new\"]",
    ],
    takesReason: true)

  enum Meaning: Sendable {
    case record(Spanned<RecordSyntax>)
    case new(NewCommand)
    case put(PutCommand)
    case value(Spanned<ValueSyntax>)
  }

  var name: Name
  var meaning: Meaning

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = try parser.newName("a name")
    try parser.take("=")
    meaning = try Self.meaning(&parser)
    parser.note(name, like: owner)
  }

  private var owner: CompletionCategory.Owner? {
    switch meaning {
    case .record(let record): .record(record.value)
    case .new(let new): .type(new.type.value)
    case .put(let put): .type(put.type.value)
    case .value(let value): CompletionCategory.Owner(of: value.value)
    }
  }

  private static func meaning(_ parser: inout Parser) throws(SyntaxError) -> Meaning {
    if parser.skip(verb: "new") { return .new(try NewCommand(parsing: &parser, isNamed: true)) }
    if parser.skip(verb: "put") { return .put(try PutCommand(parsing: &parser)) }
    parser.note(words: ["false", "nil", "true"])
    parser.note(.sign("["))
    if parser.isAtValue { return .value(try parser.value()) }
    let record = try parser.record("a value, a record, \"new\" or \"put\"")
    if parser.isAt("."), parser.isAdjacent {
      throw parser.unexpected("the end of the command", hint: Parser.propertyHint)
    }
    return .record(record)
  }

  var mayChange: Bool {
    switch meaning {
    case .new, .put: true
    case .record, .value: false
    }
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.resolver.checkCanBeGiven(name)
    session.names.give(name.value, to: try binding(in: session))
  }

  private func binding(in session: Session) throws(Diagnostic) -> Binding {
    switch meaning {
    case .new(let new): return .record(try new.make(in: session))
    case .put(let put): return .record(try put.make(in: session))
    case .record, .value: return try binding(by: session.resolver)
    }
  }

  var content: CommandContent? {
    if mayChange { return .name(name, binding: nil) }
    return .name(name) { resolver throws(Diagnostic) in try binding(by: resolver) }
  }

  private func binding(by resolver: Resolver) throws(Diagnostic) -> Binding {
    switch meaning {
    case .record(let record): return .record(try resolver.record(record))
    case .value(let syntax):
      let (value, property) = try resolver.value(syntax)
      return Binding(value, of: property)
    case .new, .put: preconditionFailure("a resolver cannot bind new or put")
    }
  }
}
