/// A field being edited: its text as displayed, and the selection in it.
public struct EditState: Sendable {
  /// The text as displayed, without the affixes beside it.
  public var text: String {
    didSet {
      layout = nil
      states = nil
      bracket = nil
      hasTypedZero = false
      completed = nil
      hasRefusedDigit = false
    }
  }

  /// The selection in the text.
  public var selection: Selection

  /// How the text of a fixed form is laid out, which it does not always tell; `nil` where it is to
  /// be read off the text.
  var layout: FixedLayout?

  /// The states of a pattern's automaton after the whole text, where they are known already.
  var states: StateSet?

  /// Where in a telephone number a bracket was opened that can still be closed after a zero; `nil`
  /// where none was.
  var bracket: Int?

  /// Whether the text of a telephone number is a zero that was typed.
  var hasTypedZero = false

  /// The part of the text that was completed when a key was typed, and selected; `nil` for none.
  var completed: Range<Int>?

  /// Whether something with a digit was refused since the text came to be.
  var hasRefusedDigit = false

  /// Creates a state.
  public init(text: String, selection: Selection) {
    self.text = text
    self.selection = selection
  }
}

extension EditState {
  /// The state with a byte typed at the end, which has led to states of a pattern's automaton.
  func appending(_ byte: UInt8, states: StateSet) -> EditState {
    var text = text
    text.unicodeScalars.append(Unicode.Scalar(byte))
    var next = EditState(text: text, selection: Selection(caret: selection.caret + 1))
    next.states = states
    return next
  }
}

/// What a fixed form's text does not always tell: how many characters each stretch has, how far
/// literals were reached by typing, and which stretch's first digit was just typed over.
struct FixedLayout: Sendable {
  /// The number of characters of each stretch; nothing where the text is a run.
  var counts: [Int]

  var reach: Int
  var fresh: Int?

  /// How a date is written, where a separator or a paste has said so; `nil` where it is written in the
  /// way of the field.
  var dates: DateNotation?

  /// Where the text is a run: the position after it, all those before it being shown and filled
  /// rightly, each with one byte.
  var runEnd: Int?
}

extension EditState: Hashable {
  /// Whether two states show the same, scalar by scalar.
  public static func == (one: EditState, other: EditState) -> Bool {
    one.selection == other.selection && one.text.hasSameScalars(as: other.text)
  }

  /// Feeds the state to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(selection)
    hasher.combine(text)
  }
}

/// Where the caret is and what is selected.
///
/// Offsets count grapheme clusters of the text as displayed; a minus of several scalars is one.
public struct Selection: Hashable, Sendable {
  /// Where the selection began.
  public var anchor: Int

  /// Where the caret is.
  public var caret: Int

  /// Creates a selection from the anchor to the caret.
  public init(anchor: Int, caret: Int) {
    self.anchor = anchor
    self.caret = caret
  }

  /// Creates a caret with nothing selected.
  public init(caret: Int) {
    self.init(anchor: caret, caret: caret)
  }

  /// What is selected.
  public var range: Range<Int> { min(anchor, caret)..<max(anchor, caret) }

  /// Whether nothing is selected.
  public var isEmpty: Bool { anchor == caret }
}

/// A replacement of ranges of the text: there is no other way to change it.
public struct Edit: Hashable, Sendable {
  /// The ranges as displayed: the first is replaced, the others are deleted.
  public var ranges: [Range<Int>]

  /// What comes in place of the first range; nothing makes the edit a deletion.
  public var replacement: String

  /// Whether the replacement was typed, as one scalar, and not put in at once.
  public var isTyped: Bool

  /// Creates an edit of several ranges.
  public init(ranges: [Range<Int>], replacement: String, isTyped: Bool) {
    self.ranges = ranges
    self.replacement = replacement
    self.isTyped = isTyped
  }

  /// Creates an edit of one range.
  public init(range: Range<Int>, replacement: String, isTyped: Bool) {
    self.init(ranges: [range], replacement: replacement, isTyped: isTyped)
  }
}

extension Edit {
  /// The edit with the ranges that matter, the first one in front; `nil` where one is out of
  /// bounds or there is none.
  func within(_ bounds: ClosedRange<Int>) -> Edit? {
    guard let first = ranges.first,
      ranges.allSatisfy({ bounds.lowerBound <= $0.lowerBound && $0.upperBound <= bounds.upperBound }
      )
    else { return nil }
    guard ranges.count > 1 else { return self }
    // To delete nothing, or what goes anyway, asks for no more than the first range does.
    var edit = self
    edit.ranges.removeAll { $0 == first || $0.isEmpty || $0.clamped(to: first) == $0 }
    edit.ranges.insert(first, at: 0)
    return edit
  }
}

extension Outcome {
  /// What becomes of an edit outside of the text.
  static var outOfBounds: Outcome {
    .rejected(Rejection(.init(.outOfBounds)))
  }
}
