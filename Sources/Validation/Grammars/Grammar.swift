// Exported, because the API uses types of `Values`.
@_exported public import Values

/// Defines a kind of field: the complete texts, how they are displayed, and how they are edited.
///
/// Most grammars are an ``InnerTextGrammar``, or a ``FixedGrammar`` if the text fills a fixed
/// sequence of positions.
public protocol Grammar: Sendable {
  /// Whether deleting a word backwards deletes one word, instead of everything before the caret.
  var isFreeText: Bool { get }

  /// Whether a run of typed characters is undone in one step; white space forms separate runs.
  var isUndoneByRuns: Bool { get }

  /// Returns the inner form of a displayed text, even if the text is invalid.
  func reading(of text: String, in notation: Notation) -> Reading

  /// Returns the outcome of one edit, whose ranges are character offsets in the text.
  func outcome(of edit: Edit, in state: EditState, in notation: Notation) -> Outcome

  /// Returns the content of a field; the reason for an incomplete text can list the characters
  /// accepted at the caret.
  func content(of state: EditState, in notation: Notation) -> FieldContent

  /// Returns the canonical text of a value, as displayed; `nil` if the grammar cannot write the
  /// value.
  func text(for value: Value, in notation: Notation) -> String?

  /// Returns the edit that completes a text if only one continuation is possible.
  func completion(of state: EditState, in notation: Notation) -> Edit?

  /// Returns the edit that completes a text when the user leaves the field; `nil` if the text stays
  /// unchanged.
  func finishing(_ state: EditState, in notation: Notation) -> Edit?

  /// Returns the complete texts that a text can become, as displayed.
  func candidates(for state: EditState, in notation: Notation) -> Candidates

  /// Returns the meaning of a rejected text: whether the rejection loses input, so that the field
  /// must ask the user.
  func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning

  /// Returns the notation of a text, for example `dd.mm.yyyy`; `nil` if it is the default notation
  /// of the field.
  func form(of state: EditState, in notation: Notation) -> String?

  /// Returns the state after the given number of steps up, or down if the count is negative.
  ///
  /// Steps that would leave the range are ignored.
  ///
  /// - Returns: `nil` if the text cannot be stepped.
  func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState?

  /// Returns the description of a complete text; `nil` if the grammar has none.
  func expectation(in notation: Notation) -> FieldExpectation?

  /// The traits of a text input view for these texts, for example the keyboard.
  var traits: TextTraits { get }

  /// Whether the grammar accepts an empty text; the property may still require a value.
  var takesEmptyText: Bool { get }

  /// Returns whether an incomplete text can be completed by adding characters.
  func canGoOn(_ state: EditState, in notation: Notation) -> Bool

  /// Returns the texts of a number that has more fraction digits than the field allows, or no
  /// digits to edit; `nil` for any other value, and for a number that is out of range.
  func longNumber(_ value: Value, in notation: Notation) -> LongNumber?
}

/// The meaning of a rejected text.
public enum RefusedMeaning: Hashable, Sendable {
  /// Meaningless, for example white space: no input is lost.
  case nothing
  /// Meaningful: input of the user is lost.
  case something
  /// A separator in a number; probably the user meant a decimal separator, and types it next.
  case separator
}

extension Grammar {
  /// `false`: deleting a word deletes everything before the caret.
  public var isFreeText: Bool { false }

  /// `false`: each key is a separate undo step.
  public var isUndoneByRuns: Bool { false }

  /// Returns `nil`: a text stays unchanged when the user leaves the field.
  public func finishing(_ state: EditState, in notation: Notation) -> Edit? { nil }

  /// Returns no candidates.
  public func candidates(for state: EditState, in notation: Notation) -> Candidates {
    Candidates()
  }

  /// Returns ``RefusedMeaning/nothing`` for white space, and ``RefusedMeaning/something`` for any
  /// other text.
  public func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning {
    text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? .nothing : .something
  }

  /// Returns `nil`: by default, there is only one notation.
  public func form(of state: EditState, in notation: Notation) -> String? { nil }

  /// Returns `nil`: by default, texts cannot be stepped.
  public func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState? {
    nil
  }

  /// Returns `nil`: by default, there is no description.
  public func expectation(in notation: Notation) -> FieldExpectation? { nil }

  /// Any keyboard, without automatic changes.
  public var traits: TextTraits { TextTraits() }

  /// `true`: the property decides whether a value is required.
  public var takesEmptyText: Bool { true }

  /// Returns `true`: by default, typing can complete every incomplete text.
  public func canGoOn(_ state: EditState, in notation: Notation) -> Bool { true }

  /// Returns `nil`: by default, the values are not numbers.
  public func longNumber(_ value: Value, in notation: Notation) -> LongNumber? { nil }
}

/// The inner form of a displayed text, with the mapping of offsets.
public struct Reading: Sendable {
  /// The inner form, in UTF-8.
  public var bytes: [UInt8]

  /// The inner offset of each boundary between displayed characters, including the start and the
  /// end.
  ///
  /// A character that is displayed but not part of the inner form has equal offsets on both sides.
  public var boundaries: [Int] {
    get { given ?? Array(0...bytes.count) }
    // In place, because grammars append to it character by character.
    _modify {
      var boundaries = boundaries
      given = nil
      defer { given = boundaries }
      yield &boundaries
    }
  }

  // Nil if each displayed character is one byte, which saves an array at most keys.
  private var given: [Int]?

  /// Whether the characters outside the inner form are literals, which are copied even at the ends
  /// of a selection.
  public var hasLiterals = false

  /// Creates a reading from an inner form and its boundaries.
  public init(bytes: [UInt8], boundaries: [Int]) {
    (self.bytes, given) = (bytes, boundaries)
  }

  /// Creates the reading of a text with one byte for each displayed character.
  init(characters bytes: [UInt8]) { self.bytes = bytes }

  /// The number of displayed characters.
  public var count: Int { given.map { $0.count - 1 } ?? bytes.count }

  /// Returns the inner offset of the boundary before the displayed character at an offset.
  func inner(_ offset: Int) -> Int { given.map { $0[offset] } ?? offset }

  /// Returns whether the displayed character at an offset is part of the inner form.
  public func isSignificant(at offset: Int) -> Bool { inner(offset) < inner(offset + 1) }

  /// Returns the offset right after the displayed character that contains the inner offset or ends
  /// there.
  public func place(ofInner offset: Int) -> Int {
    (0...count).first { inner($0) >= offset } ?? count
  }

  func significant(before place: Int) -> Int? {
    (0..<place).last(where: isSignificant)
  }

  func significant(from place: Int) -> Int? {
    (place..<count).first(where: isSignificant)
  }
}

/// The texts that an incomplete text can become.
public struct Candidates: Hashable, Sendable {
  /// The first texts.
  public var texts: [String]
  /// The total number of texts, including texts that are not listed.
  public var count: Int

  /// Creates a list, which is complete unless a count is given.
  public init(_ texts: [String] = [], count: Int? = nil) {
    (self.texts, self.count) = (texts, count ?? texts.count)
  }
}
