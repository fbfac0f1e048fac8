package import Interactors
internal import RecordStore
package import Records
package import Replies
internal import Validation

/// The editing of a field or form, which receives the keys of scripts, terminals and pages.
///
/// In a form, some keys move to another field, and the result of the previous field is reported.
/// Return in the last field ends the form.
package final class EditingSession {
  package enum KeyOutcome {
    case accepted, moved
    case rejected(String)
    /// A key that becomes an error after the last key: a refused Return, move or change of rows, or
    /// any key except Esc while the field cannot be edited.
    case refused(String, cause: WorkspaceError? = nil)

    package init(_ outcome: ReturnOutcome) {
      self =
        if case .refused(let violation) = outcome {
          .refused(violation.message, cause: violation.cause as? WorkspaceError)
        } else {
          .accepted
        }
    }

    package var reason: String? {
      switch self {
      case .accepted, .moved: nil
      case .rejected(let reason), .refused(let reason, _): reason
      }
    }
  }

  package private(set) var field: BoundField
  package let form: BoundForm?
  /// The reason why only `<Esc>` is accepted; nil if all keys are accepted.
  package private(set) var obstacle: WorkspaceError?
  /// Set if the edited record, row or property was deleted; keys must not go to another field.
  package private(set) var loss: WorkspaceError?
  /// Whether an interactive user sees the focus; a move of the focus then acknowledges a loss.
  private(set) var isAtKeyboard = false
  /// Whether the results of fields are not reported, because the form reports what it stored.
  package var isQuiet = false
  /// Whether the form has ended; the next key begins again in its first field.
  private(set) var isFormEnded = false
  package private(set) var cancelledForm: BoundForm?
  /// The form that a key has ended, even if the keys were sent to only one of its fields.
  private(set) var endedForm: BoundForm?
  package private(set) var rejected: [KeyRejection] = []
  /// The error of the first refused key, see ``KeyOutcome/refused(_:cause:)``.
  package private(set) var refusal: WorkspaceError?
  let editing: Editing
  private let isTraced: Bool
  private var keys: [TypeResult.Key] = []
  /// The result of the form's last field, kept because its row may change afterwards.
  private var lastResult: TypeResult?
  /// A message for the user: the expected values, or why the last key was rejected.
  package internal(set) var hint = ""
  package internal(set) var isEnded = false
  /// The candidates of an ambiguous Tab.
  package internal(set) var candidates: [String] = []
  private var list = CandidateList()
  /// The field in which Esc was pressed, for the result if its row disappears with the form.
  private var cancelled: (field: String, path: String)?

  package init(
    into field: BoundField, blockedBy obstacle: WorkspaceError?, _ editing: Editing,
    isTraced: Bool = false
  ) {
    self.field = field
    form = nil
    self.obstacle = obstacle
    self.editing = editing
    self.isTraced = isTraced
  }

  package init(
    into form: BoundForm, beginningIn field: BoundField, blockedBy obstacle: WorkspaceError?,
    after loss: WorkspaceError?, _ editing: Editing, isTraced: Bool = false
  ) {
    self.field = field
    self.form = form
    self.obstacle = obstacle
    self.loss = loss
    self.editing = editing
    self.isTraced = isTraced
  }

  package var result: TypeResult? {
    if let lastResult { return lastResult }
    if field.loss != nil { return nil }
    if let form, form.field(of: field.interactor) == nil {
      return cancelled.map { TypeResult(ofGone: $0.field, on: $0.path, rejected, keys) }
    }
    return TypeResult(of: field, on: subject, rejected, isTraced ? keys : nil)
  }

  /// The edited property in command syntax: the field's path, unless the path now leads to another
  /// record.
  private var subject: String {
    guard let path = field.path, !path.isPlain else { return field.subject }
    if let place = try? editing.workspace.reader.place(path), place.record == field.record {
      return field.subject
    }
    return "\(field.record).\(field.interactor.propertyName.asName)"
  }

  package func beginAtKeyboard() {
    isAtKeyboard = true
    enter()
    hint = expectation
  }

  package func press(_ key: Key) -> KeyOutcome {
    if isAtKeyboard, loss != nil, [.enter, .submit, .tab, .up, .down].contains(key) {
      loss = nil
      // Submitting does not depend on the focus.
      if key != .submit { return .moved }
    }
    if key != .escape || listed != nil { form?.hasAsked = false }
    let outcome = note(key) {
      if let listed, let outcome = choose(with: key, from: listed) { return outcome }
      switch key {
      case .enter:
        // As the first key, Return begins editing.
        if field.interactor.objection == nil { field.interactor.begin() }
        return advance(isReturn: true) { field.interactor.end() }
      case .submit: return submit()
      case .down: return advance(isArrow: true, leave)
      case .tab:
        if form != nil {
          _ = field.interactor.complete()
          return advance(leave)
        }
        let candidates = field.interactor.candidates
        if candidates.count > 1 { return .rejected(Self.choice(of: candidates)) }
        return field.interactor.complete().map(self.outcome) ?? advance(leave)
      case .up: return advance(isBack: true, isArrow: true, leave)
      case .escape:
        // An interactive user has already been asked.
        if !isAtKeyboard, form != nil, ask() { return .accepted }
        cancelled = (field.name, subject)
        if let form = form ?? field.editedForm {
          form.hasAsked = false
          if form.interactor.hasEdits { cancelledForm = form }
          form.interactor.cancel()
          endedForm = form
        } else if editing.endIfLost(field) == nil {
          field.interactor.cancel()
        }
        return .accepted
      case .addRow:
        return changeRows("the form has no list to add a row to") {
          form, field throws(WorkspaceError) in
          guard let list = try editing.list(forRowAfter: field, of: form) else { return nil }
          field.interactor.end(.onPassing())
          try editing.addRow(to: list, of: form, after: field)
          return .accepted
        }
      case .removeRow:
        return changeRows("the field is not in a row of a list") {
          form, field throws(WorkspaceError) in
          try editing.removeRow(of: field, from: form) ? .accepted : nil
        }
      case .paste(let text): return paste(text)
      case .yank: return paste(editing.pasteboard)
      default: return edit(with: key)
      }
    }
    followFocus()
    return outcome
  }

  package var listed: ListedCandidates? {
    let interactor = field.interactor
    guard interactor.references != nil else { return nil }
    return list.shown(of: interactor)
  }

  private func choose(with key: Key, from listed: ListedCandidates) -> KeyOutcome? {
    switch key {
    case .down: list.move(by: 1, among: listed.texts.count)
    case .up where listed.chosen != nil: list.move(by: -1, among: listed.texts.count)
    case .escape: list.close(field.interactor.text)
    case .enter, .tab:
      guard let chosen = listed.chosen else { return nil }
      let outcome = outcome(of: field.interactor.choose(listed.texts[chosen]))
      list = CandidateList()
      return key == .tab && form != nil ? advance(leave) : outcome
    default:
      list = CandidateList()
      return nil
    }
    return .accepted
  }

  func offer(_ edit: Edit) -> KeyOutcome {
    list = CandidateList()
    return note(Key(edit)) {
      inserting(edit.replacement) { field.interactor.offer(edit) }
    }
  }

  /// Applies changes by other programs, and leaves a deleted record; retries a failed read at the
  /// next key.
  func followOthers() {
    do throws(WorkspaceError) {
      guard try attempt(editing.workspace.store.journal.refresh()) else { return }
      editing.workspace.feed.notifyTypeChanges()
      try editing.workspace.refresh(ofOthers: true)
      if let form, !isFormEnded {
        if form.loss != nil { loss = try editing.takeLoss(of: form) }
        loss = try leaveDeletedRecord(of: form) ?? loss
      }
    } catch {
      return
    }
    followFocus()
  }

  package var question: String? {
    guard let form = form ?? field.editedForm, form.hasAsked else { return nil }
    let count = form.interactor.numberOfChanges
    return count == 1
      ? "1 change; Esc again discards it" : "\(count) changes; Esc again discards them"
  }

  /// Asks once whether to discard the changes of a form; returns whether the question is new.
  func ask() -> Bool {
    guard let form = form ?? field.editedForm, !form.isContested, !form.hasAsked else {
      return false
    }
    try? editing.dropBlankRow(of: form)
    followFocus()
    guard form.interactor.numberOfChanges > 0 else { return false }
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
    if isAtKeyboard, (try? editing.workspace.store.journal.hasChangedTypes()) == true { refresh() }
    // Esc is always accepted.
    let failure = key == .escape ? nil : beginAnew() ?? obstacle ?? loss ?? field.loss
    let at = field.interactor.state.selection.caret
    let outcome = failure.map { .refused($0.message, cause: $0) } ?? named(press())
    editing.noteKey(isRejected: outcome.reason != nil)
    defer { if isTraced { keys.append(TypeResult.Key(key.description, outcome, in: field)) } }
    guard let reason = outcome.reason else { return outcome }
    rejected.append(
      KeyRejection(field: field.name, key: key.description, at: at, reason: reason))
    if case .refused(_, let cause) = outcome, refusal == nil {
      let isAsked = culprit.interactor.fieldState == .acceptable
      refusal =
        cause ?? (isAsked ? .refused(reason) : .incomplete(field: culprit.name, reason))
    }
    return outcome
  }

  /// The field that rejected the key; a form has focused on it.
  private var culprit: BoundField {
    form?.interactor.focusedField.flatMap { form?.field(of: $0) } ?? field
  }

  /// In a form, adds the name of the field to a refusal that does not concern the text.
  private func named(_ outcome: KeyOutcome) -> KeyOutcome {
    guard let form, !form.interactor.isAsking, case .refused(let reason, nil) = outcome,
      culprit.interactor.fieldState == .acceptable
    else { return outcome }
    return .refused("\(culprit.name): \(reason)")
  }

  private static func choice(of candidates: Candidates) -> String {
    let most = 10
    let names = candidates.texts.prefix(most).map { "\"\($0)\"" }
    let left = candidates.count - names.count
    return left == 0
      ? "the value can be \(names.listed())"
      : "the value can be \(names.joined(separator: ", ")) or one of \(left) more"
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
    if text.unicodeScalars.contains("\0") {
      return .rejected("a text cannot contain the character U+0000")
    }
    return outcome(of: change())
  }

  private func outcome(of outcome: Outcome) -> KeyOutcome {
    switch outcome {
    case .accepted: .accepted
    case .moved: .moved
    case .rejected(let rejection): .rejected(rejection.message)
    }
  }

  /// Leaves a field outside of a form as Return does; begins editing if a required value is
  /// missing, so that leaving is refused.
  private func leave() -> ReturnOutcome {
    let interactor = field.interactor
    if interactor.isRequired, interactor.value == nil { interactor.begin() }
    return interactor.end(.onLeaving)
  }

  private func changeRows(
    _ objection: String,
    _ change: (BoundForm, BoundField) throws(WorkspaceError) -> KeyOutcome?
  ) -> KeyOutcome {
    guard let form else { return .rejected("\(field.name) is not edited as a part of a form") }
    do throws(WorkspaceError) {
      return try change(form, field) ?? .rejected(objection)
    } catch {
      return .refused(error.message, cause: error)
    }
  }

  private func beginAnew() -> WorkspaceError? {
    guard let form, isFormEnded else { return nil }
    do throws(WorkspaceError) {
      let first = try editing.firstField(of: form)
      try editing.enter(form, in: first)
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
    return editing.workspace.interactors.drafts.first { form in
      form.fields.contains { $0 === field }
    }
  }

  /// Ends the form from any of its fields; a field without a form ends as on Return.
  private func submit() -> KeyOutcome {
    if field.interactor.objection == nil { field.interactor.begin() }
    guard let form = form ?? field.editedForm ?? formOfNew else {
      return KeyOutcome(field.interactor.end())
    }
    do throws(WorkspaceError) {
      if form.interactor.focusedField == nil { try editing.enter(form, in: field) }
      if let loss = try leaveDeletedRecord(of: form) {
        // Report lost rows at once, because the next key stores the rest.
        let lost = form.interactor.isEditing ? editing.takeLostRows(of: form) : nil
        self.loss = lost ?? loss
        return .refused((lost ?? loss).message, cause: lost ?? loss)
      }
      if let lost = editing.takeLostRows(of: form) { throw lost }
      field.interactor.end(.onPassing())
      try editing.takeOver(field)
      try editing.dropBlankRow(of: form)
      let ended = form.interactor.end()
      if ended == .ended { endedForm = form }
      return KeyOutcome(ended)
    } catch {
      return .refused(error.message, cause: error)
    }
  }

  /// Handles a key that leaves the field: in a form, prepares and focuses on the next field, even
  /// if the current one is incomplete.
  private func advance(
    isBack: Bool = false, isReturn: Bool = false, isArrow: Bool = false,
    _ leave: () -> ReturnOutcome
  ) -> KeyOutcome {
    guard let form else { return KeyOutcome(leave()) }
    do throws(WorkspaceError) {
      if let loss = try leaveDeletedRecord(of: form) {
        self.loss = loss
        return .refused(loss.message, cause: loss)
      }
      let next = isBack ? form.interactor.previousField : form.interactor.nextField
      if !isBack, next == nil, let lost = editing.takeLostRows(of: form) { throw lost }
      if let next = next.flatMap(form.field),
        let obstacle = editing.obstacle(to: next, in: form)
      {
        throw obstacle
      }
      let list = isReturn && isScanned ? field.row?.list : nil
      field.interactor.end(.onPassing(choosing: !isArrow))
      try editing.takeOver(field)
      if let list, field.interactor.value != nil {
        try scanNext(into: list, of: form)
        return .accepted
      }
      if let outcome = try passRows(of: form, isBack: isBack, isReturn: isReturn) { return outcome }
      if isBack {
        try form.interactor.goBack(preparing: preparation(in: form))
        return .accepted
      }
      return KeyOutcome(try form.interactor.goOn(preparing: preparation(in: form)))
    } catch {
      return .refused(error.message, cause: error)
    }
  }

  /// Whether the text looks like a record's barcode, typed by a scanner.
  private var isScanned: Bool {
    let fewest = 8
    let text = field.interactor.text.utf8
    return field.interactor.references != nil && field.interactor.hasEdits && text.count >= fewest
      && text.allSatisfy(\.isDigit)
  }

  /// Moves to the same column of a new row after a barcode, which a scanner ends with Return.
  private func scanNext(into list: BoundList, of form: BoundForm) throws(WorkspaceError) {
    let column = field.partName
    try editing.addRow(to: list, of: form, after: list.rows.last?.fields.last)
    form.blankRow = form.interactor.focusedField.flatMap(form.field)?.row?.form
    guard let next = form.blankRow?.fields.first(where: { $0.partName == column }) else { return }
    try editing.prepare(next, in: form)
    form.interactor.focus(on: next.interactor)
  }

  /// Moves into a new blank row of a list, or out of an unused blank row; nil for an ordinary move.
  private func passRows(
    of form: BoundForm, isBack: Bool, isReturn: Bool
  ) throws(WorkspaceError) -> KeyOutcome? {
    let blank = editing.blankRow(of: form).flatMap { $0 === field.row?.form ? $0 : nil }
    let target: BoundField?
    if isBack {
      target = form.interactor.previousField.flatMap(form.field)
    } else {
      switch form.stop(after: field, inBlank: blank, isLeft: isReturn) {
      case .end(let list):
        try editing.dropBlankRow(of: form)
        try editing.addRow(to: list, of: form, after: list.rows.last?.fields.last)
        form.blankRow = form.interactor.focusedField.flatMap(form.field)?.row?.form
        return .accepted
      case .field(let next): target = next
      case nil: target = nil
      }
    }
    guard let blank, target?.row?.form !== blank else { return nil }
    try editing.dropBlankRow(of: form)
    guard let target else { return KeyOutcome(form.interactor.end()) }
    try editing.prepare(target, in: form)
    form.interactor.focus(on: target.interactor)
    return .accepted
  }

  private func preparation(
    in form: BoundForm
  ) -> (TextFieldInteractor) throws(WorkspaceError) -> Void {
    { [editing] (next: TextFieldInteractor) throws(WorkspaceError) in
      if let next = form.field(of: next) { try editing.prepare(next, in: form) }
    }
  }

  /// Leaves the field's record if another program has deleted it, and returns the error. Cancels
  /// the form if its own record was deleted; otherwise deactivates nested interactors on deleted
  /// records.
  func leaveDeletedRecord(of form: BoundForm) throws(WorkspaceError) -> WorkspaceError? {
    let id = field.record
    let isGone = try !editing.workspace.reader.exists(id)
    if isGone { try editing.workspace.refresh(ofOthers: true) }
    if try !editing.workspace.reader.exists(form.record) {
      editing.cancelEditing(of: form)
      return editing.isGone(form.record)
    }
    try editing.deactivateNestedOnDeletedRecords(of: form)
    try form.interactor.settleFocus(preparing: preparation(in: form))
    return isGone ? editing.isGone(id) : nil
  }

  func followFocus() {
    guard let form, !isFormEnded else { return }
    if let focused = form.interactor.focusedField.flatMap(form.field) {
      if focused !== field { turn(to: focused) }
    } else {
      isFormEnded = true
      lastResult = result
      // The rows of drafts now show stored records.
      do throws(WorkspaceError) { try editing.workspace.refresh() } catch {
        refusal = refusal ?? error
      }
    }
  }

  private func turn(to next: BoundField) {
    // A warning has already reported a removed field.
    if let result, !isQuiet { editing.workspace.say(.typed(result)) }
    (rejected, keys, lastResult, obstacle, list) = ([], [], nil, nil, CandidateList())
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
