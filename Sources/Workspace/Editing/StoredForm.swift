internal import RecordStore
package import Records
internal import Replies

package struct StoredForm {
  /// The maximum number of values listed per record, and of records listed.
  private static let most = 8
  /// The maximum length of a value, in characters.
  private static let longestValue = 40

  package var changes: [RecordChange] = []
  /// The created records; the form's own record is first.
  package var made: [RecordID] = []
  package var removed: [RecordID] = []

  /// A summary, for example `Member/12 changed: born 1968-07-03, fee Adult`; nil if nothing was
  /// stored.
  package func words(by reader: RecordReader) throws(WorkspaceError) -> String? {
    var parts: [String] = []
    for change in changes {
      try parts.append("\(change.id) changed: \(words(of: change.differences, by: reader))")
    }
    for id in made {
      let values = try words(of: firstValues(of: id, by: reader), by: reader)
      parts.append("\(id) created" + (values.isEmpty ? "" : ": \(values)"))
    }
    if !removed.isEmpty { parts.append("\(Self.limited(removed.map(\.description))) deleted") }
    return parts.isEmpty ? nil : Self.limited(parts, by: "; ")
  }

  private func firstValues(
    of id: RecordID, by reader: RecordReader
  ) throws(WorkspaceError) -> [RecordChange.Difference] {
    guard let type = reader.store.schema.type(named: id.type),
      let values = try attempt(reader.store.queries.values(of: id))
    else { return [] }
    return zip(type.properties, values).compactMap { property, value in
      property.isComputed || value == nil || value == property.defaultValue || value == .list([])
        ? nil : RecordChange.Difference(property: property, old: nil, new: value)
    }
  }

  private func words(
    of differences: [RecordChange.Difference], by reader: RecordReader
  ) throws(WorkspaceError) -> String {
    Self.limited(
      try differences.map { (difference) throws(WorkspaceError) in
        let value = try reader.shown(difference.new, of: difference.property.kind)
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
