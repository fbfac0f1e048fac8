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
