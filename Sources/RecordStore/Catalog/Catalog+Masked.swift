internal import Records

extension Catalog {
  /// Returns whether a property of this name is or ever was masked, including properties of dropped
  /// types.
  package func wasMasked(_ property: String, of type: String) -> Bool {
    maskedNames[type]?.contains(property) ?? false
  }

  var presentMaskedNames: [String: Set<String>] {
    Dictionary(
      types.map { ($0.name, Set($0.properties.filter(\.kind.isMasked).map(\.name))) },
      uniquingKeysWith: { first, _ in first }
    ).filter { !$0.value.isEmpty }
  }

  /// If a property was ever masked, all names that it ever had count as masked.
  func readMaskedNames() throws(StoreError) -> [String: Set<String>] {
    let kinds = PropertyKind.maskedNames.map {
      "instr(old, \($0.asSQLText)) OR instr(new, \($0.asSQLText))"
    }
    let rows = try connection.rows(
      """
      SELECT w.object, t.name, w.old, w.new FROM wb_def AS w
        JOIN wb_prop AS p ON w.object = 'prop:' || p.id
        JOIN wb_type AS t ON t.id = p.type
      WHERE w.object IN (SELECT object FROM wb_def WHERE \(kinds.joined(separator: " OR ")))
      """)
    let types = Set(self.types.map(\.name))
    var masked: Set<String> = []
    var properties: [String: (type: String, names: Set<String>)] = [:]
    for row in rows {
      guard let object = row[0].text, let type = row[1].text else { continue }
      for text in row[2...].compactMap(\.text) {
        guard let name = text.definedName else { continue }
        properties[object, default: (type, [])].names.insert(name)
        let property = try? definitions.propertyBeforeTail(text.quotingKind(of: name, types))
        if property?.kind.isMasked ?? true { masked.insert(object) }
      }
    }
    var names: [String: Set<String>] = [:]
    for property in masked.compactMap({ properties[$0] }) {
      names[property.type, default: []].formUnion(property.names)
    }
    return names
  }
}
