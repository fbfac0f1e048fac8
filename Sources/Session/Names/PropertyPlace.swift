internal import CommandLanguage
internal import Records
internal import Replies

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

  // MARK: Items

  /// The place of an item that is there.
  func checked(_ place: Spanned<Int>, in items: [Value]) throws(Diagnostic) -> Int {
    if items.indices.contains(place.value) { return place.value }
    throw noPlace(place, among: items.count - 1)
  }

  /// The error that the list has no such place, `last` being its greatest.
  func noPlace(_ place: Spanned<Int>, among last: Int) -> Diagnostic {
    let name = "\(record).\(property.name.asName)"
    return Diagnostic(
      .name,
      last < 0
        ? "\(name) is empty"
        : "\(name) has no place \(place.value); expected one from 0 to \(last)",
      at: place.span)
  }
}
