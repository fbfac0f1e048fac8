/// The Boolean values, written `true` and `false`, or with display names.
public struct BooleanGrammar: InnerTextGrammar {
  private let names: ChoiceGrammar
  private let hasDisplayNames: Bool

  /// Creates the grammar.
  ///
  /// - Parameter displayNames: The texts that replace the keys `true` and `false`.
  public init(displayNames: [String: String] = [:]) {
    names = ChoiceGrammar(["false", "true"], displayNames: displayNames)
    hasDisplayNames = !displayNames.isEmpty
  }

  func displaying(_ displayNames: [String: String]) -> BooleanGrammar {
    hasDisplayNames ? self : BooleanGrammar(displayNames: displayNames)
  }

  /// Returns whether the text of `true` or of `false` begins with the given text, regardless of
  /// case.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool { names.begins(text) }

  /// Returns whether the text of `true` or of `false` begins with `before`, and the characters of
  /// `after` can follow in this order, perhaps with other characters between them, regardless of
  /// case.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    names.fits(before, followedBy: after)
  }

  /// Removes invisible characters from pasted text, and white space around it; adjusts the case to
  /// the matching text.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    names.insertion(of: text, isTyped: isTyped, at: point, in: notation)
  }

  /// Reports the first wrong character, and the accepted characters.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    names.objection(to: attempt, in: notation)
  }

  /// Returns the Boolean value.
  public func value(of text: [UInt8]) -> Value? {
    guard let name = names.name(of: text) else { return nil }
    return .boolean(name == "true")
  }

  /// Reports the texts that are still possible.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    names.incompleteness(of: text, at: point, in: notation)
  }

  /// Returns `true` or `false`, or the display name.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .boolean(let value) = value else { return nil }
    return names.canonicalText(of: .text(value.description), in: notation)
  }

  /// Returns the text of the only value whose text begins with the given text.
  public func completion(of text: ArraySlice<UInt8>) -> [UInt8]? { names.completion(of: text) }

  /// Returns the texts of the values that begin with the given text.
  public func candidates(for text: ArraySlice<UInt8>) -> [[UInt8]] { names.candidates(for: text) }

  /// Steps up to `true` or down to `false`.
  public func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState? {
    // The last of both names is `true`.
    names.stepped(state, by: state.text.isEmpty ? (count > 0 ? -1 : 1) : count, in: notation)
  }

  /// Returns the description of the two texts.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    hasDisplayNames ? names.expectation(in: notation) : .truth
  }
}
