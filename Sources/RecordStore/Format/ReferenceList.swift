internal import Records

/// A list that refers to records. Its references are records themselves, of a type without a name of
/// its own: whose list it is, at which place, and what is there.
struct ReferenceList: Hashable {
  /// The type that has the list.
  var owner: String
  /// The property that is the list.
  var list: Property
  /// The number of that property, in `wb_prop`.
  var number: Int

  /// What the history calls the type.
  var name: String { Self.name(of: list.name, in: owner) }
  /// What its table is called unless a type has that name.
  var tableName: String { "\(owner)_\(list.name)" }
  /// What `wb_prop` calls the kind of its existence.
  var kind: String { "List(\(number))" }

  /// What the properties of a reference are called.
  static let (owner, position, item) = ("of", "at", "item")

  /// What the history calls the references of a list.
  static func name(of list: String, in owner: String) -> String { "\(owner).\(list)" }

  /// The number of the list in the kind of an existence; nil for another kind.
  static func list(ofKind kind: String) -> Int? {
    guard kind.hasPrefix("List("), kind.hasSuffix(")") else { return nil }
    return Int(kind.dropFirst("List(".count).dropLast())
  }

  /// What becomes of the one that refers when a record of the list is deleted.
  var onDelete: Property.OnDelete { list.onDelete ?? .refuse }

  /// The type of the references.
  func type() throws(DefinitionError) -> RecordType {
    let items = list.kind.recordType ?? ""
    return try RecordType(
      name,
      [
        Property(Self.owner, .reference(to: owner), onDelete: .cascade),
        Property(Self.position, .integer),
        Property(
          Self.item, .reference(to: items), onDelete: onDelete == .refuse ? nil : .cascade),
      ])
  }
}
