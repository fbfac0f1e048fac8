internal import Records

/// The records of a list that refers to them, as a form has them chosen: a place for each, and one
/// more for the next.
///
/// A place that is emptied stays while the form is edited, so that no other place becomes another
/// record.
final class ChosenRecords {
  /// One place, whose only property is a reference under the name of the list.
  final class Place: Subject {
    let propertyChanged = PropertyChanged()
    fileprivate(set) var chosen: RecordID?
    /// Held by the places, which a form holds.
    let list: ChosenRecords

    fileprivate init(_ list: ChosenRecords) { self.list = list }

    func property(named name: String) -> Property? {
      name == list.property.name ? list.item : nil
    }

    func value(of name: String) -> Value? {
      name == list.property.name ? chosen.map(Value.reference) : nil
    }

    func set(_ name: String, to value: Value?) throws(Violation) {
      guard name == list.property.name else {
        throw Violation.missing(name)
      }
      if case .reference(let id) = value, id != chosen, list.records.contains(id) {
        throw Violation(kind: .value, message: "it is in \(name.asName) already", of: name)
      }
      restore(name, to: value)
    }

    func restore(_ name: String, to value: Value?) {
      let old = self.value(of: name)
      guard old != value else { return }
      chosen = if case .reference(let id) = value { id } else { nil }
      list.write()
      propertyChanged.raise(self, PropertyChange(name: name, old: old, new: value))
    }
  }

  /// The record that has the list.
  let record: Record
  /// The list.
  let property: Property
  /// A choice in it.
  let item: Property
  private(set) var places: [Place] = []
  /// Called with a place that is needed further.
  var placeWasAdded: (() -> Void)?
  /// Whether a change of the list is the places' own.
  private(set) var isWriting = false

  init(_ property: Property, of record: Record) {
    (self.property, self.record) = (property, record)
    var item = Property(property.name, property.item?.kind ?? property.kind)
    item.isOptional = true
    self.item = item
    follow()
  }

  /// What the places have, in their order.
  var records: [RecordID] { places.compactMap(\.chosen) }

  /// Gives the places what the list has that somebody else has changed.
  func follow() {
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

  /// Lets the places go that were emptied, once nothing is edited any more.
  func settle() {
    var last = places.last
    places.removeAll { place in
      guard place.chosen == nil else { return false }
      last = place
      return true
    }
    if let last { places.append(last) }
  }

  /// Gives the list what the places have.
  fileprivate func write() {
    isWriting = true
    record.restore(property.name, to: .list(records.map(Value.reference)))
    isWriting = false
    if places.last?.chosen != nil {
      places.append(Place(self))
      placeWasAdded?()
    }
  }
}
