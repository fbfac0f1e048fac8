// The API uses types of `Values`, so clients need only import this module.
@_exported public import Values

/// Defines a kind of field: the complete texts, how they are displayed, and how they are edited.
///
/// Most grammars are an ``InnerTextGrammar``, or a ``FixedGrammar`` if the text fills a row of
/// positions.
public protocol Grammar: Sendable {
  /// Whether deleting backwards removes one word instead of everything up to the start.
  var isFreeText: Bool { get }

  /// Whether a run of typed letters, or of white space, is one undo step.
  var isUndoneByRuns: Bool { get }

  /// Returns the inner form of a displayed text, which may be invalid.
  func reading(of text: String, in notation: Notation) -> Reading

  /// Judges one edit, whose ranges are character offsets in the text.
  func outcome(of edit: Edit, in state: EditState, in notation: Notation) -> Outcome

  /// Returns the content of a field; the reason for an incomplete text lists the characters
  /// accepted at the caret.
  func content(of state: EditState, in notation: Notation) -> FieldContent

  /// Returns the canonical text of a value, as displayed; `nil` if the grammar cannot write the
  /// value.
  func text(for value: Value, in notation: Notation) -> String?

  /// Returns the edit that completes a text with a single possible continuation.
  func completion(of state: EditState, in notation: Notation) -> Edit?

  /// Returns the edit that completes a text when the user leaves the field; `nil` if the text is
  /// judged as it is.
  func finishing(_ state: EditState, in notation: Notation) -> Edit?

  /// Returns the complete texts, as displayed, that a text can become.
  func candidates(for state: EditState, in notation: Notation) -> Candidates

  /// Returns the likely meaning of a rejected text, which decides whether to ask the user about it.
  func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning

  /// Returns the notation of a text, for example `dd.mm.yyyy`; `nil` if it is the default notation
  /// of the field.
  func form(of state: EditState, in notation: Notation) -> String?

  /// Returns the state after the given number of steps up, or down if the count is negative.
  ///
  /// Steps that would leave the range are ignored.
  ///
  /// - Returns: `nil` if nothing can be stepped.
  func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState?

  /// Describes a complete text; `nil` if the grammar has no description.
  func expectation(in notation: Notation) -> FieldExpectation?

  /// The traits of a view for typing these texts.
  var traits: TextTraits { get }

  /// Whether an empty text can be valid, as far as the grammar knows.
  var takesEmptyText: Bool { get }

  /// Returns whether typing at the end can complete an incomplete text.
  func canGoOn(_ state: EditState, in notation: Notation) -> Bool

  /// Returns how a field displays a number with more digits than its texts allow; `nil` for any
  /// other value.
  func longNumber(_ value: Value, in notation: Notation) -> LongNumber?
}

/// The likely meaning of a rejected text.
public enum RefusedMeaning: Hashable, Sendable {
  /// Meaningless: nothing is lost.
  case nothing
  /// Meaningful: the input is lost.
  case something
  /// A separator of a number; the user probably meant the decimal separator typed right after it.
  case separator
}

extension Grammar {
  /// `false`: everything up to the start is deleted.
  public var isFreeText: Bool { false }

  /// `false`: each key is an undo step.
  public var isUndoneByRuns: Bool { false }

  /// Returns `nil`: a text is judged as it is.
  public func finishing(_ state: EditState, in notation: Notation) -> Edit? { nil }

  /// Returns no candidates.
  public func candidates(for state: EditState, in notation: Notation) -> Candidates {
    Candidates()
  }

  /// Counts everything but white space as meaningful.
  public func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning {
    text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? .nothing : .something
  }

  /// Returns `nil`: there is one notation.
  public func form(of state: EditState, in notation: Notation) -> String? { nil }

  /// Returns `nil`: nothing can be stepped.
  public func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState? {
    nil
  }

  /// Returns `nil`: there is no description.
  public func expectation(in notation: Notation) -> FieldExpectation? { nil }

  /// Any keyboard, without automatic changes.
  public var traits: TextTraits { TextTraits() }

  /// `true`: the property decides whether a value is required.
  public var takesEmptyText: Bool { true }

  /// Returns `true`.
  public func canGoOn(_ state: EditState, in notation: Notation) -> Bool { true }

  /// Returns `nil`: there are no numbers.
  public func longNumber(_ value: Value, in notation: Notation) -> LongNumber? { nil }
}

/// The inner form of a displayed text, with the mapping of offsets.
public struct Reading: Sendable {
  /// The inner form, in UTF-8.
  public var bytes: [UInt8]

  /// The inner offset of each boundary between displayed characters, including the start and the
  /// end.
  ///
  /// A character that is only displayed has equal offsets on both sides.
  public var boundaries: [Int]

  /// Whether characters that are only displayed are literals, which a copy keeps even at its ends.
  public var hasLiterals = false

  /// Creates a reading.
  public init(bytes: [UInt8], boundaries: [Int]) {
    self.bytes = bytes
    self.boundaries = boundaries
  }

  /// The number of displayed characters.
  public var count: Int { boundaries.count - 1 }

  /// Returns whether the displayed character at an offset is part of the inner form.
  public func isSignificant(at offset: Int) -> Bool { boundaries[offset] < boundaries[offset + 1] }

  /// Returns the position right after the displayed character that contains or ends at an inner
  /// offset.
  public func place(ofInner offset: Int) -> Int {
    boundaries.firstIndex { $0 >= offset } ?? count
  }
}

extension Reading {
  func significant(before place: Int) -> Int? {
    (0..<place).last(where: isSignificant)
  }

  func significant(from place: Int) -> Int? {
    (place..<count).first(where: isSignificant)
  }
}
