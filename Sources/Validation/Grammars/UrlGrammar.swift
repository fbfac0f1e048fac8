internal import Values

/// A grammar of URLs with the schemes `https`, `http`, `ftp` and `mailto`.
///
/// The domain can have letters of all languages.
public struct UrlGrammar: InnerTextGrammar {
  private let pattern = PatternGrammar(UrlKind.pattern.automaton)

  /// Creates the grammar.
  public init() {}

  /// The traits of a URL.
  public var traits: TextTraits {
    TextTraits(keyboard: .url, contentType: .url)
  }

  /// Returns the description of a URL.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    .webAddress
  }

  /// Returns whether a URL begins with the text.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    pattern.begins(PatternGrammar.ascii(text, [], hosts: UrlKind.hosts).before)
  }

  /// Returns whether a URL begins with `before`, and the characters of `after` can follow in this
  /// order, perhaps with other characters between them.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    let (before, after) = PatternGrammar.ascii(before, after, hosts: UrlKind.hosts)
    return pattern.fits(before, followedBy: after)
  }

  /// Removes invisible characters from pasted text, and white space around it; converts the scheme
  /// to lower case, and normalizes domains with characters outside ASCII.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    let isInScheme = !point.before.contains(UInt8(ascii: ":"))
    var given = isInScheme ? UrlKind.mapped(text) : text
    if !isInScheme, !given.utf8.allSatisfy({ $0 < 0x80 }) {
      let hosts = UrlKind.hosts(in: point.before + Array(text.utf8) + point.after)
      if hosts.contains(where: { $0.contains(point.before.count) }) {
        given = DomainName.mapped(given.unicodeScalars)
      }
    }
    return pattern.insertion(of: given, isTyped: isTyped, at: point, in: notation)
  }

  /// Reports the first wrong character, and the accepted characters.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    pattern.objection(to: attempt, in: notation, hosts: UrlKind.hosts)
  }

  /// Returns the URL, if it is valid.
  public func value(of text: [UInt8]) -> Value? {
    let ascii = PatternGrammar.ascii(text[...], [], hosts: UrlKind.hosts).before
    guard pattern.value(of: Array(ascii)) != nil else { return nil }
    return .text(
      DomainName.readable(String(decoding: text, as: UTF8.self), hosts: UrlKind.hosts))
  }

  /// Reports which characters can follow, or which character is not valid in a URL.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    pattern.incompleteness(of: text, at: point, in: notation, hosts: UrlKind.hosts)
  }

  /// Returns the URL unchanged.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    pattern.canonicalText(of: value, in: notation)
  }
}
