internal import Records

/// A list of references. Each reference is itself a record of an internal type with the properties
/// owner, position and item.
struct ReferenceList: Hashable {
  var owner: String
  var list: Property
  /// The number of the list property in `wb_prop`.
  var number: Int

  var name: String { Self.name(of: list.name, in: owner) }
  /// If a type has this name, the table gets another name.
  var tableName: String { "\(owner)_\(list.name)" }
  var kind: String { "List(\(number))" }

  static let (owner, position, item) = ("of", "at", "item")

  static func name(of list: String, in owner: String) -> String { "\(owner).\(list)" }

  static func list(ofKind kind: String) -> Int? {
    guard kind.hasPrefix("List("), kind.hasSuffix(")") else { return nil }
    return Int(kind.dropFirst("List(".count).dropLast())
  }

  /// The action when a referenced record is deleted; a cascade deletes the owner of the list.
  var onDelete: Property.OnDelete { list.onDelete ?? .refuse }

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

/// A property of a type, or the existence of its records.
public struct PropertyReference: Hashable, Sendable {
  /// The name of the type.
  public var type: String
  /// The name of the property; nil for the existence of records.
  public var property: String?

  /// Creates a reference to a property, or to the existence of the type's records.
  public init(_ type: String, _ property: String? = nil) {
    self.type = type
    self.property = property
  }
}
