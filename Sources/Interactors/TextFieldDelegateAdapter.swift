public import Foundation
public import Validation

/// Connects a field with a view that asks before it changes its text, like the text fields of
/// UIKit.
///
/// The field updates the view as its ``TextFieldView``, so the answer is almost always that the
/// view must not change the text itself.
///
/// ```swift
/// func textField(
///   _ textField: UITextField, shouldChangeCharactersInRanges ranges: [NSValue],
///   replacementString string: String
/// ) -> Bool {
///   adapter.isComposing = textField.markedTextRange != nil
///   return adapter.textField(
///     shouldChangeCharactersIn: ranges.map(\.rangeValue), replacementString: string)
/// }
/// ```
public final class TextFieldDelegateAdapter {
  /// The field that receives the edits.
  public let interactor: TextFieldInteractor

  /// Whether the view contains text that an input method is still composing.
  ///
  /// The view keeps this text. When composing ends, ``textFieldDidChange(to:)`` passes the text to
  /// the field as one edit.
  public var isComposing = false

  /// Why the last edit was rejected; nil if it was accepted.
  public private(set) var rejection: Rejection?

  /// Whether the view may contain a space that autofill has inserted to test the field.
  private var isProbed = false

  /// Creates an adapter for a field.
  public init(_ interactor: TextFieldInteractor) {
    self.interactor = interactor
  }

  // Functions with types of the full Foundation are compiled into the client, so that a program
  // that does not call them does not link Foundation.

  /// Passes a change of the text to the field, and returns whether the view should make the change
  /// itself.
  ///
  /// The result is true only for text being composed, and for the probe that autofill inserts into
  /// an empty field to test whether it can be filled: a field that rejects the probe is never
  /// filled.
  ///
  /// - Parameter ranges: in UTF-16; the first range is replaced, and the other ranges are deleted.
  ///   A range out of bounds or inside a character makes the field reject the edit.
  @_alwaysEmitIntoClient
  public func textField(
    shouldChangeCharactersIn ranges: [NSRange], replacementString string: String
  ) -> Bool {
    shouldChange(ranges.map { ($0.location, $0.length) }, to: string)
  }

  /// Passes a change with text that may be malformed to the field; half of a surrogate pair makes
  /// the field reject the edit.
  @_alwaysEmitIntoClient
  public func textField(
    shouldChangeCharactersIn ranges: [NSRange], replacementUTF16 units: [UInt16]
  ) -> Bool {
    shouldChange(
      ranges.map { ($0.location, $0.length) }, to: String(validating: units, as: UTF16.self))
  }

  /// A range in UTF-16 code units, not validated.
  @usableFromInline typealias Counted = (location: Int, length: Int)

  @usableFromInline func shouldChange(_ ranges: [Counted], to string: String?) -> Bool {
    guard let string else {
      rejection = Rejection(.init(.halfCharacter))
      showAgain()
      return false
    }
    rejection = nil
    if isComposing { return true }
    let text = interactor.text
    if text.isEmpty, ranges.count == 1, ranges[0] == (0, 0), isProbe(string) {
      isProbed = true
      return true
    }
    let wasProbed = isProbed
    isProbed = false
    let places = wasProbed && text.isEmpty ? [0..<0] : self.places(of: ranges, in: text)
    guard let places else {
      rejection = Rejection(.init(.outOfBounds))
      showAgain()
      return false
    }
    let isTyped = string.unicodeScalars.count == 1 && places.count == 1
    offer(Edit(ranges: places, replacement: string, isTyped: isTyped))
    return false
  }

