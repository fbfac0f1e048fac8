internal import CommandLanguage
internal import RecordStore
internal import Records

struct DropCommand: Command {
  static let verb = Verb(
    "drop",
    usage: "drop rule TYPE.NAME",
    summary: "Drops a rule.",
    examples: ["drop rule Person.adult"],
    changesRecords: true)

  var rule: RuleNameSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    guard parser.skip("rule") else {
      let hint = parser.isAt("type") ? "a type cannot be dropped yet" : nil
      throw parser.unexpected("\"rule\"", hint: hint, candidates: ["rule"])
    }
    rule = try parser.ruleName(.typesWithRules, "the name of a rule")
  }

  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(rule.type)
    let rules = session.store.rules(of: type.name)
    guard rules.contains(where: { $0.name == rule.name.value }) else {
      throw Diagnostic(
        unknown: "\(type.name) has no rule \"\(rule.name.value)\"", rule.name,
        among: rules.map(\.name))
    }
    try session.transactions.change(
      session.store.dropRule(rule.name.value, of: type.name), at: rule.name.span, as: .schema)
  }
}
