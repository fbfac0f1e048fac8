/// A rule of a type as a command names it, `Person.grown`.
public struct RuleNameSyntax: Hashable, Sendable {
  /// The type whose rule it is.
  public var type: Name
  /// What the rule is called.
  public var name: Name

  /// Makes the name of a rule of `type`.
  public init(type: Name, name: Name) {
    self.type = type
    self.name = name
  }
}

/// What `rule` says.
public struct RuleSyntax: Hashable, Sendable {
  /// The rule.
  public var rule: RuleNameSyntax
  /// What it demands, in words.
  public var text: Spanned<String>?
  /// Where it says that who breaks it is only warned, if it does.
  public var warns: SourceSpan?
  /// What holds of every record.
  public var condition: Expression

  /// Makes a rule that refuses what breaks it, without words.
  public init(rule: RuleNameSyntax, condition: Expression) {
    self.rule = rule
    self.condition = condition
  }
}

extension Verb {
  static let rule = Verb(
    "rule",
    synopsis: "rule TYPE.NAME [\"TEXT\"] [severity warn] : EXPRESSION",
    summary: "Demands that an expression is true of every record of a type; nil will do.",
    examples: [
      "rule Person.grown \"must be 18 or older\" : age >= 18",
      "rule Person.young \"should be below 100\" severity warn : age < 100",
    ],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    .rule(try parser.rule())
  }
}

extension Parser {
  fileprivate mutating func rule() throws(SyntaxError) -> RuleSyntax {
    let rule = try ruleName(.anyType, "a name for the rule")
    var text: Spanned<String>?
    if current?.kind == .string { text = try quotedText("a text") }
    let start = index
    var warns: SourceSpan?
    if skip("severity") {
      try take("warn")
      warns = span(from: start)
    }
    note(.sign(":"))
    guard isAt(":") else {
      throw unexpected(
        warns == nil ? "\":\" or \"severity\"" : "\":\"",
        candidates: warns == nil ? ["severity"] : [])
    }
    // Right before a name a colon would make it one of the session.
    if isAdjacent(index + 1) {
      throw SyntaxError(
        .syntax, at: span(of: tokens[index]), "expected white space behind \":\"",
        hint: "a rule is written \"rule Person.grown : age >= 18\"")
    }
    advance()
    let condition = try expression(until: [], of: rule.type.value)
    var syntax = RuleSyntax(rule: rule, condition: condition)
    syntax.text = text
    syntax.warns = warns
    return syntax
  }

  /// Reads a type, a point and a rule of that type.
  ///
  /// - Parameter owners: Which types can be meant.
  mutating func ruleName(
    _ owners: Expectation.RuleOwners, _ wanted: String
  ) throws(SyntaxError) -> RuleNameSyntax {
    let type = try name("a rule such as \"Person.grown\"", .ruleOwner(owners))
    note(adjacent: ".")
    guard isAt("."), isAdjacent else { throw unexpected("\".\" and \(wanted) directly") }
    guard isAdjacent(index + 1) else {
      index += 1
      throw unexpected("\(wanted) directly")
    }
    advance()
    return RuleNameSyntax(type: type, name: try name(wanted, .rule(ofType: type.value)))
  }
}
