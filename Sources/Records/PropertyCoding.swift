extension Property: Codable {
  private enum Key: String, CodingKey {
    case name, kind, isOptional, isKey, isTitle, isUnique, range, length, pattern, unit, prefix
    case isGrouped, onDelete, listRole, ownerName, computation
    case givenDefault = "default"
  }

  /// Decodes a property without checking it; omitted rules do not apply.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func decoded<Rule: Decodable>(_ key: Key, as type: Rule.Type = Rule.self) throws -> Rule? {
      try container.decodeIfPresent(type, forKey: key)
    }
    self.init(
      try container.decode(String.self, forKey: .name),
      try container.decode(PropertyKind.self, forKey: .kind),
      isOptional: try decoded(.isOptional) ?? false, isKey: try decoded(.isKey) ?? false,
      isTitle: try decoded(.isTitle) ?? false, isUnique: try decoded(.isUnique) ?? false,
      range: try decoded(.range, as: ValueRange.self),
      length: try decoded(.length, as: LengthRange.self), pattern: try decoded(.pattern),
      unit: try decoded(.unit), prefix: try decoded(.prefix),
      isGrouped: try decoded(.isGrouped) ?? false, onDelete: try decoded(.onDelete),
      listRole: try decoded(.listRole) ?? .refers, computation: try decoded(.computation),
      default: try decoded(.givenDefault, as: Default.self))
    ownerName = try decoded(.ownerName)
  }

  /// Encodes the name, the kind and the rules that apply.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(kind, forKey: .kind)
    let flags: [(Key, Bool)] = [
      (.isOptional, isOptional), (.isKey, isKey), (.isTitle, isTitle), (.isUnique, isUnique),
      (.isGrouped, isGrouped),
    ]
    for (key, flag) in flags where flag { try container.encode(flag, forKey: key) }
    try container.encodeIfPresent(range, forKey: .range)
    try container.encodeIfPresent(length, forKey: .length)
    try container.encodeIfPresent(pattern, forKey: .pattern)
    try container.encodeIfPresent(unit, forKey: .unit)
    try container.encodeIfPresent(prefix, forKey: .prefix)
    try container.encodeIfPresent(onDelete, forKey: .onDelete)
    if listRole != .refers { try container.encode(listRole, forKey: .listRole) }
    try container.encodeIfPresent(ownerName, forKey: .ownerName)
    try container.encodeIfPresent(computation, forKey: .computation)
    try container.encodeIfPresent(givenDefault, forKey: .givenDefault)
  }
}

extension RecordType: Codable {
  private enum Key: String, CodingKey { case name, properties }

  /// Decodes a type and checks it.
  ///
  /// - Throws: `DecodingError`; its cause is a ``DefinitionError`` if names clash or are reserved,
  ///   or if a property is contradictory.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let name = try container.decode(String.self, forKey: .name)
    let properties = try container.decode([Property].self, forKey: .properties)
    do throws(DefinitionError) {
      try self.init(name, properties)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: error.message, underlyingError: error))
    }
  }

  /// Encodes the name and the properties.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(properties, forKey: .properties)
  }
}
