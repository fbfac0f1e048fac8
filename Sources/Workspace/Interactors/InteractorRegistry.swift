internal import Interactors
package import Records

/// The fields, forms, screens and labels of expressions, with and without session names.
package final class InteractorRegistry {
  private var ownFields: [BoundField] = []
  /// The fields by record; nil if outdated.
  private var ownFieldsOfRecords: [RecordID: [BoundField]]? = [:]
  /// The forms, the screens, and the unnamed interactors that are being edited.
  private var holders: [BoundInteractor] = []
  private var ownExpressionLabels: [BoundLabel] = []
  /// The open screens; the top screen is last.
  package private(set) var screens: [BoundScreen] = []

  package init() {}

  package var hasExpressionLabels: Bool { !ownExpressionLabels.isEmpty || !screens.isEmpty }

  package var expressionLabels: [BoundLabel] {
    screens.isEmpty
      ? ownExpressionLabels
      : ownExpressionLabels + screens.flatMap { $0.labels.filter { $0.source != nil } }
  }

  package var fields: [BoundField] {
    holders.isEmpty ? ownFields : ownFields + holders.flatMap(\.ownFields)
  }

  package func fields(of record: RecordID) -> [BoundField] {
    let known = ownFieldsOfRecords ?? Dictionary(grouping: ownFields, by: \.record)
    ownFieldsOfRecords = known
    let own = known[record] ?? []
    return holders.isEmpty
      ? own : own + holders.flatMap(\.ownFields).filter { $0.record == record }
  }

  package func noteMove() { ownFieldsOfRecords = nil }

  package var editedForms: [BoundForm] {
    var forms = holders.compactMap { $0 as? BoundForm }.filter(\.interactor.isEditing)
    for form in fields.compactMap(\.editedForm) where !forms.contains(where: { $0 === form }) {
      forms.append(form)
    }
    return forms
  }

  package func form(making id: RecordID) -> BoundForm? {
    guard id.isDraft else { return nil }
    return editedForms.first { $0.fields.contains { $0.record == id } }
  }

  package var drafts: [BoundForm] {
    holders.compactMap { $0 as? BoundForm }.filter(\.interactor.isOfNewSubject)
  }

  package func add(_ interactor: BoundInteractor) {
    switch interactor {
    case let field as BoundField:
      ownFields.append(field)
      ownFieldsOfRecords?[field.record, default: []].append(field)
    case let label as BoundLabel: if label.source != nil { ownExpressionLabels.append(label) }
    default: holders.append(interactor)
    }
  }

  package func remove(_ interactor: BoundInteractor) {
    switch interactor {
    case let field as BoundField:
      ownFields.removeAll { $0 === field }
      ownFieldsOfRecords = nil
    case let label as BoundLabel: ownExpressionLabels.removeAll { $0 === label }
    default: holders.removeAll { $0 === interactor }
    }
  }

  /// Adds an interactor without a session name while the interactor is edited.
  package func hold(_ interactor: BoundInteractor) { holders.append(interactor) }

  package func release(_ interactor: BoundInteractor) { holders.removeAll { $0 === interactor } }

  package func open(_ screen: BoundScreen) {
    screens.append(screen)
    holders.append(screen)
  }

  package func close(_ screen: BoundScreen) {
    screens.removeAll { $0 === screen }
    holders.removeAll { $0 === screen }
  }
}
