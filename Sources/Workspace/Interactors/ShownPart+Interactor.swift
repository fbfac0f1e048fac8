internal import Interactors
internal import Records
package import Replies
internal import Validation
internal import Values

extension ShownPart {
  package init(_ part: BoundInteractor) {
    let name =
      switch part.title {
      case .part(let property): property
      case .row: String(part.name.dropFirst((part.parent?.parent?.writtenName.count ?? -1) + 1))
      case .own, .temporary: part.name
      }
    guard let field = part as? BoundField else {
      self.init(id: part.name, name: name)
      isField = false
      text = (part as? BoundLabel)?.interactor.text ?? ""
      return
    }
    let interactor = field.interactor
    let property = interactor.property
    self.init(id: "\(field.record.type)/\(field.record.number).\(name)", name: name)
    isEditing = interactor.isEditing
    prefix = property?.prefix
    unit = property?.unit
    text = interactor.text
    let isMasked = property?.kind.isMasked == true && !text.isEmpty
    idleText = isMasked ? CardNumber.masked(text) : text
    reason = interactor.shownReason?.description
    expectation = interactor.expectation
  }
}
