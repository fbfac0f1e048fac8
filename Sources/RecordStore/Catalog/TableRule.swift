internal import Expressions
internal import Records

/// A rule of a table, with its compiled statement.
final class TableRule {
  let number: Int
  let rule: Rule
  /// The condition of the rule as tokens.
  let condition: RecordExpression

  private(set) var compiled: CompiledExpression?
  /// Selects the changed records that break the compiled rule.
  let selection = KeptStatement()

  init(number: Int, _ rule: Rule, _ condition: RecordExpression) {
    self.number = number
    self.rule = rule
    self.condition = condition
  }

  func take(_ compiled: CompiledExpression) {
    if compiled.edition != self.compiled?.edition { selection.forget() }
    self.compiled = compiled
  }

  var object: String { Self.prefix + String(number) }

  static let prefix = "rule:"
}
