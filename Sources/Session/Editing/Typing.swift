internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Validation

/// Passes keys to a field or form, and records the outcomes.
///
/// In a form, some keys move to another field; the result of the field left is then reported.
/// Return in the last field ends the form.
final class Typing {
  enum KeyOutcome {
    case accepted, moved
    case rejected(String)
    /// A refused Return, or a refused attempt to leave the field: becomes an error once all keys
    /// are typed.
    case refused(String, cause: Diagnostic? = nil)

    init(_ outcome: ReturnOutcome) {
      self =
        if case .refused(let violation) = outcome {
          .refused(violation.message, cause: violation.cause as? Diagnostic)
        } else {
          .accepted
        }
    }

    var reason: String? {
      switch self {
      case .accepted, .moved: nil
      case .rejected(let reason), .refused(let reason, _): reason
      }
    }
  }

  private(set) var field: BoundField
  let form: BoundForm?
  /// Why only `<Esc>` is accepted; nil if all keys are.
  private(set) var obstacle: Diagnostic?
  /// The error that the edited record was deleted; keys must not go to another record.
  private(set) var loss: Diagnostic?
  /// Whether an interactive user sees the focus; moving on then acknowledges a loss.
  var isAtKeyboard = false
  /// Whether the results of fields are not reported, because the form reports what it stored.
  var isQuiet = false
  /// Whether the form was left; the next key begins again in its first field.
  private(set) var isFormEnded = false
  private(set) var cancelledForm: BoundForm?
  /// The form that a key has ended, even if keys were sent only to one of its fields.
  private(set) var endedForm: BoundForm?
  private(set) var rejected: [KeyRejection] = []
  /// Why the first refused Return was refused.
  private(set) var refusal: Diagnostic?
  private let editing: Editing
  private let span: SourceSpan
  private let isTraced: Bool
  private var keys: [TypeResult.Key] = []
  /// The result of the form's last field; kept because its row may have changed since.
  private var lastResult: TypeResult?
  /// The field that was removed with its row when the form was cancelled.
  private var cancelled: (field: String, path: String)?

  init(
    into field: BoundField, blockedBy obstacle: Diagnostic?, _ editing: Editing,
    at span: SourceSpan, isTraced: Bool = false
  ) {
    self.field = field
    form = nil
    self.obstacle = obstacle
    self.editing = editing
    self.span = span
    self.isTraced = isTraced
  }

  init(
    into form: BoundForm, beginningIn field: BoundField, blockedBy obstacle: Diagnostic?,
    after loss: Diagnostic?, _ editing: Editing, at span: SourceSpan, isTraced: Bool = false
  ) {
    self.field = field
    self.form = form
    self.obstacle = obstacle
    self.loss = loss
    self.editing = editing
    self.span = span
    self.isTraced = isTraced
  }

  /// The result of the keys sent to the current field; nil if the field was removed.
  var result: TypeResult? {
    if let lastResult { return lastResult }
    if field.loss != nil { return nil }
    if let form, form.field(of: field.interactor) == nil {
      return cancelled.map { TypeResult(ofGone: $0.field, on: $0.path, rejected, keys) }
    }
    return TypeResult(of: field, on: subject, rejected, isTraced ? keys : nil)
  }

  /// The edited property in command syntax: the field's path, unless it has led elsewhere since
  /// editing began.
  private var subject: String {
    guard let path = field.path, !path.isPlain else { return field.subject }
    if let place = try? editing.resolver.place(path), place.record == field.record {
      return field.subject
    }
    return "\(field.record).\(field.interactor.propertyName.asName)"
  }

  // MARK: Keys

