internal import Records

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
  private var types: Set<String> = []
  private var newTypes: Set<String> = []
  /// Whether types were altered or dropped; any other transaction may depend on these changes.
  private let changesTypes: Bool

  init(changesTypes: Bool) { self.changesTypes = changesTypes }

  /// - Parameter distinction: Returns the part of a value that must be unique; nil if the property
  ///   is not unique.
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

  mutating func add(definition: String) { definitions.insert(definition) }

  mutating func add(type: String) { newTypes.insert(type) }

  /// Returns whether omitting one of the transactions can affect the other.
  func meets(_ other: Self) -> Bool {
    changesTypes || other.changesTypes || needsTypes(of: other) || other.needsTypes(of: self)
      || !changed.isDisjoint(with: other.changed) || !changed.isDisjoint(with: other.referred)
      || !referred.isDisjoint(with: other.changed)
      || !uniqueValues.isDisjoint(with: other.uniqueValues)
      || !definitions.isDisjoint(with: other.definitions)
  }

  private func needsTypes(of other: Self) -> Bool {
    guard !other.newTypes.isEmpty else { return false }
    return !definitions.isEmpty || !types.isDisjoint(with: other.newTypes)
  }
}
