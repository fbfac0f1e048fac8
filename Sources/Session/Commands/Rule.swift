internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct RuleCommand: Command, Defining {
  static let verb = Verb(
    "rule",
    usage: "rule TYPE.NAME [\"TEXT\"] [severity warn] : EXPRESSION",
    summary: "Requires an expression to be true of every record of a type; nil is accepted.",
    examples: [
      "rule Person.grown \"must be 18 or older\" : age >= 18",
      "rule Person.young \"should be below 100\" severity warn : age < 100",
    ],
    changesRecords: true)

  var rule: RuleNameSyntax
  var text: Spanned<String>?
  /// From `severity warn`: violations only cause a warning.
  var warns: SourceSpan?
  var condition: ExpressionSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    rule = try parser.ruleName(.anyType, "a name for the rule")
    if parser.isAtText { text = try parser.quotedText("a text") }
    let start = parser.index
    if parser.skip("severity") {
      try parser.take("warn")
      warns = parser.span(from: start)
    }
    parser.note(.sign(":"))
    guard parser.isAt(":") else {
      throw parser.unexpected(
        warns == nil ? "\":\" or \"severity\"" : "\":\"",
        candidates: warns == nil ? ["severity"] : [])
    }
    // A colon directly before a name would begin a session name.
    if parser.isAdjacent(parser.index + 1) {
      throw SyntaxError(
        .syntax, at: parser.here, "expected white space after \":\"",
        hint: "a rule is written \"rule Person.grown : age >= 18\"")
    }
    try parser.take(":")
    condition = try parser.expression(until: [], of: rule.type.value)
  }

  var opposite: String? { "drop rule \(rule.type.value.asName).\(rule.name.value.asName)" }

  /// Does nothing if the rule already has this definition.
  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(rule.type)
    var definition = definition
    var condition = try RecordExpression(
      sessionless: condition, of: Rule.owner, readsClock: definition.readsClock,
      zoneOffset: session.configuration.zoneOffset)
    do throws(StoreError) {
      // Compile the expression before anything else, because only its errors have a position.
      let compiled = try session.store.queries.compile(definition, condition: condition)
      definition.condition = self.condition.line(fixing: compiled.moments)
    } catch {
      var diagnostic = Diagnostic(error, tokens: self.condition.tokens).at(self.condition.span)
      if !definition.readsClock, let place = error.token,
        case .word(let word) = self.condition.tokens[place].kind,
        ClockNames.contains([word])
      {
        diagnostic.hint = Rule.clockHint
      }
      throw diagnostic
    }
    do throws(DefinitionError) {
      condition = try session.definitions.rule(from: definition.definition).condition
    } catch {
      throw Diagnostic(.expression, error.message, at: self.condition.span)
    }
    if session.store.schema.isDefined(definition, condition: condition) { return }
    do throws(Diagnostic) {
      try session.transactions.change(at: rule.name.span, as: .schema) { tx throws(StoreError) in
        try tx.define(definition, condition: condition)
      }
    } catch {
      var diagnostic = error
      if error.kind == .rule {
        diagnostic.hint = "list \(type.name.asName) where not (\(definition.condition))"
          .shortened(to: Diagnostic.longestMessage)
      }
      throw diagnostic
    }
  }

  var definition: Rule {
    Rule(
      rule.name.value, of: rule.type.value,
      text: text.flatMap { $0.value.isEmpty ? nil : $0.value },
      severity: warns == nil ? .error : .warn, condition: condition.line)
  }
}
