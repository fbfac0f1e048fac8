internal import Interactors
internal import Records
internal import Replies
internal import Validation
package import Values

/// One editing of a field by a person: what a ``Keyboard`` shows, and where its keys go.
///
/// That of a form goes from field to field, each with its own name and text.
///
/// Places count the Unicode scalars of the text, as terminals do.
package final class FieldEditing {
  /// The name of the field, or the path of the property that is edited.
  package var name: String { field.name }
  /// The unit of the property that is edited, which is beside the text and not in it.
  package var unit: String? { field.interactor.property?.unit }
  /// What comes before the text and is not in it.
  package var prefix: String? { field.interactor.property?.prefix }
  /// What the person should know: what is expected, or why the last key was refused.
  package private(set) var hint: String
  /// Whether the editing is over.
  package private(set) var isEnded = false

  let typing: Typing
  private var field: AttachedField { typing.field }

  init(_ typing: Typing) {
    self.typing = typing
    typing.isAtKeyboard = true
    hint = ""
    enter()
    hint = expectation
  }

  /// Begins an editing with all of the text selected, so that what is typed replaces it.
  private func enter() {
    field.interactor.beginEditing()
    if !text.isEmpty { field.interactor.press(.selectAll) }
  }

  /// The text as it is displayed.
  package var text: String { field.interactor.text }

  /// Where the caret is.
  package var caret: Int { places[field.interactor.state.selection.caret] }

  /// What is selected; empty where nothing is.
  package var selection: Range<Int> {
    let range = field.interactor.state.selection.range
    let places = places
    return places[range.lowerBound]..<places[range.upperBound]
  }

  /// The texts that the last key, which was to complete one, could not choose from.
  package private(set) var candidates: [String] = []

  /// Offers a change of the text as one edit; false if it was refused, and nothing has changed.
  ///
  /// A range that begins or ends inside a character takes in all of it. What is inserted or
  /// deleted while something is selected takes the place of that.
  ///
  /// - Parameter isTyped: whether the replacement was typed as one character, not put in at once.
  package func replace(
    _ range: Range<Int>, with replacement: String, isTyped: Bool
  ) -> Bool {
    typing.goOn()
    if !selection.isEmpty, range.isEmpty || replacement.isEmpty {
      return told(
        typing.offer(
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
      typing.offer(
        Edit(range: lower..<upper, replacement: replacement, isTyped: isTyped && isWhole)))
  }

  /// Moves the caret; where it would be inside a character it goes past it.
  package func move(to place: Int) {
    typing.goOn()
    let places = places
    let target =
      place < caret
      ? places.lastIndex { $0 <= place } ?? 0
      : places.firstIndex { $0 >= place } ?? places.count - 1
    _ = told(typing.press(.go(target)))
  }

  /// Presses a key; false if it was refused.
  package func press(_ key: Key) -> Bool {
    typing.forgetRefusal()
    if key == .escape, typing.ask(), let question = typing.question {
      hint = question
      return false
    }
    if key != .escape { typing.goOn() }
    let refused = field.interactor.unanswered
    candidates = key == .tab ? field.interactor.candidates : []
    let before = field
    let outcome = typing.press(key)
    follow(from: before)
    let isTaken = told(outcome)
    // The question answers the refusal, whose reason the person still wants to see.
    if let refused, field === before, field.interactor.unanswered == nil, !isTaken {
      hint += " (\(refused.reason))"
    }
    // What can be chosen from is listed instead.
    return isTaken || !candidates.isEmpty
  }

  /// Cancels the editing without asking.
  package func cancel() {
    _ = typing.ask()
    _ = press(.escape)
  }

  /// Looks for what other programs have changed: what the form has not touched shows it, and a form
  /// whose record they have deleted ends.
  package func refresh() {
    let before = field
    typing.refresh()
    follow(from: before)
    if field !== before { hint = typing.loss?.message ?? expectation }
  }

  /// Ends the editing with its form, or goes on in the field to which the keys go now.
  private func follow(from before: AttachedField) {
    isEnded = typing.form == nil ? !field.interactor.isEditing : typing.isFormEnded
    if isEnded {
      typing.forgetRefusal()
    } else if field !== before || !field.interactor.isEditing {
      enter()
    }
  }

  private func told(_ outcome: Typing.KeyOutcome) -> Bool {
    hint = outcome.reason ?? field.interactor.unanswered?.reason.description ?? expectation
    return outcome.reason == nil
  }

  private var expectation: String {
    let writing = field.interactor.writing
    if let reason = field.interactor.fieldState.reason {
      return writing.map { "\($0): \(reason)" } ?? reason.description
    }
    return writing ?? field.interactor.expectation
  }

  /// Where the displayed characters begin and end, in scalars.
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
