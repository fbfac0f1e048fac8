/// A condition for the records of a type, as data.
///
/// The evaluation needs a store, because a condition may read other records.
public struct Rule: Hashable, Sendable {
  /// The effect on a command that would break the rule.
  public enum Severity: Hashable, Sendable {
    /// The command is refused.
    case error
    /// The command succeeds with a warning.
    case warn
  }

  /// An event of a record at which a rule is checked.
  public enum Event: String, CaseIterable, Sendable {
    /// The record is created.
    case create
    /// A value of the record, or a computed property that the rule reads, changes.
    case change
    /// The record is deleted.
    case delete
  }

  /// The name of the type that the rule applies to.
  public var type: String
  /// The name of the rule, unique in its type.
  public var name: String
  /// The requirement, in words for the user, such as `must be 18 to lead`.
  public var text: String?
  /// The effect on a command that would break the rule.
  public var severity: Severity
  /// The events at which the rule is checked; empty for a condition that every record must always
  /// satisfy.
  public var events: Set<Event>
  /// Whether the rule is checked at the end of the transaction, not after each command.
  public var isDeferred: Bool
  /// The expression that is false if the rule is broken.
  public var condition: String

  /// Creates a rule without checking it; a store checks it when it is defined.
  public init(
    _ name: String, of type: String, text: String? = nil, severity: Severity = .error,
    on events: Set<Event> = [], isDeferred: Bool = false, condition: String
  ) {
    (self.name, self.type, self.text, self.condition) = (name, type, text, condition)
    (self.events, self.isDeferred, self.severity) = (events, isDeferred, severity)
  }

  /// The rule as a `rule` command.
  public var definition: String {
    var parts = ["rule \(type.asName).\(name.asName)"]
    if let text { parts.append(Value.text(text).literal) }
    if severity == .warn { parts.append("severity warn") }
    if !events.isEmpty {
      let words = Event.allCases.filter(events.contains).map(\.rawValue)
      parts.append("on " + words.joined(separator: ", "))
    }
    if isDeferred { parts.append("deferred") }
    return parts.joined(separator: " ") + " : " + condition
  }

  /// Whether the condition may read `today` and `now`; only rules that warn may read them, because
  /// the result changes with time.
  public var readsClock: Bool { severity == .warn }

  /// Whether the rule is checked at the end of the transaction. This includes rules that warn,
  /// because they report only the records that the whole transaction has changed.
  package var isCheckedAtEnd: Bool { isDeferred || severity == .warn }

  /// The rule in messages: its name and its text.
  public var words: String { name.asName + (text.map { ", \($0)" } ?? "") }
}
