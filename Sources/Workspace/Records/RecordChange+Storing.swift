package import RecordStore
internal import Records

extension RecordChange {
  /// Stores changes of several records; a record may take over the unique value of another.
  ///
  /// In a cycle of unique values, one record gets a temporary value. The history contains the
  /// temporary value, because undo reverts one step at a time. If there is no free value, the cycle
  /// is a conflict.
  package static func store(
    _ changes: [RecordChange], in store: Store, by tx: borrowing WriteTransaction
  ) throws(StoreError) {
    var rest = ordered(changes)[...]
    while let change = rest.popFirst() {
      for difference in change.differences {
        try makeWay(for: difference, of: change.id, among: rest, in: store, by: tx)
      }
      try tx.update(change.id, change.values)
    }
  }

  /// Gives the record with the wanted value a temporary value, if that record changes its value
  /// later.
  private static func makeWay(
    for difference: Difference, of id: RecordID, among rest: ArraySlice<RecordChange>,
    in store: Store, by tx: borrowing WriteTransaction
  ) throws(StoreError) {
    let property = difference.property
    guard property.isDistinct, let wanted = difference.new,
      let number = try store.queries.holder(of: wanted, of: property.name, in: id.type),
      let holder = rest.first(where: { $0.id == RecordID(id.type, number) }),
      holder.differences.contains(where: { $0.property.name == property.name })
    else { return }
    if property.isOptional { return try tx.update(holder.id, [property.name: Value?.none]) }
    guard let other = try freeValue(like: wanted, of: property, in: id.type, store) else { return }
    try tx.update(holder.id, [property.name: other])
  }

  private static func freeValue(
    like value: Value, of property: Property, in type: String, _ store: Store
  ) throws(StoreError) -> Value? {
    let farthest = 1000
    for distance in 1...farthest {
      for candidate in value.neighbours(distance, of: property.kind)
      where property.range?.contains(candidate) ?? true {
        if try store.queries.holder(of: candidate, of: property.name, in: type) == nil {
          return candidate
        }
      }
    }
    return nil
  }
}

extension Value {
  fileprivate func neighbours(_ distance: Int, of kind: PropertyKind) -> [Value] {
    if case .choice = kind { return [] }
    switch self {
    case .text(let text): return [.text(text + String(repeating: "~", count: distance))]
    case .integer(let number):
      let (above, below) = (
        number.addingReportingOverflow(distance), number.subtractingReportingOverflow(distance)
      )
      return [above, below].filter { !$0.overflow }.map { .integer($0.partialValue) }
    case .date(let date):
      return [distance, -distance].compactMap {
        CalendarDate(daysSince1970: date.daysSince1970 + $0).map(Value.date)
      }
    case .decimal, .double, .boolean, .dateTime, .time, .duration, .month, .percent, .reference,
      .list:
      return []
    }
  }
}
