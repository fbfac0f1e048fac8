/// The state of a field during editing: its displayed text and the selection.
public struct EditState: Sendable {
  /// The displayed text, without the affixes of the field.
  public var text: String {
    didSet {
      layout = nil
      states = nil
      bracket = nil
      hasTypedZero = false
      completed = nil
      hasRefusedDigit = false
      hasHalf = false
    }
  }

  /// The selection in the text.
  public var selection: Selection

  /// The layout of a fixed form; nil if it must be derived from the text.
  var layout: FixedLayout?

  /// The automaton states after the whole text, if known.
  var states: StateSet?

  /// The offset at which an opening parenthesis, which is not displayed, was typed into a telephone
  /// number; nil if no zero after it can be removed any more.
  var bracket: Int?

  /// Whether the text of a telephone number is a single zero that was typed.
  var hasTypedZero = false

  /// The range of the text that was completed automatically and selected.
  var completed: Range<Int>?

  /// Whether an insertion with a digit was rejected since the text last changed.
  var hasRefusedDigit = false

  /// Whether an `a` or `p` has set the half of the day, so that an `m` can follow.
  var hasHalf = false

  /// Creates a state from a text and a selection.
  public init(text: String, selection: Selection) {
    self.text = text
    self.selection = selection
  }

  func appending(_ byte: UInt8, states: StateSet) -> EditState {
    var text = text
    text.unicodeScalars.append(Unicode.Scalar(byte))
    var next = EditState(text: text, selection: Selection(caret: selection.caret + 1))
    next.states = states
    return next
  }
}

/// The layout of a text in a fixed form; the text alone does not always determine the layout.
struct FixedLayout: Sendable {
  /// The number of characters in each segment; empty if the text is a run.
  var counts: [Int]

  var reach: Int
  var fresh: Int?

  /// The notation of a date if a separator or a paste selected one, or if the field has got another
  /// notation since the text was begun; `nil` for the notation of the field.
  var dates: DateNotation?

  /// If the text is a run, the position after it. A run fills every position up to its end, with
  /// one byte each.
  var runEnd: Int?
}

extension EditState: Hashable {
  /// Returns whether two states have the same text, scalar by scalar, and the same selection.
  public static func == (one: EditState, other: EditState) -> Bool {
    one.selection == other.selection && one.text.hasSameScalars(as: other.text)
  }

  /// Hashes the text and the selection.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(selection)
    hasher.combine(text)
  }
}

extension EditState: CustomStringConvertible {
  /// The text with the caret, for example `4|2`. A selection is in brackets, for example `4[2|]`,
  /// or `4[|2]` if the caret is at its start.
  public var description: String {
    var pieces = text.map(String.init)
    // Offsets can be out of bounds, because clients can set them.
    func insert(_ mark: String, _ offset: Int) {
      pieces.insert(mark, at: min(max(offset, 0), pieces.count))
    }
    let (range, isAtStart) = (selection.range, selection.caret <= selection.anchor)
    if selection.isEmpty {
      insert("|", selection.caret)
    } else {
      insert(isAtStart ? "]" : "|]", range.upperBound)
      insert(isAtStart ? "[|" : "[", range.lowerBound)
    }
    return pieces.joined()
  }
}

/// The caret and the selected range.
///
/// Offsets count grapheme clusters of the displayed text; a minus sign of several scalars counts as
/// one.
public struct Selection: Hashable, Sendable {
  /// The offset at which the selection began.
  public var anchor: Int

  /// The offset of the caret.
  public var caret: Int

  /// Creates a selection from the anchor to the caret.
  public init(anchor: Int, caret: Int) {
    self.anchor = anchor
    self.caret = caret
  }

  /// Creates a caret without a selected range.
  public init(caret: Int) {
    self.init(anchor: caret, caret: caret)
  }

  /// The range between the anchor and the caret.
  public var range: Range<Int> { min(anchor, caret)..<max(anchor, caret) }

  /// Whether the selected range is empty.
  public var isEmpty: Bool { anchor == caret }
}

/// A replacement of ranges of a text.
public struct Edit: Hashable, Sendable {
  /// The ranges in the displayed text: the first range is replaced, and the other ranges are
  /// deleted.
  public var ranges: [Range<Int>]

  /// The replacement of the first range; empty for a deletion.
  public var replacement: String

  /// Whether the replacement is a typed scalar; otherwise it is treated like a paste.
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

  /// Nil if a range is out of bounds or there are no ranges.
  func within(_ bounds: ClosedRange<Int>) -> Edit? {
    guard let first = ranges.first,
      ranges.allSatisfy({ bounds.lowerBound <= $0.lowerBound && $0.upperBound <= bounds.upperBound }
      )
    else { return nil }
    guard ranges.count > 1 else { return self }
    var edit = self
    edit.ranges.removeAll { $0 == first || $0.isEmpty || $0.clamped(to: first) == $0 }
    edit.ranges.insert(first, at: 0)
    return edit
  }
}

/// The outcome of an edit or a key.
public enum Outcome: Hashable, Sendable {
  /// The edit was applied; this is the new state and its content.
  case accepted(EditState, FieldContent)
  /// The text is unchanged; this is the new selection.
  case moved(Selection)
  /// The edit was rejected and changed nothing.
  case rejected(Rejection)

  /// Whether the edit or key was not rejected.
  public var isAccepted: Bool { rejection == nil }

  /// The rejection of the edit or key; nil if it was not rejected.
  public var rejection: Rejection? {
    if case .rejected(let rejection) = self { rejection } else { nil }
  }

  static var outOfBounds: Outcome { .rejected(Rejection(.init(.outOfBounds))) }
}

/// The content of a field.
public enum FieldContent: Hashable, Sendable {
  /// The text is empty.
  case empty
  /// The text is complete and has this value.
  case complete(Value)
  /// The text is incomplete; the reason can list the characters accepted at the caret.
  case incomplete(reason: Reason)
}

/// A rejection of an edit or a key.
public struct Rejection: Error, Hashable, Sendable {
  /// The reason, which can list the characters that would have been accepted.
  public let reason: Reason

  /// Creates a rejection whose reason is computed each time it is read.
  public init(_ detail: @autoclosure @escaping @Sendable () -> Reason.Detail) {
    reason = Reason(detail())
  }

  /// Creates a rejection with a custom message.
  public init(message: @autoclosure @escaping @Sendable () -> String) {
    reason = Reason(message())
  }

  /// Creates a rejection with a reason.
  public init(_ reason: Reason) {
    self.reason = reason
  }

  /// The message of the reason.
  public var message: String { reason.description }
}

extension Rejection: CustomStringConvertible {
  /// The message of the reason.
  public var description: String { message }
}
