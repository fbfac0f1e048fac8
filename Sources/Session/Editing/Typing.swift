internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Validation

/// Passes keys to a field or form, and keeps the outcome.
///
/// In a form some keys go on to another field; the result of each field that is left is said then.
/// Return in the last one ends the form.
final class Typing {
  /// What became of a key.
  enum KeyOutcome {
    case accepted, moved
    case rejected(String)
    /// Return, or leaving, was refused: an error once all keys are typed.
    case refused(String, cause: Diagnostic? = nil)

    /// What became of Return, or of leaving.
    init(_ outcome: ReturnOutcome) {
      self =
        if case .refused(let violation) = outcome {
          .refused(violation.message, cause: violation.cause as? Diagnostic)
        } else {
          .accepted
        }
    }

    /// Why the key was not taken.
    var reason: String? {
      switch self {
      case .accepted, .moved: nil
      case .rejected(let reason), .refused(let reason, _): reason
      }
    }
  }

  /// Where the keys go now.
  private(set) var field: AttachedField
  /// The form whose field it is, where the keys were sent to that.
  let form: AttachedForm?
  /// Why no key but `<Esc>` is taken; nil where keys are.
  private(set) var obstacle: Diagnostic?
  /// The error that the record being edited was deleted; no key is passed to another record.
  private(set) var loss: Diagnostic?
  /// Whether a person types, who sees where the keys go; moving on acknowledges a loss.
  var isAtKeyboard = false
  /// Whether the results of the fields that are left go unsaid, for the form says what it stored.
  var isQuiet = false
  /// Whether the form was left; the next key begins in its first field again.
  private(set) var isFormEnded = false
  /// The form whose changes `<Esc>` has discarded.
  private(set) var cancelledForm: AttachedForm?
  /// The form that a key has ended, whose field it may have been sent to alone.
  private(set) var endedForm: AttachedForm?
  /// The keys that the field has refused.
  private(set) var rejected: [KeyRejection] = []
  /// Why a Return was refused, the first that was.
  private(set) var refusal: Diagnostic?
  private let editing: Editing
  private let span: SourceSpan
  private let isTraced: Bool
  private var keys: [TypeResult.Key] = []
  /// The result of the last field of the form, whose row may have changed since.
  private var lastResult: TypeResult?
  /// The name of the field that was removed with its row when the form was cancelled.
  private var cancelled: (field: String, path: String)?

