/// Email addresses as in RFC 5321, but without quoted local parts and address literals.
package struct EmailKind: NamedKind {
  static let name = "Email"
  static let arguments = KindArguments.none(.email)
  static let traits = KindTraits(isLater: true, keyboard: .email)
  static let guide = KindGuide(
    "An email address as in RFC 5321, with a dot in the domain. The domain is stored in lower "
      + "case.",
    definition: "Email?", value: #""ann@example.org""#)

  /// In bytes: RFC 5321 limits a path to 256 bytes, including two angle brackets.
  package static let maximumLength = 254
  package static let maximumLocalLength = 64

  package static let pattern: TextPattern = {
    let atom = "[-A-Za-z0-9!#$%&'*+/=?^_`{|}~]+"
    let label = "[A-Za-z0-9](?:[-A-Za-z0-9]{0,61}[A-Za-z0-9])?"
    return TextPattern.known("\(atom)(?:\\.\(atom))*@\(label)(?:\\.\(label))+")
  }()

  var expectation: String { "an address such as ann@example.org" }
  var writtenForm: WrittenForm { .pattern(Self.pattern.portable, format: "email") }

  func value(reading text: String) throws(Violation) -> Value? {
    let address = Self.withPlainDomain(text.pasted)
    guard Self.pattern.matches(address) else { return nil }
    let local = address.utf8.prefix { $0 != UInt8(ascii: "@") }
    if local.count > Self.maximumLocalLength {
      throw Violation(kind: .value, .localPartTooLong(limit: Self.maximumLocalLength))
    }
    if address.utf8.count > Self.maximumLength {
      throw Violation(kind: .value, .addressTooLong(limit: Self.maximumLength))
    }
    return .text(address)
  }

  /// Domains are case-insensitive.
  private static func withPlainDomain(_ text: String) -> String {
    guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")) else { return text }
    return text[..<at] + String(decoding: text.utf8[at...].map(\.inLowerCase), as: UTF8.self)
  }
}

extension UInt8 {
  @inlinable package var inLowerCase: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
