internal import Records
public import Values

extension StoreError {
  /// Returns the failure in the language of a string table: its ``fault``, or else its ``kind``.
  ///
  /// Returns ``message`` if the table lacks the sentence, or the caller has given the message.
  public func localized(in table: StringTable) -> String {
    if case .stated(let message) = reason { return message }
    let arguments: [String: String?]
    let key: String
    switch fault {
    case .taken(let property, let value, let holder):
      (key, arguments) = (
        "violation.taken", ["property": property.asName, "value": value, "holder": holder]
      )
    case .noType(let type): (key, arguments) = ("store.noType", ["type": "\"\(type)\""])
    case .noProperty(let property, let type):
      (key, arguments) = (
        "violation.noProperty", ["property": "\"\(property)\"", "owner": type.asName]
      )
    case .noRecord(let id): (key, arguments) = ("store.noRecord", ["record": "\(id)"])
    case .rule(let rule, let id):
      (key, arguments) = (
        "store.brokenRule",
        ["rule": rule.name.asName, "text": rule.text, "record": id.map(\.description)]
      )
    case .inUse(let id): (key, arguments) = ("store.inUse", ["record": "\(id)"])
    case nil: (key, arguments) = ("store.\(kind)", [:])
    }
    return table.sentence(key, arguments) ?? message
  }
}
