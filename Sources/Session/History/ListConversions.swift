internal import RecordStore
internal import Records

/// The lists that a transaction changed between owning and referring to their records; `alter`
/// converts the items itself.
struct ListConversions {
  private var names: Set<String> = []

  init(_ types: [TypeChange]) {
    for change in types {
      guard let old = change.old, let new = change.new else { continue }
      for (number, property) in zip(old.numbers, old.type.properties) {
        guard property.kind.isListOfRecords, let place = new.numbers.firstIndex(of: number),
          new.type.properties[place].ownsRecords != property.ownsRecords
        else { continue }
        names.insert("\(old.type.name).\(property.name)")
        names.insert("\(new.type.name).\(new.type.properties[place].name)")
      }
    }
  }

  /// Whether a change is of a record in the list, or of its references.
  func contains(_ change: HistoryEntry) -> Bool {
    guard !names.isEmpty else { return false }
    if names.contains(change.record.type) { return true }
    guard let property = change.property else { return false }
    return names.contains(property)
      || property.hasSuffix(".at") && names.contains(String(property.dropLast(".at".count)))
  }
}
