/// The values of a stored record at one time, which can be sent to other threads and programs.
///
/// It is encoded as a plain object, `{"id": 1, "name": "Ada", "fee": "12.50"}`, whose values
/// ``JSONObject`` reads back. Decimals and percentages are texts. Values of masked kinds are masked,
/// so they cannot be read back.
public struct RecordValues: Hashable, Sendable, Identifiable {
  /// The type of the record.
  public let type: RecordType
  /// The identifier of the record.
  public let id: RecordID
  /// One value for each property of the type, in order.
  public let values: [Value?]

  /// Creates the values of a record, one for each property.
  public init(_ type: RecordType, number: Int, values: [Value?]) {
    precondition(values.count == type.properties.count, "a record needs a value for each property")
    self.type = type
    id = RecordID(type.name, number)
    self.values = values
  }

  /// The value of a property; nil if it has no value or does not exist.
  public subscript(name: String) -> Value? { type.index(of: name).flatMap { values[$0] } }
}

extension RecordValues: Encodable {
  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Item: Encodable {
    var value: Value?
    var property: Property

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if case .list(let items)? = value, let item = property.item {
        return try container.encode(items.map { Item(value: $0, property: item) })
      }
      switch value {
      case nil: try container.encodeNil()
      case let value? where property.kind.isMasked:
        try container.encode(CardNumber.masked(value.description))
      case .integer(let number)?: try container.encode(number)
      case .double(let number)? where number.isFinite: try container.encode(number)
      case .boolean(let flag)?: try container.encode(flag)
      case let value?: try container.encode(property.written(value))
      }
    }
  }

  /// Encodes the number of the record as `id`, and the values by the names of their properties.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try container.encode(id.number, forKey: Name(stringValue: "id"))
    for (property, value) in zip(type.properties, values) {
      try container.encode(
        Item(value: value, property: property), forKey: Name(stringValue: property.name))
    }
  }
}
