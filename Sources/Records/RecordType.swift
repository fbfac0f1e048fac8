/// The type of a record: a name and ordered properties.
public struct RecordType: Sendable {
  /// The name used in commands and references.
  public let name: String
  /// The properties, in order of definition.
  public let properties: [Property]
  package let leadsToRecords: Bool
  /// Whether some defaults of the type must be determined by the store.
  public let hasCalculatedDefaults: Bool
  private let places: [String: Int]

  /// Creates a type; the names of its properties must differ.
  ///
  /// - Throws: ``DefinitionError`` if names clash or are reserved, or if a property is
  ///   contradictory.
  public init(_ name: String, _ properties: [Property]) throws(DefinitionError) {
    try self.init(name, properties, isOlder: false)
  }

  /// An older type may have the name of a kind that was added later.
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
    hasCalculatedDefaults = checked.contains(where: \.hasCalculatedDefault)
    places = Dictionary(
      uniqueKeysWithValues: checked.enumerated().map { ($0.element.name, $0.offset) })
  }

  /// The key property, if the type has one.
  public var key: Property? { properties.first(where: \.isKey) }

  /// The title property, if the type has one.
  public var title: Property? { properties.first(where: \.isTitle) }

  /// Returns the caption of a record: its title, followed by the key or, if there is no key, by the
  /// reference; without a title, or if it equals the key, only the key or the reference.
  ///
  /// The key or the reference distinguishes records with equal titles. A masked key is not shown.
  ///
  /// - Parameter values: one for each property, in order.
  public func caption(of id: RecordID, _ values: [Value?]) -> String {
    caption(of: id) { name in index(of: name).flatMap { values[$0] } }
  }

  package func caption(of id: RecordID, _ value: (String) -> Value?) -> String {
    let key = key.flatMap { $0.kind.isMasked ? nil : value($0.name)?.description }
    guard case .text(let title)? = title.flatMap({ value($0.name) }), !title.isEmpty, title != key
    else { return key ?? id.description }
    return "\(title) (\(key ?? id.description))"
  }

  /// Whether the type has computed properties.
  public var hasComputed: Bool { properties.contains(where: \.isComputed) }

  /// The property of this name; nil if there is none.
  public subscript(name: String) -> Property? { index(of: name).map { properties[$0] } }

  /// Returns the index of a property in ``properties``; nil if there is none.
  public func index(of name: String) -> Int? {
    // Comparing a few names is faster than hashing.
    guard properties.count > 8 else { return properties.firstIndex { $0.name == name } }
    return places[name]
  }

  /// The type as a `define` command.
  public var definition: String {
    let lines = properties.map { "\n  " + $0.definition }.joined()
    return "define \(name.asTypeName) {\(lines)\n}"
  }

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
  /// Returns whether two types have the same name and equal properties in the same order.
  public static func == (left: RecordType, right: RecordType) -> Bool {
    left.name == right.name && left.properties == right.properties
  }

  /// Hashes the name and the properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(properties)
  }
}

extension RecordType {
  /// Returns all violations in the values of a record, each with its path, such as `age` or
  /// `tags[2]`.
  ///
  /// Uniqueness, references and rules about several properties are not checked, because they need a
  /// store.
  ///
  /// - Parameters:
  ///   - given: the values by property name.
  ///   - isNew: whether the values are those of a new record, which needs all required properties;
  ///     otherwise they are changes of a record.
  public func violations(of given: [String: Value?], isNew: Bool = true) -> [Violation] {
    let unknown = given.keys.filter { self[$0] == nil }.sorted()
    return unknown.map { Violation.missing($0, of: name) }
      + properties.flatMap { property in
        if let value = given[property.name] { return property.violations(of: value) }
        return isNew && property.isRequired ? [Violation.required(property.name)] : []
      }
  }
}

extension Property {
  /// Returns the violations of a value: one for each invalid item of a list, otherwise at most one.
  public func violations(of value: Value?) -> [Violation] {
    do throws(Violation) {
      try checkIsGiven()
      if case .list(let items)? = value, let item = kind.item {
        let wrong = items.enumerated().flatMap { place, value in
          Property("\(name)[\(place)]", item).violations(of: value)
        }
        if !wrong.isEmpty { return wrong }
      }
      _ = try checked(value)
      return []
    } catch {
      return [error]
    }
  }
}
