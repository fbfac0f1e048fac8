internal import RecordStore
internal import Records
internal import Replies

/// What rules of severity `warn` say against the changes of a command, for a person: a few in a line
/// each, and how the others are found.
struct RuleWarnings {
  /// The most that are told.
  private static let most = 3

  private var warnings: [StoreError] = []
  private var known: Set<String> = []

  /// How many there are.
  var count: Int { warnings.count }

  /// Adds what has not been said of the command yet.
  mutating func add(_ others: [StoreError]) {
    for warning in others where known.insert(warning.message).inserted { warnings.append(warning) }
  }

  /// Forgets those after the first so many, for what they were about was rolled back.
  mutating func removeAll(after count: Int) {
    guard count < warnings.count else { return }
    for warning in warnings[count...] { known.remove(warning.message) }
    warnings.removeLast(warnings.count - count)
  }

  /// Forgets those about records that are not there any more.
  mutating func forget(without exists: (RecordID) -> Bool) {
    warnings.removeAll { $0.record.map(exists) == false }
  }

  /// The lines that tell of them.
  var diagnostics: [Diagnostic] {
    let told = warnings.prefix(Self.most)
    var diagnostics = told.map { warning in
      var diagnostic = Diagnostic(warning)
      diagnostic.isBrief = true
      return diagnostic
    }
    let count = warnings.dropFirst(told.count).reduce(0) { $0 + $1.count }
    if count > 0 {
      diagnostics.append(
        Diagnostic(.rule, "\(count) more \(count == 1 ? "breaks" : "break") rules: \(command)"))
    }
    for index in diagnostics.indices { diagnostics[index].severity = .warning }
    return diagnostics
  }

  /// The command that lists all records that they are about.
  private var command: String {
    let rules = Set(warnings.map(\.rule))
    guard rules.count == 1, let rule = rules.first ?? nil else { return "check" }
    return "list \(rule.type.asName) where not (\(rule.condition))"
  }
}
