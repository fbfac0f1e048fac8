/// The type of a record: a name, and properties in the order they were defined.
public struct RecordType: Sendable {
  /// The name by which commands and references call the type, as it was defined.
  public let name: String
  /// The properties in the order of the definition.
  public let properties: [Property]
  /// Whether any property refers to records, or is a list of them.
  package let leadsToRecords: Bool
  private let places: [String: Int]

  /// Makes a type of properties whose names differ.
  ///
  /// - Throws: ``DefinitionError`` if names clash or are reserved, or a property contradicts
  ///   itself.
  public init(_ name: String, _ properties: [Property]) throws(DefinitionError) {
    try self.init(name, properties, isOlder: false)
  }

  /// Makes a type that may have been there before a kind got its name.
  package init(
    _ name: String, _ properties: [Property], isOlder: Bool
  ) throws(DefinitionError) {
    try Self.check(name, isOlder: isOlder)
    var folded: [String: String] = [:]
    var checked: [Property] = []
    for property in properties {
      let property = try property.consistent()
      if let other = folded.updateValue(property.name, forKey: property.name.lowercased()) {
        let name = property.name
        throw DefinitionError(
          property: name, other == name ? .definedTwice(name) : .differsInCase(name, from: other))
      }
      checked.append(property)
    }
    for (those, code) in [
      (checked.filter(\.isKey), DefinitionError.Code.secondKey),
      (checked.filter(\.isTitle), DefinitionError.Code.secondTitle),
    ] where those.count > 1 {
      throw DefinitionError(property: those[1].name, code(those[0].name))
    }
    self.name = name
    self.properties = checked
    leadsToRecords = checked.contains { $0.kind.recordType != nil }
    places = Dictionary(
      uniqueKeysWithValues: checked.enumerated().map { ($0.element.name, $0.offset) })
  }

  /// The property that finds a record, if the type has one.
  public var key: Property? { properties.first(where: \.isKey) }

  /// The property that a person sees of a record, if the type has one.
  public var title: Property? { properties.first(where: \.isTitle) }

  /// What a person sees of a record: its title with the key beside it, or as much of that as there
  /// is; the reference itself where there is neither.
  ///
  /// Of two records with one title the keys say which is which.
  ///
  /// - Parameter values: one for each property, in their order.
  public func caption(of id: RecordID, _ values: [Value?]) -> String {
    caption(of: id) { name in index(of: name).flatMap { values[$0] } }
  }

  /// What a person sees of a record.
  ///
  /// - Parameter value: the value of a property.
  package func caption(of id: RecordID, _ value: (String) -> Value?) -> String {
    let key = key.flatMap { $0.kind.isMasked ? nil : value($0.name)?.description }
    guard case .text(let title)? = title.flatMap({ value($0.name) }), !title.isEmpty, title != key
    else { return key ?? id.description }
    return "\(title) (\(key ?? id.description))"
  }

  /// Whether a property is computed from others.
  public var hasComputed: Bool { properties.contains(where: \.isComputed) }

  /// The property of this name.
  public subscript(name: String) -> Property? { index(of: name).map { properties[$0] } }

  /// The place of a property among ``properties``.
  public func index(of name: String) -> Int? {
    // To compare a few names takes less time than to look one up by its hash.
    guard properties.count > 8 else { return properties.firstIndex { $0.name == name } }
    return places[name]
  }

  /// The whole type as the `define` command that makes it.
  public var definition: String {
    let lines = properties.map { "\n  " + $0.definition }.joined()
    return "define \(name.asTypeName) {\(lines)\n}"
  }

  /// What is said of a name that no type has.
  package static func missing(_ name: String) -> String { "there is no type \"\(name)\"" }

  private static func check(_ name: String, isOlder: Bool) throws(DefinitionError) {
    let lower = name.lowercased()
    if lower == "history" || lower.hasPrefix("wb_") || lower.hasPrefix("sqlite_") {
      throw DefinitionError(.reservedType(name))
    }
    if isOlder ? name.isNameOfKind && !name.isNameOfLaterKind : name.isNameOfKind {
      throw DefinitionError(.nameOfKind(name))
    }
    if name.isEmpty || name.contains("\0") {
      throw DefinitionError(.typeWithoutName)
    }
  }
}

extension RecordType: Hashable {
  /// Whether two types have the same name, and equal properties in the same order.
  public static func == (left: RecordType, right: RecordType) -> Bool {
    left.name == right.name && left.properties == right.properties
  }

  /// Feeds the name and the properties to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(properties)
  }
}
