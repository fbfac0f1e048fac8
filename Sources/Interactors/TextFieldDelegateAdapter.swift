public import Foundation
public import Validation

/// Connects a field with a view that asks before it changes its text, as the text fields of UIKit
/// do.
///
/// UIKit counts in UTF-16 and asks its delegate; a delegate hands the questions on and does what it
/// is told. What the field makes of an edit, the view hears as its ``TextFieldView``, so the answer
/// is nearly always that it must not change the text by itself.
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
  /// The field that edits are offered to.
  public let interactor: TextFieldInteractor

  /// Whether the view holds text that an input method is still composing.
  ///
  /// Such text is left to the view. When it is composed, ``textFieldDidChange(to:)`` offers all of
  /// it as one edit.
  public var isComposing = false

  /// Why the last edit was refused; nil if it was taken.
  public private(set) var rejection: Rejection?

  /// Whether the view may hold a space that was put in to find out whether the field can be filled.
  private var isProbed = false

  /// Makes an adapter for a field.
  public init(_ interactor: TextFieldInteractor) {
    self.interactor = interactor
  }

  // MARK: What a delegate is asked

  // What names a type that only all of Foundation has is compiled where it is called, so that a
  // program that calls nothing of it is linked with less.

  /// Offers a change of the text, and says whether the view is to carry it out by itself.
  ///
  /// It is not, but for text that is being composed and for what autofill puts into an empty field
  /// to find out whether it can be filled: a field that refuses this is never filled.
  ///
  /// - Parameter ranges: counted in UTF-16; the first is replaced, the others are deleted. One out
  ///   of bounds or inside a character makes the edit one that is refused.
  @_alwaysEmitIntoClient
  public func textField(
    shouldChangeCharactersIn ranges: [NSRange], replacementString string: String
  ) -> Bool {
    shouldChange(ranges.map { ($0.location, $0.length) }, to: string)
  }

  /// Offers a change by text that is not known to be well formed; half of a surrogate pair makes
  /// the edit one that is refused.
  @_alwaysEmitIntoClient
  public func textField(
    shouldChangeCharactersIn ranges: [NSRange], replacementUTF16 units: [UInt16]
  ) -> Bool {
    shouldChange(
      ranges.map { ($0.location, $0.length) }, to: String(validating: units, as: UTF16.self))
  }

  /// A range as Foundation has it, whose end may be out of bounds.
  @usableFromInline typealias Counted = (location: Int, length: Int)

  /// Offers a change of the text; one to no text is refused.
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

  /// Takes the text that an input method or autofill has put into the view.
  ///
  /// What differs from the text of the field is one edit; if it is refused, the view is given the
  /// text from before.
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
      // The text has no caret there: a sign of several scalars is one character to the field.
      return offer(
        Edit(
          range: 0..<interactor.format.places(in: own).count - 1, replacement: text, isTyped: false)
      )
    }
    let replacement = String(after[start..<after.count - end])
    offer(Edit(ranges: places, replacement: replacement, isTyped: false))
  }

  /// Begins an editing.
  public func textFieldDidBeginEditing() {
    rejection = nil
    interactor.beginEditing()
  }

  /// Return: whether the editing has ended, so that the view may give up the keyboard.
  public func textFieldShouldReturn() -> Bool {
    rejection = nil
    switch interactor.endEditing() {
    case .ended: return true
    case .stays: return false
    case .refused(let violation):
      rejection = Rejection((violation.cause as? Rejection)?.reason ?? Reason(violation))
      return false
    }
  }

  /// Clears the field; the view is not to do so by itself.
  public func textFieldShouldClear() -> Bool {
    rejection = nil
    if case .rejected(let rejection) = interactor.press(.clear) { self.rejection = rejection }
    return false
  }

  /// The focus is lost: what Return would keep is kept, anything else goes.
  public func textFieldDidEndEditing() {
    rejection = nil
    interactor.loseFocus()
  }

  // MARK: Selections

  /// The selection in UTF-16, as the view counts it.
  @_alwaysEmitIntoClient
  public var selectedRange: NSRange {
    NSRange(location: countedSelection.location, length: countedSelection.length)
  }

  /// Takes over a selection of the view; an end inside a character goes after it.
  @_alwaysEmitIntoClient
  public func select(_ range: NSRange) { countedSelection = (range.location, range.length) }

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
      // A range of nothing begins at the greatest number.
      guard 0..<Int.max ~= newValue.location, newValue.length >= 0 else { return }
      let (upper, isTooFar) = newValue.location.addingReportingOverflow(newValue.length)
      _ = interactor.press(.select(place(newValue.location), isTooFar ? end : place(upper)))
    }
  }

  // MARK: Counting

  private func offer(_ edit: Edit) {
    if case .rejected(let rejection) = interactor.offer(edit) {
      self.rejection = rejection
      showAgain()
    }
  }

  /// Gives the view the text again, which it may have changed by itself.
  private func showAgain() { interactor.view?.updateView(interactor.state) }

  /// Whether a text is what autofill begins with, and nothing the field could hold.
  private func isProbe(_ string: String) -> Bool {
    if string.isEmpty { return true }
    guard string == " " else { return false }
    let edit = Edit(range: 0..<0, replacement: string, isTyped: true)
    let state = EditState(text: "", selection: Selection(caret: 0))
    if case .rejected = interactor.format.outcome(of: edit, in: state) { return true }
    return false
  }

  /// The places of ranges in UTF-16; nil if one is out of bounds or inside a character.
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

  /// The offset in UTF-16 of each place where a caret can be.
  private func offsets(in text: String) -> [Int] {
    interactor.format.places(in: text).map { $0.utf16Offset(in: text) }
  }
}
