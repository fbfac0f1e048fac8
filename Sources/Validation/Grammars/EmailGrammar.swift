internal import Values

/// Email addresses according to RFC 5321, but without quoted local parts and address literals; each
/// edit converts the domain to lower case.
///
/// The domain can have letters of all languages. The maximum length applies to its ASCII form.
public struct EmailGrammar: InnerTextGrammar {
  private let pattern = PatternGrammar(
    EmailKind.pattern.automaton, length: 0...EmailKind.maximumLength)
  private static let at = UInt8(ascii: "@")

  /// Creates the grammar.
  public init() {}

  /// The traits of an email address.
  public var traits: TextTraits {
    TextTraits(keyboard: .email, contentType: .emailAddress)
  }

  /// Returns the description of an email address.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    .email
  }

  /// Returns whether an address begins with the text.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let text = ascii(text)
    return hasRoom(text) && pattern.begins(text)
  }

  /// Returns whether an address begins with `before`, and the characters of `after` can follow in
  /// this order, perhaps with other characters between them.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    let (before, after) = ascii(before, after)
    let local = before.contains(Self.at) ? before : before + (after.contains(Self.at) ? after : [])
    return hasRoom(local) && pattern.fits(before, followedBy: after)
  }

  // Checks the maximum length of the local part; after a final dot, one more character must fit.
  private func hasRoom(_ text: ArraySlice<UInt8>) -> Bool {
    guard let end = text.firstIndex(of: Self.at) else {
      let isOpen = text.last == ASCII.point
      return text.count + (isOpen ? 1 : 0) <= EmailKind.maximumLocalLength
    }
    return end - text.startIndex <= EmailKind.maximumLocalLength
  }

  /// Displays the domain in lower case.
  public func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState {
    pattern.display(inLowerCase(text), caret: caret, in: notation)
  }

  /// Removes invisible characters from pasted text, and white space around it; normalizes a domain
  /// with characters outside ASCII.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    var given = text
    if !text.utf8.allSatisfy({ $0 < 0x80 }) {
      given = EmailKind.withMappedDomain(text, isInDomain: point.before.contains(Self.at))
    }
    return pattern.insertion(of: given, isTyped: isTyped, at: point, in: notation)
  }

  /// Reports that the part before `@` is too long, or the first wrong character and the accepted
  /// characters.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    let text = attempt.inner[...]
    let local = text.prefix { $0 != Self.at }
    return local.count >= EmailKind.maximumLocalLength && pattern.begins(attempt.before)
      ? tooLong : pattern.objection(to: attempt, in: notation, hosts: EmailKind.hosts)
  }

  private var tooLong: Reason.Detail {
    Reason.Detail(
      .tooMany, before: .init("@"), limit: EmailKind.maximumLocalLength, of: .character)
  }

  /// Returns the address, if it is valid.
  public func value(of text: [UInt8]) -> Value? {
    let ascii = ascii(text[...])
    guard hasRoom(ascii), pattern.value(of: inLowerCase(Array(ascii))) != nil else { return nil }
    return .text(
      DomainName.readable(
        String(decoding: inLowerCase(text), as: UTF8.self), hosts: EmailKind.hosts))
  }

  /// Reports that the address is too long, which part is missing, or which characters can follow.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    guard hasRoom(text[...]) else { return tooLong }
    guard let at = text.firstIndex(of: Self.at) else { return Reason.Detail(.domainMissing) }
    guard text[at...].contains(ASCII.point) else { return Reason.Detail(.domainWithoutPoint) }
    return pattern.incompleteness(of: text, at: point, in: notation, hosts: EmailKind.hosts)
  }

  /// Returns the address unchanged.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    pattern.canonicalText(of: value, in: notation)
  }

  private func ascii(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    ascii(text, []).before
  }

  private func ascii(
    _ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>
  ) -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>) {
    PatternGrammar.ascii(before, after, hosts: EmailKind.hosts)
  }

  private func inLowerCase(_ text: [UInt8]) -> [UInt8] {
    guard let at = text.firstIndex(of: Self.at) else { return text }
    return text[..<at] + text[at...].map(\.inLowerCase)
  }
}
