internal import Expressions
package import Records

/// A list that owns its records, with the names and kinds of the two columns that the list adds to
/// the table of these records.
struct ListLink: Hashable {
  var owner: String
  var list: String
  /// The number of the list property in `wb_prop`.
  var number: Int

  var ownerName: String { "\(owner).\(list)" }
  var positionName: String { "\(ownerName).at" }

  var ownerColumn: String { "\(owner)_\(list)_of" }
  var positionColumn: String { "\(owner)_\(list)_at" }

  /// The kind of the owner column in `wb_prop`.
  var ownerKind: String { "Owner(\(number))" }
  /// The kind of the position column in `wb_prop`.
  var positionKind: String { "Position(\(number))" }

  var takenNames: [String] { [ownerColumn, positionColumn, ownerName, positionName] }

  /// Returns the columns that lists add to the table of a type, by the names of the columns in
  /// expressions.
  static func columns(of type: RecordType, among types: [RecordType]) -> [String: ListColumn] {
    var columns: [String: ListColumn] = [:]
    for owner in types {
      for list in owner.properties where list.ownsRecords && list.kind.recordType == type.name {
        let link = ListLink(owner: owner.name, list: list.name, number: 0)
        for name in [link.ownerColumn, list.ownerName].compactMap(\.self) {
          columns[name] = ListColumn(link.ownerColumn, owner: owner.name)
        }
        columns[link.positionColumn] = ListColumn(link.positionColumn)
      }
    }
    return columns
  }

  static func columnNames(of type: RecordType, among types: [RecordType]) -> [String] {
    Set(columns(of: type, among: types).values.map(\.name)).sorted()
  }

  static func list(ofOwnerKind kind: String) -> Int? {
    guard kind.hasPrefix("Owner("), kind.hasSuffix(")") else { return nil }
    return Int(kind.dropFirst("Owner(".count).dropLast())
  }

  static func isPositionKind(_ kind: String) -> Bool { kind.hasPrefix("Position(") }
}

package struct OwningList: Hashable, Sendable {
  package var owner: String
  package var list: String
  /// The name for the owner that the definition of the list specifies, if any.
  package var givenName: String?
  /// The name of the owner in expressions of the owned type.
  package var ownerName: String
  /// The name of the list position in expressions of the owned type.
  package var placeName: String

  package static func lists(owning type: String, among types: [RecordType]) -> [OwningList] {
    types.flatMap { owner in
      owner.properties.filter { $0.ownsRecords && $0.kind.recordType == type }.map { list in
        let link = ListLink(owner: owner.name, list: list.name, number: 0)
        return OwningList(
          owner: owner.name, list: list.name, givenName: list.ownerName,
          ownerName: link.ownerColumn, placeName: link.positionColumn)
      }
    }
  }
}
