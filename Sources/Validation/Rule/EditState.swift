/// A field being edited: its displayed text and the selection.
public struct EditState: Sendable {
  /// The displayed text, without the affixes beside it.
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

  /// Nil if the layout must be derived from the text.
  var layout: FixedLayout?

  /// The automaton states after the whole text, if known.
  var states: StateSet?

  /// The offset of an open parenthesis in a telephone number, if a zero in it can still be removed.
  var bracket: Int?

  /// Whether the text of a telephone number is a single zero that was typed.
  var hasTypedZero = false

  /// The part of the text that was completed automatically, and selected.
  var completed: Range<Int>?

  /// Whether an insertion with a digit was rejected since the text last changed.
  var hasRefusedDigit = false

  /// Whether the last key was the `a` or `p` of `am` or `pm`, which an `m` can follow.
  var hasHalf = false

  /// Creates a state.
  public init(text: String, selection: Selection) {
    self.text = text
    self.selection = selection
  }
}

extension EditState {
  func appending(_ byte: UInt8, states: StateSet) -> EditState {
    var text = text
    text.unicodeScalars.append(Unicode.Scalar(byte))
    var next = EditState(text: text, selection: Selection(caret: selection.caret + 1))
    next.states = states
    return next
  }
}

/// The layout of a fixed form that the text does not always determine.
struct FixedLayout: Sendable {
  /// The number of characters in each stretch; empty if the text is a run.
  var counts: [Int]

  var reach: Int
  var fresh: Int?

  /// The notation of a date if a separator or a paste selected one; `nil` for the notation of the
  /// field.
  var dates: DateNotation?

  /// If the text is a run, the position after it: every position before it is filled correctly,
  /// with one byte.
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
  /// The text with the caret, such as `4|2`, and with the selection in brackets, such as `4[2|]` or,
  /// with the caret at its start, `4[|2]`.
  public var description: String {
    var pieces = text.map(String.init)
    // Clients can set offsets out of bounds.
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
/// Offsets count grapheme clusters of the displayed text; a minus of several scalars counts as one.
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

  /// Creates a caret with nothing selected.
  public init(caret: Int) {
    self.init(anchor: caret, caret: caret)
  }

  /// The selected range.
  public var range: Range<Int> { min(anchor, caret)..<max(anchor, caret) }

  /// Whether nothing is selected.
  public var isEmpty: Bool { anchor == caret }
}

/// A replacement of ranges of the text; every change of a text is an edit.
public struct Edit: Hashable, Sendable {
  /// The ranges in the displayed text: the first is replaced, the others are deleted.
  public var ranges: [Range<Int>]

  /// The replacement of the first range; empty for a deletion.
  public var replacement: String

  /// Whether the replacement was typed, as one scalar, and not pasted.
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
  /// Nil if a range is out of bounds or there are no ranges.
  func within(_ bounds: ClosedRange<Int>) -> Edit? {
    guard let first = ranges.first,
      ranges.allSatisfy({ bounds.lowerBound <= $0.lowerBound && $0.upperBound <= bounds.upperBound }
      )
    else { return nil }
    guard ranges.count > 1 else { return self }
    // Empty ranges and ranges inside the first one add nothing.
    var edit = self
    edit.ranges.removeAll { $0 == first || $0.isEmpty || $0.clamped(to: first) == $0 }
    edit.ranges.insert(first, at: 0)
    return edit
  }
}

/// The outcome of an edit or a key.
public enum Outcome: Hashable, Sendable {
  /// The edit was applied, with this state and content.
  case accepted(EditState, FieldContent)
  /// The text is unchanged; the selection is new.
  case moved(Selection)
  /// The edit was rejected and changed nothing.
  case rejected(Rejection)

  /// Whether the edit or key was not rejected.
  public var isAccepted: Bool { rejection == nil }

  /// Why the edit or key was rejected; nil if it was not.
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
  /// The text is incomplete; the reason lists the characters accepted at the caret.
  case incomplete(reason: Reason)
}

/// Why an edit was rejected, and what would have been accepted.
public struct Rejection: Error, Hashable, Sendable {
  /// The reason, for display.
  public let reason: Reason

  /// Creates a rejection with a reason that is computed each time it is read.
  public init(_ detail: @autoclosure @escaping @Sendable () -> Reason.Detail) {
    reason = Reason(detail())
  }

  /// Creates a rejection with a message of the caller.
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
