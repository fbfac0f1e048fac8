package import Records

/// What a database says of the records that expressions read.
package protocol ExpressionSchema {
  var types: [RecordType] { get }
  /// The columns that records of a type have as items of lists, with the type of the owner for those
  /// that have its number.
  func listColumns(of type: RecordType) -> [String: String?]
  /// Where the records of a list are found; nil where a type is missing.
  func source(of list: Property, in owner: RecordType) -> ListSource?
  /// The expression of a computed property that no column has, so that it is calculated where it is
  /// read; nil for another property.
  func calculation(of property: String, in type: String) -> RecordExpression?
  /// A value as the column of a property keeps it.
  func stored(_ value: Value, of property: Property) -> SQLValue
}

extension ExpressionSchema {
  func type(named name: String) -> RecordType? { types.first { $0.name == name } }
}
