internal import Interactors
internal import Records
internal import Validation
package import Values

/// The state of editing for a keyboard. Positions count Unicode scalars of the text, like
/// terminals.
extension EditingSession {
  package var name: String { field.name }
  /// The unit, which is not part of the text.
  package var unit: String? { field.interactor.property?.unit }
  /// The prefix, which is not part of the text.
  package var prefix: String? { field.interactor.property?.prefix }

  /// Begins editing with the whole text selected, so that typed text replaces it.
  func enter() {
    field.interactor.begin()
    if !text.isEmpty { field.interactor.press(.selectAll) }
  }

  package var text: String { field.interactor.text }

  package var caret: Int { places[field.interactor.state.selection.caret] }

  package var selection: Range<Int> {
    let range = field.interactor.state.selection.range
    let places = places
    return places[range.lowerBound]..<places[range.upperBound]
  }

  /// Applies a change of the text as one edit; returns false, and changes nothing, if it is
  /// rejected.
  ///
  /// A range is extended to whole characters. If there is a selection, an insertion or deletion
  /// replaces it.
  ///
  /// - Parameter isTyped: Whether the replacement was typed as one character rather than pasted.
  package func replace(
    _ range: Range<Int>, with replacement: String, isTyped: Bool
  ) -> Bool {
    goOn()
    if !selection.isEmpty, range.isEmpty || replacement.isEmpty {
      return told(
        offer(
          Edit(
            range: field.interactor.state.selection.range, replacement: replacement,
            isTyped: isTyped)))
    }
    let places = places
    let lower = places.lastIndex { $0 <= range.lowerBound } ?? 0
    let upper = places.firstIndex { $0 >= range.upperBound } ?? places.count - 1
    let scalars = text.unicodeScalars
    func part(_ from: Int, _ to: Int) -> String {
      String(String.UnicodeScalarView(scalars.dropFirst(from).prefix(max(0, to - from))))
    }
    let isWhole = places[lower] == range.lowerBound && places[upper] == range.upperBound
    var replacement = replacement
    if !isWhole, !replacement.isEmpty {
      replacement =
        part(places[lower], range.lowerBound) + replacement + part(range.upperBound, places[upper])
    }
    return told(
      offer(
        Edit(range: lower..<upper, replacement: replacement, isTyped: isTyped && isWhole)))
  }

  /// Moves the caret; if the position is inside a character, to the character's boundary in the
  /// direction of the move.
  package func move(to place: Int) {
    goOn()
    let places = places
    let target =
      place < caret
      ? places.lastIndex { $0 <= place } ?? 0
      : places.firstIndex { $0 >= place } ?? places.count - 1
    _ = told(press(.go(target)))
  }

  package func type(_ key: Key) -> Bool {
    forgetRefusal()
    if key == .escape, listed == nil, ask(), let question = question {
      hint = question
      return false
    }
    if key != .escape || listed != nil { goOn() }
    let refused = field.interactor.unanswered
    let possible = field.interactor.candidates
    candidates = key == .tab && form == nil && possible.count > 1 ? possible.texts : []
    let before = field
    let outcome = press(key)
    follow(from: before)
    let isTaken = told(outcome)
    // Keep showing the reason for the rejection after the user has answered the question.
    if let refused, field === before, field.interactor.unanswered == nil, !isTaken {
      hint += " (\(refused.reason))"
    }
    // The keyboard lists the candidates instead of an error.
    return isTaken || !candidates.isEmpty
  }

  package func cancel() {
    _ = ask()
    _ = type(.escape)
  }

  /// Applies changes by other programs: untouched fields show them, and a form ends if its record
  /// was deleted.
  package func refresh() {
    let before = field
    followOthers()
    follow(from: before)
    if field !== before { hint = loss?.message ?? expectation }
  }

  func moving(_ move: () throws(WorkspaceError) -> Void) -> Bool {
    forgetRefusal()
    let before = field
    var failure: WorkspaceError?
    do throws(WorkspaceError) { try move() } catch { failure = error }
    followFocus()
    follow(from: before)
    if let failure { hint = failure.message }
    return failure == nil
  }

  private func follow(from before: BoundField) {
    isEnded = form == nil ? !field.interactor.isEditing : isFormEnded
    if isEnded {
      forgetRefusal()
    } else if field !== before || !field.interactor.isEditing {
      enter()
    }
  }

  private func told(_ outcome: KeyOutcome) -> Bool {
    hint = outcome.reason ?? field.interactor.unanswered?.reason.description ?? expectation
    return outcome.reason == nil
  }

  var expectation: String {
    let writing = field.interactor.writing
    if let reason = field.interactor.fieldState.reason {
      return writing.map { "\($0): \(reason)" } ?? reason.description
    }
    return writing ?? field.interactor.expectation
  }

  /// The boundaries of the displayed characters, as scalar offsets.
  private var places: [Int] {
    let text = field.interactor.text
    var count = 0
    var index = text.startIndex
    return field.interactor.format.places(in: text).map { place in
      count += text.unicodeScalars[index..<place].count
      index = place
      return count
    }
  }
}
