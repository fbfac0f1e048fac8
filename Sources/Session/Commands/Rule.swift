internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct RuleCommand: Command {
  static let verb = Verb(
    "rule",
    usage: "rule TYPE.NAME [\"TEXT\"] [severity warn] [on EVENT, …] [deferred] : EXPRESSION",
    summary:
      "Requires an expression to be true for every record of a type. The result nil is accepted. "
      + "With `on create`, `on change` or `on delete`, the rule is checked only for records that "
      + "are created, changed or deleted. `old.age` is the value before the change. With "
      + "`deferred`, the rule is checked at the end of the transaction.",
    examples: [
      "rule Person.grown \"must be 18 or older\" : age >= 18",
      "rule Person.older \"must not get younger\" on change : age >= old.age",
      "rule Person.kept on delete deferred : age < 18",
      "rule Person.young \"should be below 100\" severity warn : age < 100",
    ],
    changesRecords: true)

  var rule: RuleNameSyntax
  var text: Spanned<String>?
  var warns: SourceSpan?
  var events: Set<Rule.Event> = []
  var isDeferred: Bool
  var condition: ExpressionSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    rule = try parser.ruleName(.anyType, "a name for the rule")
    if parser.isAtText { text = try parser.quotedText("a text") }
    let start = parser.index
    if parser.skip("severity") {
      try parser.take("warn")
      warns = parser.span(from: start)
    }
    let hasEvents = parser.skip("on")
    if hasEvents { events = try Self.events(&parser) }
    isDeferred = parser.skip("deferred")
    parser.note(.sign(":"))
    guard parser.isAt(":") else {
      let words =
        isDeferred
        ? []
        : (warns == nil && !hasEvents ? ["severity"] : []) + (hasEvents ? [] : ["on"])
          + ["deferred"]
      throw parser.unexpected(
        (["\":\""] + words.map { "\"\($0)\"" }).listed(), candidates: words)
    }
    // A colon directly before a name would begin a session name.
    if parser.isAdjacent(parser.index + 1) {
      throw SyntaxError(
        .syntax, at: parser.here, "expected white space after \":\"",
        hint: "write \"rule Person.grown : age >= 18\"")
    }
    try parser.take(":")
    condition = try parser.expression(
      until: [], of: rule.type.value,
      hasFormer: !events.isEmpty && !events.contains(.create))
  }

  private static func events(
    _ parser: inout Parser
  ) throws(SyntaxError) -> Set<Rule.Event> {
    var events: Set<Rule.Event> = []
    repeat {
      if !events.contains(.create), parser.skip("create") {
        events.insert(.create)
      } else if !events.contains(.change), parser.skip("change") {
        events.insert(.change)
      } else if !events.contains(.delete), parser.skip("delete") {
        events.insert(.delete)
      } else {
        let left = Rule.Event.allCases.filter { !events.contains($0) }.map(\.rawValue)
        throw parser.unexpected(
          (left.isEmpty ? [":"] : left).map { "\"\($0)\"" }.listed(), candidates: left)
      }
    } while parser.skip(",")
    return events
  }

  var opposite: String? { "drop rule \(rule.type.value.asName).\(rule.name.value.asName)" }

  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(rule.type)
    var definition = definition
    var condition = try RecordExpression(
      sessionless: condition, of: Rule.owner, readsClock: definition.readsClock,
      zoneOffset: session.configuration.zoneOffset)
    do throws(StoreError) {
      // Compile the expression first, because only its errors have a position.
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
      severity: warns == nil ? .error : .warn, on: events, isDeferred: isDeferred,
      condition: condition.line)
  }
}
