internal import Expressions
internal import Records

/// A rule of a table, with what is kept to look at it quickly.
final class TableRule {
  /// The number of the rule, in `wb_def`.
  let number: Int
  let rule: Rule
  /// What the rule demands, as tokens.
  let condition: Expression

  /// The condition as it was compiled last.
  var compiled: CompiledExpression?
  /// Finds those of the changed records that break the rule as it is compiled.
  var selection: Statement?

  init(number: Int, _ rule: Rule, _ condition: Expression) {
    self.number = number
    self.rule = rule
    self.condition = condition
  }

  /// What the definition of the rule is called in `wb_def`.
  var object: String { Self.prefix + String(number) }

  /// What the names of all rules in `wb_def` begin with.
  static let prefix = "rule:"
}
