/// A grammar whose texts are judged from left to right, by the rule of insertions.
///
/// The rule is the same for all of them and asks only for these members. All texts are inner forms
/// in UTF-8, without grouping and affixes, unless they are called displayed.
public protocol InnerTextGrammar: Grammar {
  /// The displayed text of an inner form, with the caret at an inner offset.
  func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState

  /// What becomes of a text to be inserted before the rule looks at it.
  func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion

  /// The number of bytes before the place which a backspace over one character there takes along.
  func bytesTakenAlong(byBackspaceOver character: ArraySlice<UInt8>, at point: InsertionPoint)
    -> Int

  /// Whether some complete text begins with the text.
  func begins(_ text: ArraySlice<UInt8>) -> Bool

  /// Whether some text of the right form begins with the one text, and has the other one as a
  /// subsequence of what follows, the decimal separator never being a gap.
  func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool

  /// Why an insertion does not begin a complete text or does not fit, and what would.
  func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail

  /// The value of a text that is not empty; `nil` where it is not complete.
  func value(of text: [UInt8]) -> Value?

  /// Why a text is not complete, and what can be typed at a place in it.
  func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail

  /// The canonical text of a value; `nil` for a value of another kind.
  func canonicalText(of value: Value, in notation: Notation) -> [UInt8]?

  /// The longer text that a text can only mean; `nil` where it can mean several or none.
  func completion(of text: ArraySlice<UInt8>) -> [UInt8]?

  /// The complete texts that a text can mean, where it can be one of several that are known.
  func candidates(for text: ArraySlice<UInt8>) -> [[UInt8]]
}

extension InnerTextGrammar {
  /// Takes the displayed text for the inner form.
  public func reading(of text: String, in notation: Notation) -> Reading {
    let bytes = Array(text.utf8)
    if bytes.isOneCharacterEach { return Reading(bytes: bytes, boundaries: Array(0...bytes.count)) }
    var boundaries = [0]
    boundaries.reserveCapacity(bytes.count + 1)
    var offset = 0
    for character in text {
      offset += character.utf8.count
      boundaries.append(offset)
    }
    return Reading(bytes: bytes, boundaries: boundaries)
  }

  /// Displays the inner form as it is.
  public func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState {
    let simpleCaret = text.isOneCharacterEach ? min(caret, text.count) : nil
    let text = String(decoding: text, as: UTF8.self)
    if let simpleCaret { return EditState(text: text, selection: Selection(caret: simpleCaret)) }
    var place = 0
    var offset = 0
    for character in text {
      guard offset < caret else { break }
      offset += character.utf8.count
      place += 1
    }
    return EditState(text: text, selection: Selection(caret: place))
  }

  /// Inserts the text as it is.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    .insert(Array(text.utf8), dropping: 0)
  }

  /// Takes nothing along.
  public func bytesTakenAlong(
    byBackspaceOver character: ArraySlice<UInt8>, at point: InsertionPoint
  ) -> Int { 0 }

  /// Completes nothing.
  public func completion(of text: ArraySlice<UInt8>) -> [UInt8]? { nil }

  /// Knows none.
  public func candidates(for text: ArraySlice<UInt8>) -> [[UInt8]] { [] }
}
