package import Records

/// The tables of a database, as expressions see them.
package protocol ExpressionSchema {
  var types: [RecordType] { get }
  /// The columns that lists add to the records of a type; for owner columns, with the type of the
  /// owner.
  func listColumns(of type: RecordType) -> [String: String?]
  /// nil if a type is missing.
  func source(of list: Property, in owner: RecordType) -> ListSource?
  /// The expression of a computed property without a column; nil for another property.
  func calculation(of property: String, in type: String) -> RecordExpression?
  /// The stored form of a value.
  func stored(_ value: Value, of property: Property) -> SQLValue
}

extension ExpressionSchema {
  func type(named name: String) -> RecordType? { types.first { $0.name == name } }
}
