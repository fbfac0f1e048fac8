package import Records

/// The records of a referring list in a form: one entry per record, and an empty entry to add
/// another.
///
/// Emptied entries stay while the form is edited, so that the other entries keep their records.
package final class ChosenRecords {
  /// An entry of the list; its only property is a reference with the name of the list.
  package final class Place: PropertySubject {
    package let propertyChanged = PropertyChanged()
    fileprivate(set) var chosen: RecordID?
    package let list: ChosenRecords

    fileprivate init(_ list: ChosenRecords) { self.list = list }

    package func property(named name: String) -> Property? {
      name == list.property.name ? list.item : nil
    }

    package func value(of name: String) -> Value? {
      name == list.property.name ? chosen.map(Value.reference) : nil
    }

    package func set(_ name: String, to value: Value?) throws(Violation) {
      guard name == list.property.name else {
        throw Violation.missing(name)
      }
      if case .reference(let id) = value, id != chosen, list.records.contains(id) {
        throw Violation(kind: .value, message: "the record is already in \(name.asName)", of: name)
      }
      restore(name, to: value)
    }

    package func restore(_ name: String, to value: Value?) {
      let old = self.value(of: name)
      guard old != value else { return }
      chosen = if case .reference(let id) = value { id } else { nil }
      list.write()
      propertyChanged.raise(self, PropertyChange(name: name, old: old, new: value))
    }
  }

  package let record: TypedRecord
  package let property: Property
  package let item: Property
  package private(set) var places: [Place] = []
  package var placeWasAdded: (() -> Void)?
  package private(set) var isWriting = false

  package init(_ property: Property, of record: TypedRecord) {
    (self.property, self.record) = (property, record)
    var item = Property(property.name, property.item?.kind ?? property.kind)
    item.isOptional = true
    self.item = item
    follow()
  }

  package var records: [RecordID] { places.compactMap(\.chosen) }

  /// Call this after the list was changed elsewhere.
  package func follow() {
    var records: [RecordID] = []
    if case .list(let items)? = record[property.name] {
      records = items.compactMap { if case .reference(let id) = $0 { id } else { nil } }
    }
    guard records != self.records || places.isEmpty else { return }
    while places.count <= records.count { places.append(Place(self)) }
    for (index, place) in places.enumerated() {
      let old = place.value(of: property.name)
      place.chosen = records.indices.contains(index) ? records[index] : nil
      let new = place.value(of: property.name)
      guard old != new else { continue }
      place.propertyChanged.raise(
        place, PropertyChange(name: property.name, old: old, new: new))
    }
    placeWasAdded?()
  }

  /// Removes all emptied entries but the last; must not be called while a field is edited.
  package func settle() {
    var last = places.last
    places.removeAll { place in
      guard place.chosen == nil else { return false }
      last = place
      return true
    }
    if let last { places.append(last) }
  }

  /// Ends the list, which its entries would otherwise retain.
  package func close() { places = [] }

  fileprivate func write() {
    guard !places.isEmpty else { return }
    isWriting = true
    record.restore(property.name, to: .list(records.map(Value.reference)))
    isWriting = false
    if places.last?.chosen != nil {
      places.append(Place(self))
      placeWasAdded?()
    }
  }
}
