internal import Records
internal import Replies

/// Which record has an address that no other may have in other letters.
///
/// Files of former formats can have such addresses twice, which no command makes again.
struct AddressBook {
  private var holders: [[String]: RecordID] = [:]

  /// Says of an address that no command sets it, for another record has it in other letters.
  func clash(of value: Value?, _ property: Property, _ record: RecordID) -> String? {
    guard let key = Self.address(value, property, record), let holder = holders[key],
      holder != record, let value
    else { return nil }
    return "# \(record).\(property.name.asName) was \(value.literal(of: property)), which no "
      + "command sets: \(holder) has the same, whatever its case"
  }

  /// Notes that a record has an address in place of another.
  mutating func note(
    _ old: Value?, _ new: Value?, of property: Property, _ record: RecordID
  ) {
    if let key = Self.address(old, property, record), holders[key] == record { holders[key] = nil }
    if let key = Self.address(new, property, record) { holders[key] = record }
  }

  /// Forgets what records have, which are gone.
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
