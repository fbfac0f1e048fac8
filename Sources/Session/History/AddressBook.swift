internal import Records
internal import Replies

/// Finds unique email addresses that differ from another record's only in case.
///
/// Databases of earlier versions can have such addresses, but commands reject them.
struct AddressBook {
  private var holders: [[String]: RecordID] = [:]

  /// A comment for an address that commands would reject, because another record has the address in
  /// a different case.
  func clash(of value: Value?, _ property: Property, _ record: RecordID) -> String? {
    guard let key = Self.address(value, property, record), let holder = holders[key],
      holder != record, let value
    else { return nil }
    return "# \(record).\(property.name.asName) was \(value.literal(of: property)), which no "
      + "command can set: \(holder) has the same value, ignoring case"
  }

  mutating func note(
    _ old: Value?, _ new: Value?, of property: Property, _ record: RecordID
  ) {
    if let key = Self.address(old, property, record), holders[key] == record { holders[key] = nil }
    if let key = Self.address(new, property, record) { holders[key] = record }
  }

  mutating func forget(_ records: Set<RecordID>) {
    holders = holders.filter { !records.contains($0.value) }
  }

  private static func address(
    _ value: Value?, _ property: Property, _ record: RecordID
  ) -> [String]? {
    guard property.isDistinct, property.kind == .email, let value else { return nil }
    return [record.type, property.name, property.distinction(of: value).description]
  }
}