  init(
    into field: AttachedField, blockedBy obstacle: Diagnostic?, _ editing: Editing,
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
    into form: AttachedForm, beginningIn field: AttachedField, blockedBy obstacle: Diagnostic?,
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

  /// What has become of the keys that went to the present field; nil where it is gone.
  var result: TypeResult? {
    if let lastResult { return lastResult }
    if field.loss != nil { return nil }
    if let form, form.field(of: field.interactor) == nil {
      return cancelled.map { TypeResult(ofGone: $0.field, on: $0.path, rejected, keys) }
    }
    return TypeResult(of: field, on: subject, rejected, isTraced ? keys : nil)
  }

  /// The property that the field edits, as a command writes it: that of its path, unless the path
  /// has come to lead elsewhere since the editing began.
  private var subject: String {
    guard let path = field.path, !path.isPlain else { return field.subject }
    if let place = try? editing.resolver.place(path), place.record == field.record {
      return field.subject
    }
    return "\(field.record).\(field.interactor.propertyName.asName)"
  }

  // MARK: Keys

  /// Presses a key.
  func press(_ key: Key) -> KeyOutcome {
    if isAtKeyboard, loss != nil, [.enter, .submit, .tab, .up, .down].contains(key) {
      loss = nil
      // To store does not depend on where the keys go.
      if key != .submit { return .moved }
    }
    if key != .escape { form?.hasAsked = false }
    let outcome = note(key) {
      switch key {
      case .enter:
        // As any key, the first one begins an editing.
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
        // A person at a keyboard has been asked before.
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

  /// Offers a change of the text.
  func offer(_ edit: Edit) -> KeyOutcome {
    note(Key(edit)) {
      inserting(edit.replacement) { field.interactor.offer(edit) }
    }
  }

  /// Shows what other programs have changed, and leaves a record that they have deleted; a failed
  /// read is repeated at the next key.
  func refresh() {
    do throws(Diagnostic) {
      guard try attempt(editing.store.refresh()) else { return }
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

  /// What `<Esc>` has asked before it discards the changes of a form; nil where nothing is asked.
  var question: String? {
    guard let form = form ?? field.editedForm, form.hasAsked else { return nil }
    let count = form.interactor.numberOfChanges
    return count == 1
      ? "1 change; Esc again discards it" : "\(count) changes; Esc again discards them"
  }

  /// Asks whether the changes of a form are to be discarded; false where there are none, keys go to
  /// one field only, or that was asked already, or whose values are to stay.
  func ask() -> Bool {
    guard let form = form ?? field.editedForm, !form.isContested, !form.hasAsked,
      form.interactor.numberOfChanges > 0
    else { return false }
    form.hasAsked = true
    return true
  }

  /// Notes that the editing of a form goes on, whatever was asked.
  func goOn() {
    let form = form ?? field.editedForm
    form?.isContested = false
    form?.hasAsked = false
  }

  /// Forgets the Return that was refused, for the editing goes on.
  func forgetRefusal() { refusal = nil }

  private func note(_ key: Key, _ press: () -> KeyOutcome) -> KeyOutcome {
    if isAtKeyboard, (try? editing.store.hasChangedTypes()) == true { refresh() }
    // Nothing is in the way of <Esc>.
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

  /// In a form a question names its field, for it could be that of another one.
  private func named(_ outcome: KeyOutcome) -> KeyOutcome {
    guard let form, case .refused(let reason, nil) = outcome,
      field.interactor.fieldState == .acceptable
    else { return outcome }
    // The form gives the focus to the field that is to blame.
    let culprit = form.interactor.focusedField.flatMap(form.field) ?? field
    return .refused("\(culprit.name): \(reason)")
  }

  /// Says what a text can become.
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

  /// Leaves the field as Return does, also one that is empty and must not be so.
  private func leave() -> ReturnOutcome {
    let interactor = field.interactor
    if interactor.isRequired, interactor.value == nil { interactor.beginEditing() }
    return interactor.leave()
  }

  /// Leaves the field for the one before: in a form also one that must not stay empty, which it does
  /// not keep, for the form is not over yet.
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
    _ change: (AttachedForm, AttachedField) throws(Diagnostic) -> KeyOutcome?
  ) -> KeyOutcome {
    guard let form else { return .rejected("\(field.name) is not edited as a part of a form") }
    do throws(Diagnostic) {
      return try change(form, field) ?? .rejected(objection)
    } catch {
      return .refused(error.message, cause: error)
    }
  }

  /// Begins in the first field again after the form has ended; returns the reason if that is
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

  /// The form that is to make the record of the field, where no key has gone to it yet.
  private var formOfNew: AttachedForm? {
    guard field.record.isDraft else { return nil }
    return editing.names.drafts.first { form in form.fields.contains { $0 === field } }
  }

  /// Ends the editing from any field of a form: what is left there is left as by Return.
  private func submit() -> KeyOutcome {
    if field.interactor.objection == nil { field.interactor.beginEditing() }
    guard let form = form ?? field.editedForm ?? formOfNew else {
      return KeyOutcome(field.interactor.endEditing())
    }
    do throws(Diagnostic) {
      if form.interactor.focusedField == nil { try editing.enter(form, in: field, at: span) }
      if let loss = try leaveDeletedRecord(of: form) {
        // What is lost with a changed row is said at once, for the next key stores the rest.
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

  /// What becomes of a key that leaves the field: in a form another one is made ready for keys and
  /// gets the focus.
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
    in form: AttachedForm
  ) -> (TextFieldInteractor) throws(Diagnostic) -> Void {
    { [editing, span] (next: TextFieldInteractor) throws(Diagnostic) in
      if let next = form.field(of: next) { try editing.prepare(next, in: form, at: span) }
    }
  }

  /// Leaves the record of the field if another program has deleted it, and says so: the form on it
  /// is cancelled, its row is gone from the form, and what was nested in the form rests.
  private func leaveDeletedRecord(of form: AttachedForm) throws(Diagnostic) -> Diagnostic? {
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

  /// Sends the keys to the field of the form that has the focus now.
  private func followFocus() {
    guard let form, !isFormEnded else { return }
    if let focused = form.interactor.focusedField.flatMap(form.field) {
      if focused !== field { turn(to: focused) }
    } else {
      isFormEnded = true
      lastResult = result
      // Rows that were made are those of records now.
      do throws(Diagnostic) { try editing.refreshRecords() } catch { refusal = refusal ?? error }
    }
  }

  /// Goes on with a field, and says what became of the keys that went to the one before.
  private func turn(to next: AttachedField) {
    // A warning has reported a field that is gone.
    if let result, !isQuiet { editing.say(.typed(result)) }
    (rejected, keys, lastResult, obstacle) = ([], [], nil, nil)
    field = next
  }
}

extension Key {
  /// The key that would have made an edit.
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
