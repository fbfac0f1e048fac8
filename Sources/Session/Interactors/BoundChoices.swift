internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies

/// The fields of a form for a list that refers to records, one per place.
final class BoundChoices: BoundInteractor {
  private let chosen: ChosenRecords
  private let make: (ChosenRecords.Place) -> BoundField?
  private var choices: [(place: ChosenRecords.Place, field: BoundField)] = []
  private var handler: EventHandler<any NotifyPropertyChanged, PropertyChange>?

  init(
    _ property: Property, of record: Record,
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

  var listName: String { chosen.property.name }

  /// Removes emptied places once no field is being edited.
  func settle() {
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

  override var parts: [BoundInteractor] { choices.map(\.field) }

  override func part(_ property: Name) throws(Diagnostic) -> BoundInteractor {
    throw Diagnostic(
      .name, "\(name) is a list; expected the place of an item, as in \(name)[0]",
      at: property.span)
  }

  override func row(_ index: Spanned<Int>) throws(Diagnostic) -> BoundInteractor {
    if choices.indices.contains(index.value) { return choices[index.value].field }
    throw Diagnostic(
      .name, "\(name) has no place \(index.value); expected one from 0 to \(choices.count - 1)",
      at: index.span)
  }

  override func close() {
    if let handler {
      let event = chosen.record.propertyChanged
      event -= handler
    }
    for (_, field) in choices { field.close() }
  }
}

extension BoundField {
  /// The place in a list that the field edits; nil for a field of a property.
  var chosenPlace: ChosenRecords.Place? { interactor.subject as? ChosenRecords.Place }
}
