import Validation

/// Fields of times and months by patterns, without the range and the help of fixed forms.
struct InterimGrammar: Grammar {
  private let pattern: PatternGrammar
  private let kind: PropertyKind

  static func time(hasSeconds: Bool) -> InterimGrammar {
    let seconds = hasSeconds ? ":[0-5][0-9]" : ""
    return InterimGrammar(
      "(?:[01][0-9]|2[0-3]):[0-5][0-9]\(seconds)", .time(hasSeconds: hasSeconds))
  }

  static let month = InterimGrammar(
    "(?:[0-9]{3}[1-9]|[0-9]{2}[1-9][0-9]|[0-9][1-9][0-9]{2}|[1-9][0-9]{3})-(?:0[1-9]|1[0-2])",
    .month)

  private init(_ pattern: String, _ kind: PropertyKind) {
    do throws(PatternError) {
      self.pattern = PatternGrammar(try TextPattern(pattern).automaton)
    } catch {
      preconditionFailure("the pattern is one: \(error.message)")
    }
    self.kind = kind
  }

  func begins(_ text: ArraySlice<UInt8>) -> Bool { pattern.begins(text) }

  func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    pattern.fits(before, followedBy: after)
  }

  func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    pattern.insertion(of: text.withPlainDigits, isTyped: isTyped, at: point, in: notation)
  }

  func objection(to attempt: Attempt, in notation: Notation) -> String {
    pattern.objection(to: attempt, in: notation)
  }

  func value(of text: [UInt8]) -> Value? { pattern.value(of: text).flatMap(kind.converted) }

  func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> String {
    pattern.incompleteness(of: text, at: point, in: notation)
  }

  func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard kind.converted(value) != nil else { return nil }
    return Array(kind.written(value).utf8)
  }
}
