internal import CommandLanguage
internal import Records
internal import Replies

/// The target of a path: a property of a record, or an item of a list property.
struct PropertyPlace {
  var record: RecordID
  var property: Property
  /// The index of an existing item; nil for the whole property.
  var index: Int?

  /// The property; for an item, the property that describes it.
  var target: Property {
    guard index != nil, let item = property.item else { return property }
    return item
  }

  func part(of value: Value?) -> Value? {
    guard let index else { return value }
    guard case .list(let items) = value, items.indices.contains(index) else { return nil }
    return items[index]
  }

  // MARK: Items

  func checked(_ place: Spanned<Int>, in items: [Value]) throws(Diagnostic) -> Int {
    if items.indices.contains(place.value) { return place.value }
    throw noPlace(place, among: items.count - 1)
  }

  /// The error for an index out of range; `last` is the greatest index.
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
