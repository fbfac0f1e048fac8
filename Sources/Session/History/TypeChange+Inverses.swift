internal import RecordStore
internal import Records

extension [TypeChange] {
  /// The changes without consequences of others: the new name of a property also appears in its
  /// inverse.
  var withInversesRenamed: [TypeChange] {
    var names: [String: [String: String]] = [:]
    for change in self {
      guard let old = change.old, let new = change.new else { continue }
      for (number, property) in zip(old.numbers, old.type.properties) {
        guard let place = new.numbers.firstIndex(of: number),
          new.type.properties[place].name != property.name
        else { continue }
        names[new.type.name, default: [:]][property.name] = new.type.properties[place].name
      }
    }
    guard !names.isEmpty else { return self }
    return compactMap { change in
      guard var old = change.old, let new = change.new else { return change }
      let properties = old.type.properties.map { property in
        guard let inverse = property.inverse, let items = property.kind.recordType,
          let name = names[items]?[inverse]
        else { return property }
        var property = property
        property.listRole = .inverse(of: name)
        return property
      }
      old.type = (try? RecordType(old.type.name, properties, isOlder: true)) ?? old.type
      return old == new ? nil : TypeChange(old: old, new: new)
    }
  }
}
