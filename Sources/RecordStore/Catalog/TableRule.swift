internal import Expressions
internal import Records

/// A rule of a table, with what is kept to look at it quickly.
final class TableRule {
  /// The number of the rule, in `wb_def`.
  let number: Int
  let rule: Rule
  /// What the rule demands, as tokens.
  let condition: RecordExpression

  /// The condition as it was compiled last.
  private(set) var compiled: CompiledExpression?
  /// Finds those of the changed records that break the rule as it is compiled.
  let selection = KeptStatement()

  init(number: Int, _ rule: Rule, _ condition: RecordExpression) {
    self.number = number
    self.rule = rule
    self.condition = condition
  }

  /// Notes how the condition is compiled from now on.
  func take(_ compiled: CompiledExpression) {
    if compiled.edition != self.compiled?.edition { selection.forget() }
    self.compiled = compiled
  }

  /// What the definition of the rule is called in `wb_def`.
  var object: String { Self.prefix + String(number) }

  /// What the names of all rules in `wb_def` begin with.
  static let prefix = "rule:"
}
