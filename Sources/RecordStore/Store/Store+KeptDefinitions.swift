internal import Values

extension Store {
  /// Adds a definition that only the file's programs read, inside a transaction, or puts it in the
  /// place of another one.
  ///
  /// - Parameters:
  ///   - text: The command that defines it.
  ///   - number: The number of the definition that it is to replace.
  public func keep(
    _ kind: KeptDefinition.Kind, _ text: String, replacing number: Int? = nil
  ) throws(StoreError) {
    try checkAlive()
    guard !text.unicodeScalars.contains("\0") else {
      throw StoreError(.refused, "a definition cannot hold the character U+0000")
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
      let number = try checked(newest.integer ?? 0, in: "wb_def") + 1
      try write(KeptDefinition(kind, number, text), old: nil, new: text)
    }
  }

  /// Takes such a definition away, inside a transaction.
  public func forget(_ kind: KeptDefinition.Kind, _ number: Int) throws(StoreError) {
    try checkAlive()
    guard let former = kept(kind, number) else { throw Self.unknown(kind, number) }
    try write(former, old: former.text, new: nil)
  }

  /// The commands that make the rules, indexes, formatters, screens and layouts as they are, in an
  /// order in which they can be run once there are the ``types``.
  public func definitionsBesideTypes() throws(StoreError) -> [String] {
    let rows = try engine.rows(
      """
      SELECT d.new FROM wb_def AS d JOIN (
          SELECT min(seq) AS first, max(seq) AS last FROM wb_def
          WHERE object NOT GLOB 'type:*' AND object NOT GLOB 'prop:*' GROUP BY object) AS o
        ON d.seq = o.last
      WHERE d.new IS NOT NULL ORDER BY o.first
      """)
    return rows.compactMap { $0[0].text }
  }

  private func kept(_ kind: KeptDefinition.Kind, _ number: Int) -> KeptDefinition? {
    keptDefinitions.first { $0.kind == kind && $0.number == number }
  }

  private static func unknown(_ kind: KeptDefinition.Kind, _ number: Int) -> StoreError {
    StoreError(.name, "there is no \(kind.rawValue) \(number)")
  }

  private func write(
    _ definition: KeptDefinition, old: String?, new: String?
  ) throws(StoreError) {
    try writeDefinition(definition.object, old: old, new: new)
    keptDefinitions.removeAll { $0.object == definition.object }
    if new != nil { keptDefinitions.append(definition) }
    keptDefinitions.sort { $0.number < $1.number }
  }

  /// Reads the definitions from the texts that the file has of all.
  func readKeptDefinitions(_ texts: [String: String]) {
    keptDefinitions = texts.compactMap { KeptDefinition(object: $0.key, text: $0.value) }
      .sorted { $0.number < $1.number }
  }
}
