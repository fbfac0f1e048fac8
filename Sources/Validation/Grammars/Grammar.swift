// What a grammar reads is part of what it is: a client imports this module alone.
@_exported public import Values

/// A kind of field: which texts are complete, how they are displayed, and what an edit makes of one.
///
/// Most grammars are an ``InnerTextGrammar``, or a ``FixedGrammar`` where the text fills a row of
/// places.
public protocol Grammar: Sendable {
  /// Whether words are deleted one by one, and not up to the start.
  var isFreeText: Bool { get }

  /// The inner form of a displayed text, which may be any.
  func reading(of text: String, in notation: Notation) -> Reading

  /// Judges one edit, whose ranges are places of the text.
  func outcome(of edit: Edit, in state: EditState, in notation: Notation) -> Outcome

  /// What the text of a field amounts to; the reason of one that is not complete says what can be
  /// typed where the caret is.
  func content(of state: EditState, in notation: Notation) -> FieldContent

  /// The canonical text of a value, as displayed; `nil` where the grammar cannot write it.
  func text(for value: Value, in notation: Notation) -> String?

  /// The edit that completes a text which can only go on in one way.
  func completion(of state: EditState, in notation: Notation) -> Edit?
}

extension Grammar {
  /// Takes what is inserted for one word.
  public var isFreeText: Bool { false }
}
