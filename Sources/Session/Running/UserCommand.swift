internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// A command that the user has defined for the session.
struct UserCommand {
  var name: String
  /// The names that the values after it have in its block.
  var parameters: [String]
  /// What holds of the records that the menu offers it for; nil where it is in no menu.
  var condition: ExpressionSyntax?
  var body: BlockSyntax
  /// Whether to run it may take long.
  var mayRunLong: Bool
  /// The command that defines it, as it was written.
  var text: String
  /// Where that is.
  var script: Script

  /// How it is called, as help lists it.
  var usage: String { ([name] + parameters).map(\.asName).joined(separator: " ") }

  /// Carries the command out with a value for each parameter, as one transaction.
  func run(with values: [Binding], in session: Session) throws(Diagnostic) {
    if mayRunLong { try session.endGroup() }
    try session.runTogether(mayChange: body.mayChange) { () throws(Diagnostic) in
      try session.names.withLocals(.call, Array(zip(parameters, values))) {
        () throws(Diagnostic) in try session.runner.run(body, of: script)
      }
    }
  }

  /// Refuses a condition that cannot be evaluated for a record of any type.
  ///
  /// Of what type the selected record will be is not known: the types that are not there yet are
  /// left out of account, and where there is none, so are its properties.
  func checkCondition(in session: Session) throws(Diagnostic) {
    guard let condition, let parameter = parameters.first else { return }
    let types = session.store.types
    // The error of the type that most of it fits is the one to say.
    var nearest: (fitting: Int, error: Diagnostic)?
    for type in types.isEmpty ? [nil] : types.map(Optional.some) {
      var fitting = 0
      do throws(Diagnostic) {
        return try check(condition, knowing: parameter, of: type, in: session, &fitting)
      } catch {
        if let nearest, nearest.fitting > fitting { continue }
        if let nearest, nearest.fitting == fitting, error.candidates.isEmpty { continue }
        nearest = (fitting, error)
      }
    }
    if let nearest { throw nearest.error }
  }

  /// - Parameter count: How many of the names with a colon have a meaning.
  private func check(
    _ condition: ExpressionSyntax, knowing parameter: String, of type: RecordType?,
    in session: Session, _ count: inout Int
  ) throws(Diagnostic) {
    let resolver = session.resolver
    let record = type.map { RecordID($0.name, 0) }
    let binding: Binding = record.map { .record($0) } ?? .value(nil, of: nil)
    var fitting = 0
    defer { count = fitting }
    try session.names.withLocals(.call, [(parameter, binding)]) { () throws(Diagnostic) in
      _ = try resolver.compile(condition, for: nil, isCondition: true) { path throws(Diagnostic) in
        let kind: PropertyKind?
        if path.names[0].value != parameter {
          let (value, property) = try resolver.value(path)
          kind = resolver.kind(of: path, value, property)
        } else if let record {
          kind =
            path.names.count == 1
            ? .reference(to: record.type)
            : try resolver.target(of: PathSyntax(path), from: record).kind
        } else {
          kind = nil
        }
        fitting += 1
        return (fitting - 1, kind)
      }
    }
  }

  /// Why the menu does not offer it for a record; nil where it does.
  func obstacle(_ record: RecordID, in session: Session) -> String? {
    guard let condition, let parameter = parameters.first else { return nil }
    var obstacle: String?
    session.names.withLocals(.call, [(parameter, .record(record))]) {
      do throws(Diagnostic) {
        guard try !session.resolver.evaluate(condition, isCondition: true).isTrue else { return }
        obstacle = "(\(condition.text)) does not hold"
      } catch {
        obstacle = error.message
      }
    }
    return obstacle
  }
}

/// The call of a command that the user has defined, `greet "Ann"`.
struct UserCall: Command {
  static let verb = Verb(
    "NAME", usage: "NAME VALUE …", summary: "Runs a command defined in the session.", examples: [])

  var name: Name
  var arguments: [Spanned<ValueSyntax>] = []

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = parser.verb
    while !parser.isAtEnd { arguments.append(try parser.value()) }
  }

  var mayChange: Bool { true }
  var isFollowedByHandlers: Bool { false }

  func run(in session: Session) throws(Diagnostic) {
    guard case .command(let command) = session.names[name.value] else {
      throw Diagnostic(.name, "there is no command \"\(name.value)\"", at: name.span)
    }
    let wanted = command.parameters.count
    guard arguments.count == wanted else {
      let values = wanted == 1 ? "1 value" : "\(wanted) values"
      throw Diagnostic(
        .syntax, "\(name.value) takes \(values), not \(arguments.count)",
        at: arguments.dropFirst(wanted).first?.span ?? name.span, hint: command.usage)
    }
    var values: [Binding] = []
    for argument in arguments { values.append(try session.resolver.binding(argument)) }
    try command.run(with: values, in: session)
  }
}
