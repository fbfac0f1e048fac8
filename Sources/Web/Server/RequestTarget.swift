/// The path and the query of a request, decoded.
struct RequestTarget: Hashable {
  var parts: [String]
  var query: [String: String]

  /// - Returns: Nil if the text does not begin with the prefix, or if its path has an empty part, `.`,
  ///   `..`, an invalid escape or a control character.
  init?(_ text: String, below prefix: String) {
    guard text.hasPrefix(prefix) else { return nil }
    let halves = text.utf8.dropFirst(prefix.utf8.count)
      .split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let names = halves[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // The text before the first slash must be empty.
    guard names[0].isEmpty, names.count > 1 || !prefix.isEmpty else { return nil }
    parts = []
    for name in names.dropFirst() where names.count > 2 || !name.isEmpty {
      guard let part = String(decoding: name), !["", ".", ".."].contains(part),
        part.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else { return nil }
      parts.append(part)
    }
    query = [:]
    for item in (halves.count > 1 ? halves[1] : "".utf8[...]).split(separator: UInt8(ascii: "&")) {
      let pair = item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let name = String(decoding: pair[0]),
        let value = String(decoding: pair[1])
      else { continue }
      query[name] = value
    }
  }
}

extension String {
  fileprivate init?(decoding text: Substring.UTF8View) {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(Self.value),
        let low = rest.popFirst().flatMap(Self.value)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.init(validating: bytes, as: UTF8.self)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.flatMap { UInt8(exactly: $0) }
  }
}
