/// The truth values, written `true` and `false`.
public struct BooleanGrammar: InnerTextGrammar {
  private let names = ChoiceGrammar(["false", "true"])

  /// Creates the grammar.
  public init() {}

  /// Whether one of the two begins with the text.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool { names.begins(text) }

  /// Whether one of the two begins with the one text and has the other one after that.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    names.fits(before, followedBy: after)
  }

  /// Takes white space and invisible characters around a paste off.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    names.insertion(of: text, isTyped: isTyped, at: point, in: notation)
  }

  /// Names the first character that goes too far, and what would be taken.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    names.objection(to: attempt, in: notation)
  }

  /// The truth value.
  public func value(of text: [UInt8]) -> Value? {
    guard case .text(let name) = names.value(of: text) else { return nil }
    return .boolean(name == "true")
  }

  /// Says which of the two can come.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    names.incompleteness(of: text, at: point, in: notation)
  }

  /// The name of a truth value.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .boolean(let value) = value else { return nil }
    return Array(value.description.utf8)
  }

  /// The one of the two that begins with the text.
  public func completion(of text: ArraySlice<UInt8>) -> [UInt8]? { names.completion(of: text) }

  /// The two, where the text is empty.
  public func candidates(for text: ArraySlice<UInt8>) -> [[UInt8]] { names.candidates(for: text) }

  /// Goes up to `true` and down to `false`.
  public func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState? {
    names.stepped(state, by: count, in: notation)
  }

  /// Says both.
  public func expectation(in notation: Notation) -> FieldExpectation? { .truth }
}
