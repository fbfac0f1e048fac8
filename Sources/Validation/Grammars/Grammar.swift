// What a grammar reads is part of what it is: a client imports this module alone.
@_exported public import Values

/// A kind of field: which texts are complete, how they are displayed, and what an edit makes of one.
///
/// Most grammars are an ``InnerTextGrammar``, or a ``FixedGrammar`` where the text fills a row of
/// places.
public protocol Grammar: Sendable {
  /// Whether words are deleted one by one, and not up to the start.
  var isFreeText: Bool { get }

  /// Whether a run of typed letters, or of white space, is one step of undo.
  var isUndoneByRuns: Bool { get }

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

  /// The texts, as displayed, that a text can become where it can be one of several.
  func candidates(for state: EditState, in notation: Notation) -> [String]

  /// What a refused text could have meant, which decides whether a person is asked about it.
  func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning

  /// How the text is written where that is another way than the field's own: `dd.mm.yyyy`; `nil`
  /// where it is the field's.
  func form(of state: EditState, in notation: Notation) -> String?

  /// The state after so many steps up, or down where the count is less than zero.
  ///
  /// Steps that would lead out of the range are left out.
  ///
  /// - Returns: `nil` where there is nothing to step.
  func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState?

  /// What a complete text is; `nil` where the grammar cannot say.
  func expectation(in notation: Notation) -> FieldExpectation?

  /// What a view should be like in which the texts are typed.
  var traits: TextTraits { get }

  /// Whether an empty text can be what is wanted, as far as the grammar tells.
  var takesEmptyText: Bool { get }

  /// Whether a text that is not complete can become so by what is typed at its end.
  func canGoOn(_ state: EditState, in notation: Notation) -> Bool

  /// How a field shows a number that has more digits than its texts; `nil` for any other value.
  func longNumber(_ value: Value, in notation: Notation) -> LongNumber?
}

/// What a refused text could have meant.
public enum RefusedMeaning: Hashable, Sendable {
  /// Nothing: nobody misses it.
  case nothing
  /// Something that is missing now.
  case something
  /// A separator of a number; the decimal separator typed right after it is what was meant.
  case separator
}

extension Grammar {
  /// Takes what is inserted for one word.
  public var isFreeText: Bool { false }

  /// Takes each key for a step.
  public var isUndoneByRuns: Bool { false }

  /// Knows none.
  public func candidates(for state: EditState, in notation: Notation) -> [String] { [] }

  /// Takes all but white space for something.
  public func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning {
    text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? .nothing : .something
  }

  /// Knows no other way.
  public func form(of state: EditState, in notation: Notation) -> String? { nil }

  /// Has no steps.
  public func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState? {
    nil
  }

  /// Says nothing.
  public func expectation(in notation: Notation) -> FieldExpectation? { nil }

  /// Any keys, and nothing that would change what was typed.
  public var traits: TextTraits { TextTraits() }

  /// Takes it for "nothing", which is up to the property.
  public var takesEmptyText: Bool { true }

  /// Takes it for one that can.
  public func canGoOn(_ state: EditState, in notation: Notation) -> Bool { true }

  /// Has no numbers.
  public func longNumber(_ value: Value, in notation: Notation) -> LongNumber? { nil }
}
