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

/// Parses one JSON object (RFC 8259); numbers keep their digits.
struct JSONParser {
  private static let deepest = 100

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  init(_ json: some Sequence<UInt8>) { bytes = Array(json) }

  mutating func document() throws(Violation) -> JSONObject {
    skipSpace()
    guard take("{") else { throw expected("an object") }
    let object = try object()
    skipSpace()
    guard place == bytes.count else { throw expected("the end of the text") }
    return object
  }

  private var next: UInt8 { place < bytes.count ? bytes[place] : 0 }

  private func expected(_ what: String) -> Violation {
    Violation(kind: .value, message: "byte \(place + 1) of the JSON: expected \(what)")
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while [0x20, 0x09, 0x0A, 0x0D].contains(next) { place += 1 }
  }

  /// Parses items up to the closing sign; the opening sign has been consumed.
  private mutating func items(
    until end: Unicode.Scalar, _ item: (inout JSONParser) throws(Violation) -> Void
  ) throws(Violation) {
    depth += 1
    guard depth <= Self.deepest else { throw expected("at most \(Self.deepest) levels of nesting") }
    skipSpace()
    if !take(end) {
      repeat {
        skipSpace()
        try item(&self)
        skipSpace()
      } while take(",")
      guard take(end) else { throw expected("\",\" or \"\(end)\"") }
    }
    depth -= 1
  }

  private mutating func object() throws(Violation) -> JSONObject {
    var object = JSONObject()
    var names: Set<String> = []
    try items(until: "}") { parser throws(Violation) in
      guard parser.take("\"") else { throw parser.expected("the name of a member") }
      let name = try parser.text()
      guard names.insert(name).inserted else {
        throw Violation(kind: .value, message: "\(name) is given twice", of: name)
      }
      parser.skipSpace()
      guard parser.take(":") else { throw parser.expected("\":\"") }
      object.members.append((name, try parser.member()))
    }
    return object
  }

  private mutating func member() throws(Violation) -> JSONObject.Member {
    skipSpace()
    if take("{") { return .object(try object()) }
    if take("\"") { return .text(try text()) }
    if take("[") {
      var list: [JSONObject.Member] = []
      try items(until: "]") { parser throws(Violation) in list.append(try parser.member()) }
      return .list(list)
    }
    let words: [(String, JSONObject.Member)] = [
      ("null", .null), ("true", .boolean(true)), ("false", .boolean(false)),
    ]
    for (word, member) in words where bytes[place...].starts(with: word.utf8) {
      place += word.utf8.count
      return member
    }
    return .number(try number())
  }

  private mutating func number() throws(Violation) -> String {
    let start = place
    _ = take("-")
    if !take("0") { try digits(from: start) }
    if take(".") { try digits(from: start) }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits(from: start)
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func digits(from start: Int) throws(Violation) {
    guard next.isDigit else { throw expected(place == start ? "a value" : "a digit") }
    while next.isDigit { place += 1 }
  }

  /// The opening quotation mark has been consumed.
  private mutating func text() throws(Violation) -> String {
    var content: [UInt8] = []
    while place < bytes.count, next >= 0x20 {
      if take("\"") {
        guard let text = String(validating: content, as: UTF8.self) else {
          throw expected("valid UTF-8 before this byte")
        }
        return text
      }
      if take("\\") {
        content += try escaped().utf8
      } else {
        content.append(next)
        place += 1
      }
    }
    throw expected("the end of a text")
  }

  private mutating func escaped() throws(Violation) -> String {
    let pairs: [(Unicode.Scalar, String)] = [
      ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{C}"), ("n", "\n"),
      ("r", "\r"), ("t", "\t"),
    ]
    for (sign, meaning) in pairs where take(sign) { return meaning }
    var units = [try unit()]
    if UTF16.isLeadSurrogate(units[0]), take("\\") { units.append(try unit()) }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw expected("both halves of a UTF-16 character before this byte")
    }
    return text
  }

  /// Parses a UTF-16 code unit: `u` and four hexadecimal digits.
  private mutating func unit() throws(Violation) -> UInt16 {
    guard take("u"), place + 4 <= bytes.count,
      bytes[place..<place + 4].allSatisfy({ $0.isDigit || (0x41...0x46).contains($0 & 0xDF) }),
      let unit = UInt16(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
    else { throw expected("an escape such as \\n or \\u00e9") }
    place += 4
    return unit
  }
}
