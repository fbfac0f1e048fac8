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
  /// The types whose records it changed, and those that it defined.
  private var types: Set<String> = []
  private var newTypes: Set<String> = []
  /// Whether it did more to types than to define new ones, on which anything can depend.
  private let changesTypes: Bool

  init(changesTypes: Bool) { self.changesTypes = changesTypes }

  /// Adds one change of a record.
  ///
  /// - Parameter distinction: what of a value no other record of the type may have the same of; nil
  ///   where any may have it.
  mutating func add(_ change: HistoryEntry, distinction: ((Value) -> Value)?) {
    changed.insert(change.record)
    types.insert(change.record.type)
    guard let property = change.property else { return }
    for value in [change.old, change.new].compactMap(\.self) {
      if case .reference(let id) = value { referred.insert(id) }
      guard let distinction else { continue }
      uniqueValues.insert(
        UniqueValue(type: change.record.type, property: property, value: distinction(value)))
    }
  }

  /// Adds a definition that was changed.
  mutating func add(definition: String) { definitions.insert(definition) }

  /// Adds a type that was defined.
  mutating func add(type: String) { newTypes.insert(type) }

  /// Whether the work of one of the two transactions can differ if the other is left out.
  func meets(_ other: Self) -> Bool {
    changesTypes || other.changesTypes || needsTypes(of: other) || other.needsTypes(of: self)
      || !changed.isDisjoint(with: other.changed) || !changed.isDisjoint(with: other.referred)
      || !referred.isDisjoint(with: other.changed)
      || !uniqueValues.isDisjoint(with: other.uniqueValues)
      || !definitions.isDisjoint(with: other.definitions)
  }

  /// Whether the work may be possible only with types that the other transaction defined.
  private func needsTypes(of other: Self) -> Bool {
    guard !other.newTypes.isEmpty else { return false }
    return !definitions.isEmpty || !types.isDisjoint(with: other.newTypes)
  }
}
