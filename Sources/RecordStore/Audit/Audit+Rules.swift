internal import Records

extension Audit {
  func breachIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    var found: [IntegrityIssue] = []
    for rule in table.rules {
      do {
        guard rule.rule.events.isEmpty else {
          try catalog.checkCanBeEvaluated(rule)
          continue
        }
        let broken = try catalog.broken(rule, table, since: nil)
        let newest = try broken.isEmpty ? [:] : newestTransactions(rule, table)
        let properties = catalog.ownProperties(of: rule, table)
        for number in broken {
          let id = RecordID(table.type.name, number)
          found.append(
            IntegrityIssue(
              try catalog.breach(of: rule, id, table, isNamed: false).message, record: id,
              property: properties.count == 1 ? properties[0].name : nil,
              transaction: newest[number], isBreach: true))
        }
      } catch {
        guard error.kind == .rule else { throw error }
        found.append(IntegrityIssue(error.message))
      }
    }
    return found
  }

  /// Returns, for each record, the last transaction that created it or changed a property that the
  /// rule reads; empty if the rule also reads other records, because these may be the cause.
  private func newestTransactions(
    _ rule: TableRule, _ table: Table
  ) throws(StoreError) -> [Int: Int] {
    let properties = catalog.ownProperties(of: rule, table)
    guard let reads = rule.compiled?.reads, reads.count == properties.count else { return [:] }
    let names = try catalog.sources(of: properties.map(\.name), table)
    let numbers = names.compactMap { name in
      table.type.index(of: name).map { String(table.properties[$0]) }
    }
    let rows = try engine.rows(
      """
      SELECT rec, max(tx) FROM wb_change
      WHERE prop IN (\((numbers + [String(table.existence)]).joined(separator: ", "))) GROUP BY rec
      """)
    return Dictionary(
      rows.map { ($0[0].integer ?? 0, $0[1].integer ?? 0) }, uniquingKeysWith: { $1 })
  }
}