  func press(_ key: Key) -> KeyOutcome {
    if isAtKeyboard, loss != nil, [.enter, .submit, .tab, .up, .down].contains(key) {
      loss = nil
      // Submitting does not depend on the focus.
      if key != .submit { return .moved }
    }
    if key != .escape { form?.hasAsked = false }
    let outcome = note(key) {
      switch key {
      case .enter:
        // Like any first key, Return begins editing.
        if field.interactor.objection == nil { field.interactor.beginEditing() }
        return advance { field.interactor.endEditing() }
      case .submit: return submit()
      case .down: return advance(leave)
      case .tab:
        let candidates = field.interactor.candidates
        if !candidates.isEmpty { return .rejected(Self.choice(of: candidates)) }
        return field.interactor.complete().map(self.outcome) ?? advance(leave)
      case .up: return advance(isBack: true, leaveBack)
      case .escape:
        // An interactive user has been asked before.
        if !isAtKeyboard, form != nil, ask() { return .accepted }
        cancelled = (field.name, subject)
        if let form = form ?? field.editedForm {
          form.hasAsked = false
          if form.interactor.hasEdits { cancelledForm = form }
          form.interactor.cancel()
          endedForm = form
        } else if editing.endIfLost(field) == nil {
          field.interactor.cancelEditing()
        }
        return .accepted
      case .addRow:
        return changeRows("the form has no list to add a row to") {
          form, field throws(Diagnostic) in
          guard let list = try editing.list(forRowAfter: field, of: form) else { return nil }
          let outcome = KeyOutcome(leave())
          guard case .accepted = outcome else { return outcome }
          try editing.addRow(to: list, of: form, after: field, at: span)
          return .accepted
        }
      case .removeRow:
        return changeRows("the field is not in a row of a list") { form, field throws(Diagnostic) in
          try editing.removeRow(of: field, from: form, at: span) ? .accepted : nil
        }
      case .paste(let text): return paste(text)
      case .yank: return paste(editing.pasteboard)
      default: return edit(with: key)
      }
    }
    followFocus()
    return outcome
  }

  func offer(_ edit: Edit) -> KeyOutcome {
    note(Key(edit)) {
      inserting(edit.replacement) { field.interactor.offer(edit) }
    }
  }

  /// Applies changes of other programs, and leaves a deleted record; a failed read is retried at
  /// the next key.
  func refresh() {
    do throws(Diagnostic) {
      guard try attempt(editing.store.journal.refresh()) else { return }
      editing.feed.notifyTypeChanges()
      try editing.refreshRecords(ofOthers: true)
      if let form, !isFormEnded {
        if form.loss != nil { loss = try editing.takeLoss(of: form, at: span) }
        loss = try leaveDeletedRecord(of: form) ?? loss
      }
    } catch {
      return
    }
    followFocus()
  }

  /// The question that `<Esc>` asks before it discards the changes of a form; nil if there is none.
  var question: String? {
    guard let form = form ?? field.editedForm, form.hasAsked else { return nil }
    let count = form.interactor.numberOfChanges
    return count == 1
      ? "1 change; Esc again discards it" : "\(count) changes; Esc again discards them"
  }

  /// Asks whether to discard the changes of a form; returns false if there is no form, no change,
  /// or if a question was already asked.
  func ask() -> Bool {
    guard let form = form ?? field.editedForm, !form.isContested, !form.hasAsked,
      form.interactor.numberOfChanges > 0
    else { return false }
    form.hasAsked = true
    return true
  }

  func goOn() {
    let form = form ?? field.editedForm
    form?.isContested = false
    form?.hasAsked = false
  }

  func forgetRefusal() { refusal = nil }

  private func note(_ key: Key, _ press: () -> KeyOutcome) -> KeyOutcome {
    if isAtKeyboard, (try? editing.store.journal.hasChangedTypes()) == true { refresh() }
    // Esc is always possible.
    let failure = key == .escape ? nil : beginAnew() ?? obstacle ?? loss ?? field.loss
    let at = field.interactor.state.selection.caret
    let outcome = failure.map { .refused($0.message, cause: $0) } ?? named(press())
    editing.noteKey(isRejected: outcome.reason != nil)
    defer { if isTraced { keys.append(TypeResult.Key(key.description, outcome, in: field)) } }
    guard let reason = outcome.reason else { return outcome }
    rejected.append(
      KeyRejection(field: field.name, key: key.description, at: at, reason: reason))
    if case .refused(_, let cause) = outcome, refusal == nil {
      let isAsked = field.interactor.fieldState == .acceptable
      refusal =
        cause
        ?? Diagnostic(.refused, isAsked ? reason : "\(field.name) is incomplete: \(reason)")
    }
    return outcome
  }

