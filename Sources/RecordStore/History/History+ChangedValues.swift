public import Records

/// The value of a record's property before and after some changes.
public struct ChangedValue: Hashable, Sendable {
  /// The number of the record.
  public var number: Int
  /// The value before the first change.
  public var old: Value?
  /// The value after the last change.
  public var new: Value?
}

extension History {
  /// Returns the records of a type whose property differs from its value at a mark, in the order of
  /// their first change. Records created or deleted since are not included.
  ///
  /// - Complexity: O(*n*) in the changes since the mark.
  public func changedValues(
    of property: String, in type: String, since mark: ChangeMark
  ) throws(StoreError) -> [ChangedValue] {
    let change = mark.last
    let table = try table(type)
    guard let index = table.type.index(of: property) else { throw catalog.unknown(property, table) }
    let number = table.properties[index]
    guard let storage = table.column(ofNumber: number)?.storage else { return [] }
    let statement = try engine.statement(
      "SELECT rec, prop, old, new FROM wb_change WHERE seq > ?1 AND prop IN (?2, ?3) ORDER BY seq")
    try statement.bind([.integer(change), .integer(number), .integer(table.existence)])
    var places: [Int: Int] = [:]
    var changes: [ChangedValue] = []
    var others: Set<Int> = []
    while try statement.step() {
      let record = statement.column(0).integer ?? 0
      guard statement.column(1).integer == number else {
        others.insert(record)
        continue
      }
      let new = storage.value(statement.column(3))
      if let place = places[record] {
        changes[place].new = new
      } else {
        places[record] = changes.count
        let old = storage.value(statement.column(2))
        changes.append(ChangedValue(number: record, old: old, new: new))
      }
    }
    return changes.filter { $0.old != $0.new && !others.contains($0.number) }
  }
}
