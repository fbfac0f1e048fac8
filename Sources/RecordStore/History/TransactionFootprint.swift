internal import Records

/// What a transaction's work depends on, or may be in the way of.
struct TransactionFootprint {
  private struct UniqueValue: Hashable {
    var type: String
    var property: String
    var value: Value
  }

  private var changed: Set<RecordID> = []
  private var referred: Set<RecordID> = []
  private var uniqueValues: Set<UniqueValue> = []
  private var definitions: Set<String> = []

  /// Adds one change of a record.
  ///
  /// - Parameter isUnique: whether no other record of the type may have the value.
  mutating func add(_ change: HistoryEntry, isUnique: Bool) {
    changed.insert(change.record)
    guard let property = change.property else { return }
    for value in [change.old, change.new].compactMap(\.self) {
      if case .reference(let id) = value { referred.insert(id) }
      guard isUnique else { continue }
      uniqueValues.insert(
        UniqueValue(type: change.record.type, property: property, value: value))
    }
  }

  /// Adds a definition that was changed.
  mutating func add(definition: String) { definitions.insert(definition) }

  /// Whether the work of one of the two transactions can differ if the other is left out.
  func meets(_ other: Self) -> Bool {
    !changed.isDisjoint(with: other.changed) || !changed.isDisjoint(with: other.referred)
      || !referred.isDisjoint(with: other.changed)
      || !uniqueValues.isDisjoint(with: other.uniqueValues)
      || !definitions.isDisjoint(with: other.definitions)
  }
}
