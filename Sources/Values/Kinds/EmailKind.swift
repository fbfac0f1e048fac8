/// Mail addresses as in RFC 5321, but without quoted local parts and address literals.
package struct EmailKind: NamedKind {
  static let name = "Email"
  static let arguments = KindArguments.none(.email)
  static let traits = KindTraits(isLater: true, keyboard: .email)
  static let guide = KindGuide(
    "An email address as in RFC 5321, with a dot in the domain. The domain can have letters of "
      + "all languages, and is stored in lower case.",
    definition: "Email?", value: #""ann@example.org""#)

  /// In bytes: RFC 5321 limits a path to 256 bytes, including two angle brackets.
  package static let maximumLength = 254
  package static let maximumLocalLength = 64

  /// Expects the ASCII form of the domain.
  package static let pattern = pattern(letters: "A-Za-z0-9")
  private static let readablePattern = pattern(letters: "A-Za-z0-9\\x{80}-\\x{10FFFF}")

  private static func pattern(letters: String) -> TextPattern {
    let atom = "[-A-Za-z0-9!#$%&'*+/=?^_`{|}~]+"
    let label = "[\(letters)](?:[-\(letters)]{0,61}[\(letters)])?"
    return TextPattern.known("\(atom)(?:\\.\(atom))*@\(label)(?:\\.\(label))+")
  }

  var expectation: String { "an address such as ann@example.org" }
  var writtenForm: WrittenForm { .pattern(Self.readablePattern.portable, format: "idn-email") }

  func value(reading text: String) throws(Violation) -> Value? {
    let given = Self.withMappedDomain(text.pasted)
    let address = Self.ascii(Array(given.utf8)[...])
    guard Self.pattern.matches(address) else { return nil }
    let local = address.utf8.prefix { $0 != UInt8(ascii: "@") }
    if local.count > Self.maximumLocalLength {
      throw Violation(kind: .value, .localPartTooLong(limit: Self.maximumLocalLength))
    }
    if address.utf8.count > Self.maximumLength {
      throw Violation(kind: .value, .addressTooLong(limit: Self.maximumLength))
    }
    return .text(DomainName.readable(given, hosts: Self.hosts))
  }

  /// Domains are case-insensitive.
  package static func withMappedDomain(_ text: String, isInDomain: Bool = false) -> String {
    let scalars = text.unicodeScalars
    let start = isInDomain ? scalars.startIndex : scalars.firstIndex(of: "@") ?? scalars.endIndex
    return text[..<start] + DomainName.mapped(scalars[start...])
  }

  package static func hosts(in text: ArraySlice<UInt8>) -> [Range<Int>] {
    text.firstIndex(of: UInt8(ascii: "@")).map { [$0 + 1..<text.endIndex] } ?? []
  }

  private static func ascii(_ text: ArraySlice<UInt8>) -> String {
    String(
      decoding: DomainName.ascii(text, in: text.startIndex..<text.endIndex, hosts: hosts(in: text)),
      as: UTF8.self)
  }
}

extension UInt8 {
  @inlinable package var inLowerCase: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
