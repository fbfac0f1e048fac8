internal import Records

/// A list that owns records as these know it: whose it is, and what their columns are called.
struct ListLink: Hashable {
  /// The type that has the list.
  var owner: String
  /// The property that is the list.
  var list: String
  /// The number of that property, in `wb_prop`.
  var number: Int

  /// What the history calls the record that owns an item.
  var ownerName: String { "\(owner).\(list)" }
  /// What the history calls the place of an item.
  var positionName: String { "\(ownerName).at" }

  /// The column of an item with the number of the record that owns it.
  var ownerColumn: String { "\(owner)_\(list)_of" }
  /// The column of an item with its place.
  var positionColumn: String { "\(owner)_\(list)_at" }

  /// What `wb_prop` calls the kind of the former.
  var ownerKind: String { "Owner(\(number))" }
  /// What `wb_prop` calls the kind of the latter.
  var positionKind: String { "Position(\(number))" }

  /// The names that the list takes from its items: those of their columns, and of their history.
  var takenNames: [String] { [ownerColumn, positionColumn, ownerName, positionName] }

  /// The columns that records of a type have as items of lists, with the type of the owner for
  /// those that have its number.
  static func columns(of type: RecordType, among types: [RecordType]) -> [String: String?] {
    var columns: [String: String?] = [:]
    for owner in types {
      for list in owner.properties where list.ownsRecords && list.kind.recordType == type.name {
        let link = ListLink(owner: owner.name, list: list.name, number: 0)
        columns[link.ownerColumn] = .some(owner.name)
        columns[link.positionColumn] = .some(nil)
      }
    }
    return columns
  }

  /// The number of the list in the kind of a column with owners; nil for another kind.
  static func list(ofOwnerKind kind: String) -> Int? {
    guard kind.hasPrefix("Owner("), kind.hasSuffix(")") else { return nil }
    return Int(kind.dropFirst("Owner(".count).dropLast())
  }

  /// Whether it is the kind of a column with places.
  static func isPositionKind(_ kind: String) -> Bool { kind.hasPrefix("Position(") }
}