  /// In a form, a question names its field, which may be another one.
  private func named(_ outcome: KeyOutcome) -> KeyOutcome {
    guard let form, case .refused(let reason, nil) = outcome,
      field.interactor.fieldState == .acceptable
    else { return outcome }
    // The form has focused on the field at fault.
    let culprit = form.interactor.focusedField.flatMap(form.field) ?? field
    return .refused("\(culprit.name): \(reason)")
  }

  private static func choice(of candidates: [String]) -> String {
    let most = 10
    let names = candidates.prefix(most).map { "\"\($0)\"" }
    let left = candidates.count - names.count
    return left == 0
      ? "it can be \(names.listed())"
      : "it can be \(names.joined(separator: ", ")) or one of \(left) more"
  }

  private func edit(with key: Key) -> KeyOutcome {
    let selected = field.interactor.selectedText
    let outcome = outcome(of: field.interactor.press(key))
    if key == .cut || key == .copy, !selected.isEmpty, outcome.reason == nil {
      editing.pasteboard = selected
    }
    return outcome
  }

  private func paste(_ text: String) -> KeyOutcome {
    inserting(text) { field.interactor.press(.paste(text)) }
  }

  private func inserting(_ text: String, _ change: () -> Outcome) -> KeyOutcome {
    if text.unicodeScalars.contains("\0") { return .rejected("no text holds U+0000") }
    return outcome(of: change())
  }

  private func outcome(of outcome: Outcome) -> KeyOutcome {
    switch outcome {
    case .accepted: .accepted
    case .moved: .moved
    case .rejected(let rejection): .rejected(rejection.message)
    }
  }

  // MARK: Fields of a form

  /// Leaves the field like Return, even if a required value is missing.
  private func leave() -> ReturnOutcome {
    let interactor = field.interactor
    if interactor.isRequired, interactor.value == nil { interactor.beginEditing() }
    return interactor.leave()
  }

  /// Moves to the previous field; in a form an empty required field can be left, because the form
  /// has not ended.
  private func leaveBack() -> ReturnOutcome {
    let interactor = field.interactor
    guard form?.interactor.previousField != nil, interactor.isRequired, interactor.text.isEmpty
    else { return leave() }
    interactor.cancelEditing()
    return .ended
  }

  /// Changes the rows of the form; refuses the key if the form has no rows.
  private func changeRows(
    _ objection: String,
    _ change: (BoundForm, BoundField) throws(Diagnostic) -> KeyOutcome?
  ) -> KeyOutcome {
    guard let form else { return .rejected("\(field.name) is not edited as a part of a form") }
    do throws(Diagnostic) {
      return try change(form, field) ?? .rejected(objection)
    } catch {
      return .refused(error.message, cause: error)
    }
  }

  /// Begins again in the first field after the form has ended; returns the error if that is
  /// impossible.
  private func beginAnew() -> Diagnostic? {
    guard let form, isFormEnded else { return nil }
    do throws(Diagnostic) {
      let first = try editing.firstField(of: form, at: span)
      try editing.enter(form, in: first, at: span)
      isFormEnded = false
      turn(to: first)
      return nil
    } catch {
      return error
    }
  }

  /// The form that will create the field's record, if no key has been sent to the form yet.
  private var formOfNew: BoundForm? {
    guard field.record.isDraft else { return nil }
    return editing.names.drafts.first { form in form.fields.contains { $0 === field } }
  }

