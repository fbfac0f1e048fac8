package import Records
internal import Replies

/// The target of a path: a property of a record, or an item of a list property.
package struct PropertyPlace {
  package var record: RecordID
  package var property: Property
  /// The index of an existing item; nil for the whole property.
  package var index: Int?

  package init(record: RecordID, property: Property, index: Int? = nil) {
    self.record = record
    self.property = property
    self.index = index
  }

  /// The property; for an item, the property that describes it.
  package var target: Property {
    guard index != nil, let item = property.item else { return property }
    return item
  }

  package func part(of value: Value?) -> Value? {
    guard let index else { return value }
    guard case .list(let items) = value, items.indices.contains(index) else { return nil }
    return items[index]
  }

  /// An index of an existing item.
  package func checked(_ index: Int, in items: [Value]) throws(WorkspaceError) -> Int {
    if items.indices.contains(index) { return index }
    throw noIndex(index, among: items.count)
  }

  /// The error for an index out of range; `count` is the number of possible ones.
  package func noIndex(_ index: Int, among count: Int) -> WorkspaceError {
    .noIndex(index, in: "\(record).\(property.name.asName)", count: count)
  }
}
