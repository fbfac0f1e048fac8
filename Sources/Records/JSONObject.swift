/// A JSON object whose members are converted to the kinds of a type's properties.
///
/// Strings are parsed like cells of CSV: `"12.50"` is a decimal, and `"2026-11-21"` a date. Numbers
/// of up to 38 digits without an exponent are exact. A member that is given twice is an error.
public struct JSONObject: Sendable {
  enum Member: Sendable {
    case null
    case boolean(Bool)
    case number(String)
    case text(String)
    case list([Member])
    case object(JSONObject)
  }

  var members: [(name: String, member: Member)] = []

  init() {}

  /// Parses a JSON text in UTF-8.
  ///
  /// - Throws: `Violation` if the text is not a JSON object, with the position of the mistake, or
  ///   if a member is given twice, with its name.
  public init(_ json: some Sequence<UInt8>) throws(Violation) {
    var parser = JSONParser(json)
    self = try parser.document()
  }

  /// Returns the objects of a member that is an object or a list of objects; nil if it has another
  /// value or does not exist.
  public func objects(_ name: String) -> [JSONObject]? {
    members.first { $0.name == name }.flatMap { Self.objects($0.member) }
  }

  private static func objects(_ member: Member) -> [JSONObject]? {
    switch member {
    case .object(let object): return [object]
    case .list(let items):
      let objects = items.compactMap { if case .object(let object) = $0 { object } else { nil } }
      return objects.count == items.count ? objects : nil
    case .null, .boolean, .number, .text: return nil
    }
  }

  /// Returns the values by name, converted for the type's properties; `null` becomes nil.
  ///
  /// Valid values are converted by ``Property/checked(_:)``. Invalid values, and values for unknown
  /// names, are returned as given, so that ``RecordType/violations(of:isNew:)`` reports them.
  /// Objects in a list of records are left out; ``objects(_:)`` returns them.
  ///
  /// - Throws: `Violation` with the path of an object where a value is expected, or of a `null` in
  ///   a list.
  public func values(for type: RecordType) throws(Violation) -> [String: Value?] {
    var values: [String: Value?] = [:]
    for (name, member) in members {
      let property = type[name]
      if property?.kind.isListOfRecords == true, let objects = Self.objects(member),
        !objects.isEmpty
      {
        continue
      }
      let value = try Self.value(member, property?.kind, name)
      values[name] = .some((try? property?.checked(value)) ?? value)
    }
    return values
  }

  private static func value(
    _ member: Member, _ kind: PropertyKind?, _ path: String
  ) throws(Violation) -> Value? {
    switch member {
    case .null: return nil
    case .boolean(let flag): return .boolean(flag)
    case .number(let text): return number(text, kind)
    case .text(let text): return self.text(text, kind)
    case .list(let items):
      var values: [Value] = []
      for (place, item) in items.enumerated() {
        let path = "\(path)[\(place)]"
        guard let value = try value(item, kind?.item, path) else {
          throw unreadable(kind?.item, path)
        }
        values.append(value)
      }
      return .list(values)
    case .object: throw unreadable(kind, path)
    }
  }

  private static func unreadable(_ kind: PropertyKind?, _ path: String) -> Violation {
    guard let kind else { return Violation.missing(path) }
    return Violation(kind: .value, .expected(kind), of: path)
  }

  private static func number(_ text: String, _ kind: PropertyKind?) -> Value {
    if let number = Int(text) {
      if case .reference(let type)? = kind { return .reference(RecordID(type, number)) }
      return .integer(number)
    }
    return ExactDecimal(text).map(Value.decimal) ?? Double(representable: text).map(Value.double)
      ?? .text(text)
  }

  private static func text(_ text: String, _ kind: PropertyKind?) -> Value {
    if case .reference(let type)? = kind {
      let parts = text.split(separator: "/")
      if let number = parts.last.flatMap({ Int($0) }),
        text == RecordID(type, number).description
      {
        return .reference(RecordID(type, number))
      }
      return .text(text)
    }
    return (try? kind?.parsing(text)) ?? .text(text)
  }
}