  /// Ends the form from any field, leaving the field like Return.
  private func submit() -> KeyOutcome {
    if field.interactor.objection == nil { field.interactor.beginEditing() }
    guard let form = form ?? field.editedForm ?? formOfNew else {
      return KeyOutcome(field.interactor.endEditing())
    }
    do throws(Diagnostic) {
      if form.interactor.focusedField == nil { try editing.enter(form, in: field, at: span) }
      if let loss = try leaveDeletedRecord(of: form) {
        // Report lost rows at once, because the next key stores the rest.
        let lost = form.interactor.isEditing ? editing.takeLostRows(of: form) : nil
        self.loss = lost ?? loss
        return .refused((lost ?? loss).message, cause: lost ?? loss)
      }
      if let lost = editing.takeLostRows(of: form) { throw lost }
      let left = leave()
      guard left == .ended else { return KeyOutcome(left) }
      try editing.takeOver(field)
      let ended = form.interactor.end()
      if ended == .ended { endedForm = form }
      return KeyOutcome(ended)
    } catch {
      return .refused(error.message, cause: error)
    }
  }

  /// Handles a key that leaves the field: in a form, prepares and focuses on the next one.
  private func advance(isBack: Bool = false, _ leave: () -> ReturnOutcome) -> KeyOutcome {
    guard let form else { return KeyOutcome(leave()) }
    do throws(Diagnostic) {
      if let loss = try leaveDeletedRecord(of: form) {
        self.loss = loss
        return .refused(loss.message, cause: loss)
      }
      let next = isBack ? form.interactor.previousField : form.interactor.nextField
      if !isBack, next == nil, let lost = editing.takeLostRows(of: form) { throw lost }
      if let next = next.flatMap(form.field),
        let obstacle = editing.obstacle(to: next, in: form, at: span)
      {
        throw obstacle
      }
      let left = leave()
      guard left == .ended else { return KeyOutcome(left) }
      try editing.takeOver(field)
      if isBack {
        try form.interactor.goBack(preparing: preparation(in: form))
        return .accepted
      }
      return KeyOutcome(try form.interactor.goOn(preparing: preparation(in: form)))
    } catch {
      return .refused(error.message, cause: error)
    }
  }

  private func preparation(
    in form: BoundForm
  ) -> (TextFieldInteractor) throws(Diagnostic) -> Void {
    { [editing, span] (next: TextFieldInteractor) throws(Diagnostic) in
      if let next = form.field(of: next) { try editing.prepare(next, in: form, at: span) }
    }
  }

  /// Leaves the field's record if another program has deleted it, and returns the error. A form on
  /// the record is cancelled, its row is removed, and nested interactors on deleted records are
  /// deactivated.
  private func leaveDeletedRecord(of form: BoundForm) throws(Diagnostic) -> Diagnostic? {
    let id = field.record
    let isGone = try !editing.resolver.exists(id)
    if isGone { try editing.refreshRecords(ofOthers: true) }
    if try !editing.resolver.exists(form.record) {
      editing.cancelEditing(of: form)
      return editing.isGone(form.record)
    }
    try editing.deactivateNestedOnDeletedRecords(of: form)
    try form.interactor.settleFocus(preparing: preparation(in: form))
    return isGone ? editing.isGone(id) : nil
  }

  private func followFocus() {
    guard let form, !isFormEnded else { return }
    if let focused = form.interactor.focusedField.flatMap(form.field) {
      if focused !== field { turn(to: focused) }
    } else {
      isFormEnded = true
      lastResult = result
      // The rows of drafts now belong to records.
      do throws(Diagnostic) { try editing.refreshRecords() } catch { refusal = refusal ?? error }
    }
  }

  /// Switches to another field, and reports the result of the current one.
  private func turn(to next: BoundField) {
    // A removed field was reported by a warning.
    if let result, !isQuiet { editing.say(.typed(result)) }
    (rejected, keys, lastResult, obstacle) = ([], [], nil, nil)
    field = next
  }
}

extension Key {
  fileprivate init(_ edit: Edit) {
    if edit.replacement.isEmpty {
      self = .delete
    } else if edit.isTyped, let scalar = edit.replacement.unicodeScalars.first {
      self = .character(scalar)
    } else {
      self = .paste(edit.replacement)
    }
  }
}
