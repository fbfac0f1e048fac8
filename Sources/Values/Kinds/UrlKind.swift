package struct UrlKind: NamedKind {
  static let name = "Url"
  static let arguments = KindArguments.none(.url)
  static let traits = KindTraits(isLater: true, keyboard: .url)
  static let guide = KindGuide(
    "A URL as in RFC 3986, with the scheme https, http, ftp or mailto. The scheme "
      + "is stored in lower case. The domain can have letters of all languages.",
    definition: "Url?", value: #""https://example.org/a""#)

  /// Expects the scheme in lower case, and the ASCII form of domains.
  package static let pattern = pattern(letters: "")
  private static let readablePattern = pattern(letters: "\\x{80}-\\x{10FFFF}")

  private static func pattern(letters: String) -> TextPattern {
    let escape = "%[0-9A-Fa-f]{2}"
    let name = "(?:[-A-Za-z0-9._~!$&'()*+,;=]|\(escape))"
    let segment = "(?:[-A-Za-z0-9._~!$&'()*+,;=:@]|\(escape))"
    let query = "(?:[-A-Za-z0-9._~!$&'()*+,;=:@/?]|\(escape))"
    let hostName = "(?:[-A-Za-z0-9._~!$&'()*+,;=\(letters)]|\(escape))"
    let host = "(?:\(hostName)+|\\[[0-9A-Fa-f:.]+\\])"
    let server = "(?:https?|ftp)://(?:(?:\(name)|:)*@)?\(host)(?::[0-9]*)?(?:/\(segment)*)*"
    let address = "(?:[-A-Za-z0-9._~!$'*+]|\(escape))+@[-A-Za-z0-9.\(letters)]+"
    let mail = "mailto:\(address)(?:,\(address))*"
    return TextPattern.known("(?:\(server)|\(mail))(?:\\?\(query)*)?(?:#\(query)*)?")
  }

  var expectation: String { "a URL such as https://example.org/" }
  var writtenForm: WrittenForm { .pattern(Self.readablePattern.portable, format: "iri") }

  func value(reading text: String) throws(Violation) -> Value? {
    let url = Self.mapped(text.pasted)
    let bytes = Array(url.utf8)[...]
    let ascii = DomainName.ascii(bytes, in: 0..<bytes.count, hosts: Self.hosts(in: bytes))
    return Self.pattern.matches(String(decoding: ascii, as: UTF8.self))
      ? .text(DomainName.readable(url, hosts: Self.hosts)) : nil
  }

  /// The URL with its scheme in lower case, and each domain that contains non-ASCII characters in
  /// lower case.
  package static func mapped(_ text: String) -> String {
    let url = withPlainScheme(text)
    if url.utf8.allSatisfy({ $0 < 0x80 }) { return url }
    var bytes = Array(url.utf8)
    for host in hosts(in: bytes[...]).reversed() where bytes[host].contains(where: { $0 >= 0x80 }) {
      let name = String(decoding: bytes[host], as: UTF8.self)
      bytes.replaceSubrange(host, with: DomainName.mapped(name.unicodeScalars).utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Works for the beginning of a URL too.
  package static func hosts(in text: ArraySlice<UInt8>) -> [Range<Int>] {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return [] }
    func end(_ start: Int, _ marks: String) -> Int {
      text[start...].firstIndex { marks.utf8.contains($0) } ?? text.endIndex
    }
    if text[..<colon].elementsEqual("mailto".utf8) {
      let last = end(colon + 1, "?#")
      var hosts: [Range<Int>] = []
      var place = colon + 1
      while place < last, let at = text[place..<last].firstIndex(of: UInt8(ascii: "@")) {
        place = min(end(at + 1, ","), last)
        hosts.append(at + 1..<place)
      }
      return hosts
    }
    let start = colon + 3
    guard start <= text.endIndex, text[colon + 1..<start].elementsEqual("//".utf8) else {
      return []
    }
    let authority = start..<end(start, "/?#")
    let first = text[authority].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? start
    return [first..<min(end(first, ":"), authority.upperBound)]
  }

  package static func withPlainScheme(_ text: String) -> String {
    let end = text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    return text[..<end].lowercased() + text[end...]
  }
}
