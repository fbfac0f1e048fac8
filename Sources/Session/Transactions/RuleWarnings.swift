internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// The violations of rules of severity `warn` by one command, for interactive users: a line for
/// each of the first violations, and a command that lists all the records.
struct RuleWarnings {
  private static let most = 3

  private var warnings: [StoreError] = []
  private var known: Set<String> = []

  var count: Int { warnings.count }

  mutating func add(_ others: [StoreError]) {
    for warning in others where known.insert(warning.message).inserted { warnings.append(warning) }
  }

  /// Drops the warnings after the first `count`, because their changes were rolled back.
  mutating func removeAll(after count: Int) {
    guard count < warnings.count else { return }
    for warning in warnings[count...] { known.remove(warning.message) }
    warnings.removeLast(warnings.count - count)
  }

  mutating func forget(without exists: (RecordID) -> Bool) {
    warnings.removeAll { $0.record.map(exists) == false }
  }

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
        Diagnostic(
          .rule, "\(count) more \(count == 1 ? "violation" : "violations") of rules\(command)"))
    }
    for index in diagnostics.indices { diagnostics[index].severity = .warning }
    return diagnostics
  }

  /// The command that lists the records; empty if no command can list them, because a change
  /// violated the rule.
  private var command: String {
    let rules = Set(warnings.compactMap(\.rule))
    guard rules.allSatisfy(\.events.isEmpty) else { return "" }
    guard rules.count == 1, let rule = rules.first else { return ": check" }
    return ": list \(rule.type.asName) where not (\(rule.condition))"
  }
}
