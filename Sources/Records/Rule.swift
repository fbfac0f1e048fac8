/// A condition that the records of a type keep, as data.
///
/// Only a store can evaluate it, for it may read other records.
public struct Rule: Hashable, Sendable {
  /// What becomes of a command that would leave a record breaking the rule.
  public enum Severity: Hashable, Sendable {
    /// The command is refused.
    case error
    /// The command goes through with a warning.
    case warn
  }

  /// The name of the type whose records keep the rule.
  public var type: String
  /// The name of the rule, the only one of its type.
  public var name: String
  /// What the rule demands, for a person, such as `must be 18 to lead`.
  public var text: String?
  /// What becomes of a command that would leave a record breaking it.
  public var severity: Severity
  /// The expression that is false of a record that breaks it, as text.
  public var condition: String

  /// Makes a rule and checks nothing; a store checks it when it is defined.
  public init(
    _ name: String, of type: String, text: String? = nil, severity: Severity = .error,
    condition: String
  ) {
    self.name = name
    self.type = type
    self.text = text
    self.severity = severity
    self.condition = condition
  }

  /// The rule as a `rule` command writes it.
  public var definition: String {
    var parts = ["rule \(type.asName).\(name.asName)"]
    if let text { parts.append(Value.text(text).literal) }
    if severity == .warn { parts.append("severity warn") }
    return parts.joined(separator: " ") + " : " + condition
  }

  /// Whether its condition may read `today` and `now`: a rule whose verdict changes with the time
  /// only warns.
  public var readsClock: Bool { severity == .warn }

  /// The rule as a message names it: its name, and what it demands.
  public var words: String { name.asName + (text.map { ", \($0)" } ?? "") }
}
