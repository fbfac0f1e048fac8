internal import CommandLanguage
internal import Records
internal import Replies

struct VarCommand: Command {
  static let verb = Verb(
    "var",
    usage: "var NAME: KIND[?] [= VALUE]",
    summary:
      "Declares a script variable, which the option `--var` sets. VALUE is the default. If you "
      + "omit VALUE, a kind with `?` has the default nil. If a value is missing or invalid, the "
      + "script ends with status 2, like a usage error.",
    examples: [
      "var limit: Integer = 30", "var since: Date?", "var how: Choice(short, long) = short",
    ]
  )

  var definition: PropertySyntax

  init(parsing parser: inout Parser) throws(SyntaxError) { definition = try parser.variable() }

  var declaration: PropertySyntax? { definition }

  func run(in session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("var")
    let name = definition.name
    let variable = try Property(definition, zoneOffset: session.configuration.zoneOffset)
    try session.resolver.checkCanBeGiven(name)
    session.names.bind(
      name.value, to: Binding(try value(of: variable, in: session), of: variable))
  }

  private func value(of variable: Property, in session: Session) throws(Diagnostic) -> Value? {
    let name = definition.name
    do throws(Diagnostic) {
      if let given = session.variables.take(name.value, as: variable.kind) {
        return try session.resolver.value(given, for: variable)
      }
      if let binding = session.names[name.value] {
        if case .record = binding, !variable.kind.isReference {
          throw Diagnostic(.value, "this session name is a record, not a value")
        }
        let path = SessionPath(names: [name], span: name.span)
        return try session.resolver.value(Spanned(.name(path), at: name.span), for: variable)
      }
    } catch {
      throw Diagnostic(misfit: name, error)
    }
    if let initial = definition.initial {
      return try session.resolver.value(initial, for: variable)
    }
    guard definition.isOptional else { throw Diagnostic(missing: name) }
    return nil
  }
}
