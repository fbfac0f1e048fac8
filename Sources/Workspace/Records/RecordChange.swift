package import RecordStore
package import Records
package import Replies

package struct RecordChange: Equatable {
  /// The maximum length of a value, in characters.
  private static let longestValue = 60

  package struct Difference: Equatable {
    package var property: Property
    package var old: Value?
    package var new: Value?

    package init(property: Property, old: Value?, new: Value?) {
      self.property = property
      self.old = old
      self.new = new
    }

    package var text: String { phrases().map(\.text).joined() }

    package func phrases(isRevealed: Bool = false) -> [Datum.Phrase] {
      func text(_ value: Value?) -> String {
        (value?.literal(of: property, isRevealed: isRevealed) ?? "nil")
          .shortened(to: RecordChange.longestValue)
      }
      return [
        Datum.Phrase(property.name.asName + " "), Datum.Phrase(text(old), .old),
        Datum.Phrase(" → "), Datum.Phrase(text(new), .new),
      ]
    }
  }

  package var id: RecordID
  /// The changed properties; empty for a deletion.
  package var differences: [Difference] = []
  package var lines: [String]

  package init(_ id: RecordID, _ differences: [Difference]) {
    self.id = id
    self.differences = differences
    lines = differences.map { "\(id) \($0.text)" }
  }

  package init(deleting id: RecordID, key: Value?, with others: String?) {
    self.id = id
    lines = [
      "\(id)" + (key.map { " " + $0.literal.shortened(to: Self.longestValue) } ?? "")
        + (others.map { " with \($0)" } ?? "")
    ]
  }

  package var values: [String: Value?] {
    Dictionary(uniqueKeysWithValues: differences.map { ($0.property.name, $0.new) })
  }
}

extension RecordChange {
  private struct UniqueValue: Hashable {
    package var type: String
    package var property: String
    package var value: Value

    package init(_ type: String, _ property: Property, _ value: Value) {
      self.type = type
      self.property = property.name
      self.value = property.distinction(of: value)
    }
  }

  /// Orders changes so that, if possible, a record gives up a unique value before another takes it.
  ///
  /// - Complexity: O(*n*) in the changes and their properties.
  package static func ordered(_ changes: [RecordChange]) -> [RecordChange] {
    var givers: [UniqueValue: Int] = [:]
    for (index, change) in changes.enumerated() {
      for difference in change.differences where difference.property.isDistinct {
        guard let old = difference.old else { continue }
        let type = change.id.type
        givers[UniqueValue(type, difference.property, old)] = index
      }
    }
    guard !givers.isEmpty else { return changes }
    func giversBefore(_ index: Int) -> [Int] {
      changes[index].differences.compactMap { difference in
        guard difference.property.isDistinct, let new = difference.new else { return nil }
        let type = changes[index].id.type
        return givers[UniqueValue(type, difference.property, new)]
      }
    }
    var order: [RecordChange] = []
    var isMet = changes.map { _ in false }
    for first in changes.indices where !isMet[first] {
      isMet[first] = true
      // Uses an explicit stack, because a chain can be as long as the list of records.
      var path = [(index: first, givers: giversBefore(first)[...])]
      while let last = path.indices.last {
        guard let giver = path[last].givers.popFirst() else {
          order.append(changes[path.removeLast().index])
          continue
        }
        guard !isMet[giver] else { continue }
        isMet[giver] = true
        path.append((giver, giversBefore(giver)[...]))
      }
    }
    return order
  }
}

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
