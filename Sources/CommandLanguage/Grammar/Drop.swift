/// What `drop` says.
public enum DropSyntax: Hashable, Sendable {
  /// A rule is to go.
  case rule(RuleNameSyntax)
}

extension Verb {
  static let drop = Verb(
    "drop",
    synopsis: "drop rule TYPE.NAME",
    summary: "Takes a rule away.",
    examples: ["drop rule Person.adult"],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    .drop(try parser.drop())
  }
}

extension Parser {
  fileprivate mutating func drop() throws(SyntaxError) -> DropSyntax {
    if skip("rule") { return .rule(try ruleName(.typesWithRules, "the name of a rule")) }
    let hint = isAt("type") ? "a type cannot be dropped yet" : nil
    throw unexpected("\"rule\"", hint: hint, candidates: ["rule"])
  }
}
