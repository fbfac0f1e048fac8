internal import Interactors
package import Records

/// The fields of a form for a list that refers to records, one for each entry.
package final class BoundChoices: BoundInteractor {
  private let chosen: ChosenRecords
  private let make: (ChosenRecords.Place) -> BoundField?
  private var choices: [(place: ChosenRecords.Place, field: BoundField)] = []
  private var handler: EventHandler<any NotifyPropertyChanged, PropertyChange>?

  package init(
    _ property: Property, of record: TypedRecord,
    field: @escaping (ChosenRecords.Place) -> BoundField?
  ) {
    chosen = ChosenRecords(property, of: record)
    make = field
    super.init("list", .part(property.name), on: "", Interactor())
    addFields()
    chosen.placeWasAdded = { [weak self] in self?.addFields() }
    handler = record.propertyChanged.add { [weak self] _, change in
      guard let self, change.concerns(property.name), !chosen.isWriting else { return }
      chosen.follow()
      settle()
    }
  }

  package var listName: String { chosen.property.name }

  package func settle() {
    if choices.contains(where: \.field.interactor.holdsEditing) { return }
    chosen.settle()
    let staying = Set(chosen.places.map(ObjectIdentifier.init))
    for (place, field) in choices where !staying.contains(ObjectIdentifier(place)) {
      base.unnest(field.base)
      field.close()
    }
    choices = chosen.places.compactMap { place in choices.first { $0.place === place } }
  }

  private func addFields() {
    for place in chosen.places.dropFirst(choices.count) {
      guard let field = make(place) else { return }
      field.parent = self
      choices.append((place, field))
      base.nest(field.base)
    }
  }

  package override var parts: [BoundInteractor] { choices.map(\.field) }

  package override func part(_ property: String) throws(WorkspaceError) -> BoundInteractor {
    throw .needsIndex(name, as: name)
  }

  package override func row(_ index: Int) throws(WorkspaceError) -> BoundInteractor {
    if choices.indices.contains(index) { return choices[index].field }
    throw .noIndex(index, in: name, count: choices.count)
  }

  package override func close() {
    if let handler {
      let event = chosen.record.propertyChanged
      event -= handler
    }
    for (_, field) in choices { field.close() }
    choices = []
    chosen.close()
  }
}

extension BoundField {
  /// The list entry that the field edits; nil for a field of a property.
  package var chosenPlace: ChosenRecords.Place? { interactor.subject as? ChosenRecords.Place }
}
