package struct UrlKind: NamedKind {
  static let name = "Url"
  static let arguments = KindArguments.none(.url)
  static let traits = KindTraits(isLater: true, keyboard: .url)
  static let guide = KindGuide(
    "A URL as in RFC 3986, with the scheme https, http, ftp or mailto. The scheme "
      + "is stored in lower case.",
    definition: "Url?", value: #""https://example.org/a""#)

  /// Expects the scheme in lower case.
  package static let pattern: TextPattern = {
    let escape = "%[0-9A-Fa-f]{2}"
    let name = "(?:[-A-Za-z0-9._~!$&'()*+,;=]|\(escape))"
    let segment = "(?:[-A-Za-z0-9._~!$&'()*+,;=:@]|\(escape))"
    let query = "(?:[-A-Za-z0-9._~!$&'()*+,;=:@/?]|\(escape))"
    let host = "(?:\(name)+|\\[[0-9A-Fa-f:.]+\\])"
    let server = "(?:https?|ftp)://(?:(?:\(name)|:)*@)?\(host)(?::[0-9]*)?(?:/\(segment)*)*"
    let address = "(?:[-A-Za-z0-9._~!$'*+]|\(escape))+@[-A-Za-z0-9.]+"
    let mail = "mailto:\(address)(?:,\(address))*"
    return TextPattern.known("(?:\(server)|\(mail))(?:\\?\(query)*)?(?:#\(query)*)?")
  }()

  var expectation: String { "a URL such as https://example.org/" }
  var writtenForm: WrittenForm { .pattern(Self.pattern.portable, format: "uri") }

  func value(reading text: String) throws(Violation) -> Value? {
    let url = Self.withPlainScheme(text.pasted)
    return Self.pattern.matches(url) ? .text(url) : nil
  }

  package static func withPlainScheme(_ text: String) -> String {
    let end = text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    return text[..<end].lowercased() + text[end...]
  }
}
