internal import Expressions
internal import Records

struct StoreSchema: ExpressionSchema, Equatable {
  var types: [RecordType]
  /// The tables of reference lists, by ``ReferenceList/name``.
  var listTables: [String: String] = [:]
  /// The expressions of computed properties without a column, by dotted names such as
  /// `Member.owes`.
  var calculations: [String: RecordExpression] = [:]

  func with(_ types: [RecordType]) -> StoreSchema {
    StoreSchema(types: types, listTables: listTables, calculations: calculations)
  }

  func calculation(of property: String, in type: String) -> RecordExpression? {
    calculations.isEmpty ? nil : calculations[Self.name(of: property, in: type)]
  }

  static func name(of property: String, in type: String) -> String {
    "\(type.asName).\(property.asName)"
  }

  func listColumns(of type: RecordType) -> [String: ListColumn] {
    ListLink.columns(of: type, among: types)
  }

  func source(of list: Property, in owner: RecordType) -> ListSource? {
    guard let items = list.kind.recordType, let type = types.first(where: { $0.name == items })
    else { return nil }
    switch list.listRole {
    case .owns:
      let link = ListLink(owner: owner.name, list: list.name, number: 0)
      return ListSource(
        type: items, table: items, owner: link.ownerColumn, item: "id",
        order: [link.positionColumn])
    case .refers: return source(ofReferences: list, in: owner.name)
    case .inverse(let name):
      guard let property = type[name] else { return nil }
      if property.kind == .reference(to: owner.name) {
        return ListSource(type: items, table: items, owner: name, item: "id", order: [])
      }
      guard property.refersToMany, property.kind.recordType == owner.name else { return nil }
      var source = source(ofReferences: property, in: items)
      (source.owner, source.item) = (source.item, source.owner)
      source.order = [source.item]
      return source
    }
  }

  private func source(ofReferences list: Property, in owner: String) -> ListSource {
    let references = ReferenceList(owner: owner, list: list, number: 0)
    return ListSource(
      type: references.name, table: listTables[references.name] ?? references.tableName,
      owner: ReferenceList.owner, item: ReferenceList.item, order: [ReferenceList.position])
  }

  var references: [(type: RecordType, table: String)] {
    types.flatMap { owner in
      owner.properties.compactMap { list in
        guard list.refersToMany, let items = list.kind.recordType,
          types.contains(where: { $0.name == items })
        else { return nil }
        let references = ReferenceList(owner: owner.name, list: list, number: 0)
        return (try? references.type()).map {
          ($0, listTables[references.name] ?? references.tableName)
        }
      }
    }
  }

  func stored(_ value: Value, of property: Property) -> SQLValue {
    Storage(property).stored(value)
  }
}
