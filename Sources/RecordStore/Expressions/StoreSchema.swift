internal import Expressions
internal import Records

/// What the tables of a store have for expressions.
struct StoreSchema: ExpressionSchema {
  let types: [RecordType]

  func listColumns(of type: RecordType) -> [String: String?] {
    ListLink.columns(of: type, among: types)
  }

  func ownerColumn(of list: String, in owner: String) -> String {
    ListLink(owner: owner, list: list, number: 0).ownerColumn
  }

  func stored(_ value: Value, of property: Property) -> SQLValue {
    Storage(property).stored(value)
  }
}
