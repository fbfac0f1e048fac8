/// URLs with the schemes `https`, `http`, `ftp` and `mailto`.
public struct UrlGrammar: InnerTextGrammar {
  private let pattern = PatternGrammar(UrlKind.pattern.automaton)

  /// Creates the grammar.
  public init() {}

  /// What a view may know of such texts.
  public var traits: TextTraits {
    TextTraits(keyboard: .url, contentType: .url)
  }

  /// What it looks like.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    .webAddress
  }

  /// Whether some URL begins with the text.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool { pattern.begins(text) }

  /// Whether some URL begins with the one text and has the other one after that, with gaps.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    pattern.fits(before, followedBy: after)
  }

  /// Takes white space and invisible characters around a paste off, and puts a scheme into lower
  /// case.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    let isInScheme = !point.before.contains(UInt8(ascii: ":"))
    return pattern.insertion(
      of: isInScheme ? UrlKind.withPlainScheme(text) : text, isTyped: isTyped, at: point,
      in: notation)
  }

  /// Names the first character that goes too far, and what could be in its place.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    pattern.objection(to: attempt, in: notation)
  }

  /// The URL.
  public func value(of text: [UInt8]) -> Value? { pattern.value(of: text) }

  /// Says what can come, or what no URL has.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    pattern.incompleteness(of: text, at: point, in: notation)
  }

  /// The URL itself.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    pattern.canonicalText(of: value, in: notation)
  }
}
