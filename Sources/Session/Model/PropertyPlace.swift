internal import CommandLanguage
internal import Records

/// Where a path leads: a property of a record, or an item of the list that it is.
struct PropertyPlace {
  var record: RecordID
  var property: Property
  /// The place of an item, which is there; nil for the whole property.
  var index: Int?

  /// The property, or the item as one of its own.
  var target: Property {
    guard index != nil, let item = property.item else { return property }
    return item
  }

  /// The value of the item, if it is one, in the value of the property.
  func part(of value: Value?) -> Value? {
    guard let index else { return value }
    guard case .list(let items) = value, items.indices.contains(index) else { return nil }
    return items[index]
  }
}
