internal import Values

extension Migration {
  func keep(
    _ kind: KeptDefinition.Kind, _ text: String, replacing number: Int? = nil
  ) throws(StoreError) {
    guard !text.unicodeScalars.contains("\0") else {
      throw StoreError(.refused, .fact(.nullInDefinition))
    }
    if let number {
      guard let former = kept(kind, number) else { throw Self.unknown(kind, number) }
      try write(KeptDefinition(kind, number, text), old: former.text, new: text)
    } else {
      let newest = try engine.value(
        """
        SELECT max(CAST(substr(object, \(kind.prefix.count + 1)) AS INTEGER)) FROM wb_def
        WHERE object GLOB '\(kind.prefix)*'
        """)
      let number = try catalog.database.checked(newest.integer ?? 0, in: "wb_def") + 1
      try write(KeptDefinition(kind, number, text), old: nil, new: text)
    }
  }

  func forget(_ kind: KeptDefinition.Kind, _ number: Int) throws(StoreError) {
    guard let former = kept(kind, number) else { throw Self.unknown(kind, number) }
    try write(former, old: former.text, new: nil)
  }

  private func kept(_ kind: KeptDefinition.Kind, _ number: Int) -> KeptDefinition? {
    catalog.keptDefinitions.first { $0.kind == kind && $0.number == number }
  }

  private static func unknown(_ kind: KeptDefinition.Kind, _ number: Int) -> StoreError {
    StoreError(.name, .noKept(kind: kind.rawValue, number))
  }

  private func write(
    _ definition: KeptDefinition, old: String?, new: String?
  ) throws(StoreError) {
    try writeDefinition(definition.object, old: old, new: new)
    catalog.set(definition, isThere: new != nil)
  }
}
