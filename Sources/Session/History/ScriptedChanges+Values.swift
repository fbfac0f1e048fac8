internal import Records
internal import Replies

extension ScriptedChanges {
  static func change(
    _ property: Property, of record: RecordID, to value: Value?
  ) -> String {
    let text = value?.literal(of: property, isRevealed: true) ?? "nil"
    return "set \(record).\(property.name.asName) \(text)"
  }

  static func change(
    of record: RecordID, to values: [(property: Property, value: Value?)]
  ) -> String? {
    guard let (property, value) = values.first else { return nil }
    if values.count == 1 { return change(property, of: record, to: value) }
    let words = values.map { assignment(of: $0.value, to: $0.property) }
    return "set \(record) " + words.joined(separator: " ")
  }

  static func assignment(of value: Value?, to property: Property) -> String {
    "\(property.name.asName)=\(value?.literal(of: property, isRevealed: true) ?? "nil")"
  }

  /// A comment for an invalid value, which another program wrote and no command can set; nil for a
  /// valid value.
  static func remark(
    on value: Value?, of property: Property, of record: RecordID
  ) -> String? {
    do {
      _ = try property.checked(value)
      return nil
    } catch {
      let text = value?.literal(of: property, isRevealed: true) ?? "nil"
      return "# \(record).\(property.name.asName) was \(text), which no command can set: "
        + error.message.onOneLine
    }
  }
}
