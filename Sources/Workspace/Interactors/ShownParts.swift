internal import Interactors
internal import Records
package import Replies
internal import Validation

extension ShownPart {
  package init(_ part: BoundInteractor) {
    let name = part.partName
    guard let field = part as? BoundField else {
      self.init(id: part.name, name: name)
      isField = false
      isNumber = (part as? BoundLabel)?.interactor.property?.kind.isNumeric == true
      text = (part as? BoundLabel)?.interactor.text ?? ""
      return
    }
    let interactor = field.interactor
    let property = interactor.property
    self.init(id: field.partID, name: name)
    isEditing = interactor.isEditing
    isNumber = property?.kind.isNumeric == true
    prefix = property?.prefix
    unit = property?.unit
    text = interactor.text
    let isMasked = property?.kind.isMasked == true && !text.isEmpty
    idleText = isMasked ? CardNumber.masked(text) : text
    placeholder = interactor.traits.placeholder
    reason = interactor.shownReason?.description
    mark = interactor.mark?.description
    expectation = interactor.expectation
  }
}

extension BoundInteractor {
  final var partName: String {
    switch title {
    case .part(let property): property
    case .row: String(name.dropFirst((parent?.parent?.writtenName.count ?? -1) + 1))
    case .own, .temporary: name
    }
  }
}

extension TypeResult {
  package init(
    of field: BoundField, on subject: String, _ rejected: [KeyRejection], _ keys: [Key]?
  ) {
    let interactor = field.interactor
    let state = interactor.state
    self.init(
      field: field.name, path: subject, text: state.text, anchor: state.selection.anchor,
      caret: state.selection.caret,
      incomplete: (interactor.fieldState.reason ?? interactor.mark)?.description,
      value: Datum(interactor.value, of: interactor.property, isRevealed: true),
      literal: interactor.value?.literal(of: interactor.property, isRevealed: true) ?? "nil",
      isEditing: interactor.isEditing, rejected: rejected, keys: keys)
  }

  /// Creates the result for a field that was removed with its row.
  package init(ofGone field: String, on path: String, _ rejected: [KeyRejection], _ keys: [Key]) {
    self.init(
      field: field, path: path, text: "", anchor: 0, caret: 0, incomplete: nil,
      value: Datum(nil as String?), literal: "nil", isEditing: false, rejected: rejected,
      keys: keys.isEmpty ? nil : keys)
  }
}

extension TypeResult.Key {
  package init(_ key: String, _ outcome: EditingSession.KeyOutcome, in field: BoundField) {
    let state = field.interactor.state
    let kind: Outcome =
      switch outcome {
      case .accepted: .accepted
      case .moved: .moved
      case .rejected, .refused: .rejected
      }
    self.init(
      key: key, outcome: kind, text: state.text, anchor: state.selection.anchor,
      caret: state.selection.caret, incomplete: field.interactor.fieldState.reason?.description,
      value: Datum(field.interactor.value, of: field.interactor.property, isRevealed: true),
      rejection: outcome.reason)
  }
}
