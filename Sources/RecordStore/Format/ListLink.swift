internal import Records

/// A list that owns its records, with the names and kinds of the columns it adds to them.
struct ListLink: Hashable {
  var owner: String
  var list: String
  /// The number of the list property in `wb_prop`.
  var number: Int

  var ownerName: String { "\(owner).\(list)" }
  var positionName: String { "\(ownerName).at" }

  var ownerColumn: String { "\(owner)_\(list)_of" }
  var positionColumn: String { "\(owner)_\(list)_at" }

  /// In `wb_prop`.
  var ownerKind: String { "Owner(\(number))" }
  /// In `wb_prop`.
  var positionKind: String { "Position(\(number))" }

  var takenNames: [String] { [ownerColumn, positionColumn, ownerName, positionName] }

  /// The columns that lists add to the records of a type; for owner columns, with the type of the
  /// owner.
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

  static func list(ofOwnerKind kind: String) -> Int? {
    guard kind.hasPrefix("Owner("), kind.hasSuffix(")") else { return nil }
    return Int(kind.dropFirst("Owner(".count).dropLast())
  }

  static func isPositionKind(_ kind: String) -> Bool { kind.hasPrefix("Position(") }
}
