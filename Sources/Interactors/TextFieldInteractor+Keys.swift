internal import Records
public import Validation

extension TextFieldInteractor {
  /// Handles a key; starts editing if necessary.
  ///
  /// Return, Tab, Down, Up and Escape end editing like ``end(_:)`` and ``cancel(inForm:)``, but a
  /// Tab that can complete the text does only that. Keys of the program are rejected.
  @discardableResult
  public func press(_ key: Key) -> Outcome {
    checkThread()
    // Normalize a paste to NFC before it is checked, because texts are stored in NFC.
    let key = if case .paste(let text) = key { Key.paste(text.nfc) } else { key }
    switch key {
    case .enter: return outcome(of: end())
    case .tab: return complete() ?? outcome(of: end(.onLeaving))
    case .up, .down: return outcome(of: end(.onLeaving))
    case .escape:
      cancel()
      return outcome(of: .ended)
    case .other:
      return .rejected(Rejection(.init(.notOfField, .init("\(key)"))))
    case .clear where !shouldClear:
      return edited { editing in
        editing.editor.answer()
        reset()
        return .accepted(state, editing.editor.content)
      }
    case .undo, .redo: return edited { apply({ $0.press(key) }, to: $0, then: restoreValue) }
    case .character, .paste, .backspace, .delete, .wordBackspace, .cut, .clear, .copy, .step,
      .left, .right, .home, .end, .go, .select, .selectLeft, .selectRight, .selectHome, .selectEnd,
      .selectAll:
      return edited { editing in
        guard rewrite != nil || cutsPastes || isSingleLine, let edit = editing.editor.edit(for: key)
        else {
          return apply({ $0.press(key) }, to: editing, then: follow)
        }
        if key == .clear { editing.editor.answer() }
        return judge(edit, in: editing)
      }
    }
  }

  private func outcome(of ending: ReturnOutcome) -> Outcome {
    ending.reason.map { .rejected(Rejection($0)) } ?? .accepted(state, format.content(of: state))
  }

  private func edited(_ change: (FieldEditing) -> Outcome) -> Outcome {
    if let editing { return change(editing) }
    if let objection { return .rejected(objection) }
    begin()
    return editing.map(change) ?? .rejected(Rejection(.init(.editingEnded)))
  }

  /// Completes a text that can be completed in only one way, as one edit; returns nil, with no
  /// effect, if it cannot.
  @discardableResult
  public func complete() -> Outcome? {
    guard let editing, canComplete, format.completion(of: state) != nil else { return nil }
    return apply({ $0.complete() ?? .moved($0.state.selection) }, to: editing, then: follow)
  }

  /// Replaces the text by one of its ``candidates``, as one edit.
  @discardableResult
  public func choose(_ candidate: String) -> Outcome {
    edited { apply({ $0.choose(candidate) }, to: $0, then: follow) }
  }

  /// Completes the text when the user leaves the field, for example a year of two digits.
  func finishText() {
    guard let editing, case .incomplete = editing.editor.content else { return }
    _ = apply({ $0.finish() ?? .moved($0.state.selection) }, to: editing, then: follow)
  }

  /// Attempts an edit, which the field may reject; starts editing if necessary.
  @discardableResult
  public func offer(_ edit: Edit) -> Outcome {
    checkThread()
    var edit = edit
    if !edit.isTyped { edit.replacement = edit.replacement.nfc }
    return edited { judge(edit, in: $0) }
  }

  private func judge(_ edit: Edit, in editing: FieldEditing) -> Outcome {
    let plain = isSingleLine ? edit.onOneLine : edit
    guard let plain, let edit = rewrite == nil ? plain : rewrite?(plain, state) else {
      return .rejected(Rejection(.init(.refusedByProgram)))
    }
    let isCut = cutsPastes && !edit.isTyped && !edit.replacement.isEmpty
    let fitting = isCut ? format.cut(edit, in: state) ?? edit : edit
    return apply({ $0.offer(fitting) }, to: editing, then: follow)
  }

  private func apply(
    _ change: (inout FieldEditor) -> Outcome, to editing: FieldEditing,
    then update: (FieldEditing, FieldContent) -> Void
  ) -> Outcome {
    // A view may end editing in response to an update.
    guard self.editing === editing else { return .rejected(Rejection(.init(.editingEnded))) }
    let before = editing.editor.state.text
    let outcome = change(&editing.editor)
    if case .accepted(let state, let content) = outcome, !state.text.hasSameScalars(as: before) {
      (editing.isAsked, editing.mark) = (false, nil)
      update(editing, content)
    }
    if case .rejected = outcome { return outcome }
    updateView()
    return outcome
  }

  /// Sets the property to the value of the text; an incomplete text leaves the property unchanged.
  func follow(_ editing: FieldEditing, _ content: FieldContent) {
    let depth = editing.editor.undoDepth
    editing.beginStep(depth)
    switch content {
    case .complete(let value):
      if let references, case .text(let key) = value, let id = references[key] {
        write(.reference(id))
      } else {
        write(value)
      }
    case .empty: reset()
    case .incomplete: editing.objection = nil
    }
    editing.endStep(depth)
  }

  /// Writes a text that a new format has made complete.
  func writeCompletedText() {
    guard let editing, !editing.isWhole, case .complete(let value) = editing.editor.content else {
      return
    }
    write(value)
    editing.endStep(editing.editor.undoDepth)
  }

  private func restoreValue(_ editing: FieldEditing, _ content: FieldContent) {
    let value = editing.restoreStep()
    editing.isWriting = true
    subject?.restore(propertyName, to: value)
    editing.isWriting = false
  }

  private func write(_ value: Value?) {
    give { () throws(Violation) in try subject?.set(propertyName, to: value) }
  }

  private func reset() {
    give { () throws(Violation) in try resetSubject() }
  }

  private func give(by change: () throws(Violation) -> Void) {
    guard let editing else { return }
    editing.objection = nil
    editing.isWriting = true
    do {
      try change()
      // There was no notification, because the value is equal or the notification is deferred.
      if editing.isWriting { editing.known = value }
    } catch {
      editing.objection = Reason(error)
    }
    editing.isWriting = false
  }
}

extension Edit {
  /// The edit for ``TextFieldInteractor/isSingleLine``; nil if nothing of its replacement remains,
  /// because the edit would then only delete the selection.
  fileprivate var onOneLine: Edit? {
    var line = ""
    var isAfterReturn = false
    for scalar in replacement.unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      switch scalar {
      case "\n" where isAfterReturn: continue
      case "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": line += " "
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": continue
      case _ where scalar.properties.generalCategory == .control: continue
      default: line.unicodeScalars.append(scalar)
      }
    }
    if line.isEmpty, !replacement.isEmpty { return nil }
    return Edit(ranges: ranges, replacement: line, isTyped: isTyped)
  }
}