  /// Handles a text that an input method or autofill has put into the view.
  ///
  /// The difference from the field's text is passed to the field as one edit; if the field rejects
  /// it, the view shows the former text again.
  public func textFieldDidChange(to text: String) {
    guard !isComposing else { return }
    let own = interactor.text
    guard !text.utf8.elementsEqual(own.utf8), !isProbed || !isProbe(text) else { return }
    isProbed = false
    rejection = nil
    let (before, after) = (Array(own), Array(text))
    let start = zip(before, after).prefix { $0 == $1 }.count
    let end = zip(before.dropFirst(start).reversed(), after.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let from = before[..<start].reduce(0) { $0 + $1.utf16.count }
    let length = before[start..<before.count - end].reduce(0) { $0 + $1.utf16.count }
    guard let places = places(of: [(from, length)], in: own) else {
      // The difference begins or ends inside a minus sign of several characters, so replace the
      // whole text.
      return offer(
        Edit(
          range: 0..<interactor.format.places(in: own).count - 1, replacement: text, isTyped: false)
      )
    }
    let replacement = String(after[start..<after.count - end])
    offer(Edit(ranges: places, replacement: replacement, isTyped: false))
  }

  /// Begins editing.
  public func textFieldDidBeginEditing() {
    rejection = nil
    interactor.begin()
  }

  /// Handles Return; returns whether editing has ended, so that the view may dismiss the keyboard.
  public func textFieldShouldReturn() -> Bool {
    rejection = nil
    switch interactor.end() {
    case .ended: return true
    case .stays: return false
    case .refused(let violation):
      rejection = Rejection((violation.cause as? Rejection)?.reason ?? Reason(violation))
      return false
    }
  }

  /// Clears the field; returns false, because the view must not clear its text itself.
  public func textFieldShouldClear() -> Bool {
    rejection = nil
    if case .rejected(let rejection) = interactor.press(.clear) { self.rejection = rejection }
    return false
  }

  /// Handles the loss of focus: accepts the text if Return would, otherwise reverts it.
  public func textFieldDidEndEditing() {
    rejection = nil
    interactor.end(.onFocusLoss)
  }

  /// The selection, in UTF-16.
  @_alwaysEmitIntoClient
  public var selectedRange: NSRange {
    NSRange(location: countedSelection.location, length: countedSelection.length)
  }

  /// Adopts the view's selection; an end inside a character is moved behind the character.
  @_alwaysEmitIntoClient
  public func select(_ range: NSRange) { countedSelection = (range.location, range.length) }

  /// Returns the selection as a range of the view's own type; nil if the view does not have its
  /// positions.
  ///
  /// ```swift
  /// selectedTextRange = adapter.selection(
  ///   from: beginningOfDocument, position(from:offset:), textRange(from:to:))
  /// ```
  public func selection<Position, Span>(
    from start: Position, _ position: (Position, Int) -> Position?,
    _ span: (Position, Position) -> Span?
  ) -> Span? {
    let (location, length) = countedSelection
    guard let lower = position(start, location), let upper = position(lower, length) else {
      return nil
    }
    return span(lower, upper)
  }

  @usableFromInline var countedSelection: Counted {
    get {
      let state = interactor.state
      let places = interactor.format.places(in: state.text)
      let range = state.selection.range
      let start = places[range.lowerBound].utf16Offset(in: state.text)
      return (start, places[range.upperBound].utf16Offset(in: state.text) - start)
    }
    set {
      let offsets = offsets(in: interactor.text)
      let end = offsets.count - 1
      func place(_ offset: Int) -> Int { offsets.firstIndex { $0 >= offset } ?? end }
      // An empty NSRange may start at NSNotFound, which is Int.max.
      guard 0..<Int.max ~= newValue.location, newValue.length >= 0 else { return }
      let (upper, isTooFar) = newValue.location.addingReportingOverflow(newValue.length)
      _ = interactor.press(.select(place(newValue.location), isTooFar ? end : place(upper)))
    }
  }

  private func offer(_ edit: Edit) {
    if case .rejected(let rejection) = interactor.offer(edit) {
      self.rejection = rejection
      showAgain()
    }
  }

  private func showAgain() { interactor.view?.updateView(interactor.state) }

  /// Whether a text may be autofill's probe: empty, or a space that the field would reject.
  private func isProbe(_ string: String) -> Bool {
    if string.isEmpty { return true }
    guard string == " " else { return false }
    let edit = Edit(range: 0..<0, replacement: string, isTyped: true)
    let state = EditState(text: "", selection: Selection(caret: 0))
    if case .rejected = interactor.format.outcome(of: edit, in: state) { return true }
    return false
  }

  private func places(of ranges: [Counted], in text: String) -> [Range<Int>]? {
    guard !ranges.isEmpty else { return nil }
    let offsets = offsets(in: text)
    var places: [Range<Int>] = []
    for range in ranges {
      guard range.location >= 0, range.length >= 0 else { return nil }
      let (upper, isTooFar) = range.location.addingReportingOverflow(range.length)
      guard !isTooFar, let start = offsets.firstIndex(of: range.location),
        let end = offsets.firstIndex(of: upper)
      else { return nil }
      places.append(start..<end)
    }
    return places
  }

  private func offsets(in text: String) -> [Int] {
    interactor.format.places(in: text).map { $0.utf16Offset(in: text) }
  }
}
