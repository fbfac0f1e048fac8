internal import Records

extension Migration {
  func addIndex(of property: String, in type: String) throws(StoreError) {
    let (table, place) = try indexable(property, type)
    let number = table.properties[place]
    guard !table.indexed.contains(number) else { return }
    if let fault = PropertyIndex.uselessness(of: table.type.properties[place]) {
      throw StoreError(.refused, .member(PropertyReference(type, property), fault))
    }
    guard !table.calculated.contains(property) else {
      throw StoreError(.refused, .member(PropertyReference(type, property), .calculated))
    }
    try write(PropertyIndex(ofProperty: number), table, place, isThere: true)
  }

  func dropIndex(of property: String, in type: String) throws(StoreError) {
    let (table, place) = try indexable(property, type)
    let number = table.properties[place]
    guard table.indexed.contains(number) else {
      throw StoreError(
        .name, .member(PropertyReference(type, property), .noIndex),
        candidates: catalog.indexes(of: type))
    }
    try write(PropertyIndex(ofProperty: number), table, place, isThere: false)
  }

  private func indexable(
    _ property: String, _ type: String
  ) throws(StoreError) -> (Table, Int) {
    let table = try table(type)
    guard let place = table.type.index(of: property) else {
      throw StoreError(
        .name, .nothingToIndex(property, of: type), candidates: table.type.properties.map(\.name))
    }
    try table.checkIsWhole()
    return (table, place)
  }

  private func write(
    _ index: PropertyIndex, _ table: Table, _ place: Int, isThere: Bool
  ) throws(StoreError) {
    let text = index.command(
      type: table.type.name, property: table.type.properties[place].name)
    try apply(index, table, isThere: isThere)
    try writeDefinition(index.object, old: isThere ? nil : text, new: isThere ? text : nil)
  }

  private func apply(
    _ index: PropertyIndex, _ table: Table, isThere: Bool
  ) throws(StoreError) {
    if isThere {
      table.setIndex(ofProperty: index.property, isThere: true)
      guard let object = table.askedIndex(ofProperty: index.property) else { return }
      try engine.execute(object.sql)
    } else {
      if let object = table.askedIndex(ofProperty: index.property) {
        try engine.execute("DROP INDEX IF EXISTS \(object.name)")
      }
      table.setIndex(ofProperty: index.property, isThere: false)
    }
  }
}
