internal import RecordStore
internal import Records
internal import Replies

struct StoredForm {
  /// The maximum number of values named per record, and of records per list.
  private static let most = 8
  /// In characters.
  private static let longestValue = 40

  var changes: [RecordChange] = []
  /// The created records, the form's own first.
  var made: [RecordID] = []
  var removed: [RecordID] = []

  /// The line, such as `Member/12 changed: born 1968-07-03, fee Adult`; nil if nothing was stored.
  func words(by resolver: Resolver) throws(Diagnostic) -> String? {
    var parts: [String] = []
    for change in changes {
      try parts.append("\(change.id) changed: \(words(of: change.differences, by: resolver))")
    }
    for id in made {
      let values = try words(of: firstValues(of: id, by: resolver), by: resolver)
      parts.append("\(id) created" + (values.isEmpty ? "" : ": \(values)"))
    }
    if !removed.isEmpty { parts.append("\(Self.limited(removed.map(\.description))) deleted") }
    return parts.isEmpty ? nil : Self.limited(parts, by: "; ")
  }

  /// The initial values of a record that differ from its defaults.
  private func firstValues(
    of id: RecordID, by resolver: Resolver
  ) throws(Diagnostic) -> [RecordChange.Difference] {
    guard let type = resolver.store.schema.type(named: id.type),
      let values = try attempt(resolver.store.queries.values(of: id))
    else { return [] }
    return zip(type.properties, values).compactMap { property, value in
      property.isComputed || value == nil || value == property.defaultValue || value == .list([])
        ? nil : RecordChange.Difference(property: property, old: nil, new: value)
    }
  }

  private func words(
    of differences: [RecordChange.Difference], by resolver: Resolver
  ) throws(Diagnostic) -> String {
    Self.limited(
      try differences.map { (difference) throws(Diagnostic) in
        let value = try resolver.shown(difference.new, of: difference.property.kind)
        let shown = Datum(value, of: difference.property)
        let text = shown.plainText.shortened(to: Self.longestValue)
        return "\(difference.property.name.asName) \(text)"
      })
  }

  private static func limited(_ words: [String], by separator: String = ", ") -> String {
    let left = words.count - most
    return words.prefix(most).joined(separator: separator) + (left > 0 ? " and \(left) more" : "")
  }
}
