public import Records
internal import SQLEngine

extension UndoEngine {
  /// Erases all present and past values of a property of a record, or of all its properties
  /// together with the record.
  ///
  /// The property becomes nil, or its default if it needs a value. A record is deleted with all
  /// present and past items of its owned lists; it may already be deleted, even with its type.
  ///
  /// In the history the values become empty. Transactions that set them lose the text of their
  /// command and their reason. So do all transactions that mention the values in any format; texts
  /// and numbers of fewer than four characters are not searched for. Former definitions that
  /// mention the values get another value, or lose their default.
  ///
  /// A transaction of the kind ``TransactionKind/erase`` records the author and reason. Then the
  /// file is rewritten, to remove the values from its bytes.
  ///
  /// - Parameters:
  ///   - property: The name of a property; nil for the whole record.
  ///   - entry: The author and reason; its kind is ``TransactionKind/erase``.
  ///   - isTrial: Whether to roll back instead, to learn what would be erased or why it is refused.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` inside a transaction, for a
  ///   key, a computed property or a list of records, for a property that needs a value and has no
  ///   default, and if the reason or a definition in force mentions a value; of the kind
  ///   ``StoreError/Kind/name`` if the record or property never existed.
  /// - Complexity: O(*n*) in the history and the size of the file.
  public func erase(
    _ id: RecordID, _ property: String?, _ entry: TransactionEntry, isTrial: Bool = false
  ) throws(StoreError) -> Erasure {
    try journal.checkIsNoPart(.erase)
    try journal.endGroup()
    try engine.execute("PRAGMA secure_delete = ON")
    try journal.begin(entry)
    var erasure: Erasure
    do throws(StoreError) {
      let transaction = try journal.current()
      let former = try formerTables(of: id)
      let targets =
        if let property {
          [try emptied(id, property, former.first, in: transaction)]
        } else {
          try deleted(id, former, in: transaction)
        }
      erasure = try erase(targets, entry, in: transaction)
      if isTrial {
        try journal.rollback()
        return erasure
      }
      guard let number = try journal.commit(reason: nil) else {
        throw Self.hasNoValues(id)
      }
      erasure.transaction = number
    } catch {
      if journal.open != nil { try? journal.rollback() }
      throw error
    }
    erasure.obstacle = rewriteFile()
    return erasure
  }

  private struct Target {
    var id: RecordID
    var table: Table
    /// Property numbers, including dropped properties.
    var properties: [Int]
    /// The column that gets another value; nil if the record is deleted or the property was
    /// dropped.
    var kept: TableColumn?
  }

  /// Returns the tables just before a record's type was dropped, the record's own table first;
  /// empty if the type exists.
  private func formerTables(of id: RecordID) throws(StoreError) -> [Table] {
    guard let type = try history.droppedType(of: id) else {
      let table = try writableTable(id.type)
      if try !catalog.exists(id) { try rows.checkWasDeleted(id.number, in: table) }
      return []
    }
    var tables = try catalog.readTables(beforeDropOf: type)
    // A compacted history contains only the number of the record.
    guard let place = tables.firstIndex(where: { $0.id == type }) else {
      throw Self.hasNoValues(id)
    }
    tables.swapAt(0, place)
    return tables
  }

  private static func hasNoValues(_ id: RecordID) -> StoreError {
    StoreError(.refused, .record(id, .nothingToErase))
  }

  private func emptied(
    _ id: RecordID, _ name: String, _ former: Table?, in transaction: Transaction
  ) throws(StoreError) -> Target {
    let table = if let former { former } else { try table(id.type) }
    let dropped = try engine.rows(
      "SELECT id FROM wb_prop WHERE type = ?1 AND name = ?2 AND dropped_tx IS NOT NULL",
      [.integer(table.id), .text(name)]
    ).compactMap { $0[0].integer }.filter { !table.properties.contains($0) }
    guard let index = table.type.index(of: name), let place = table.place(ofProperty: index) else {
      if let property = table.type[name] { throw Self.cannotBeErased(property) }
      guard !dropped.isEmpty else { throw catalog.unknown(name, table) }
      return Target(id: id, table: table, properties: dropped)
    }
    let property = table.type.properties[index]
    guard !property.isKey else { throw Self.cannotBeErased(property) }
    var target = Target(
      id: id, table: table, properties: dropped + [table.properties[index]])
    guard former == nil, try catalog.exists(id) else { return target }
    let value = property.isOptional ? nil : property.defaultValue
    guard value != nil || property.isOptional else { throw Self.cannotBeErased(property) }
    try rows.update(id, [name: value], in: transaction)
    target.kept = table.columns[place]
    return target
  }

  private static func cannotBeErased(_ property: Property) -> StoreError {
    return StoreError(.refused, .unerasable(property), property: property.name)
  }

  private func deleted(
    _ id: RecordID, _ former: [Table], in transaction: Transaction
  ) throws(StoreError) -> [Target] {
    let table = if let own = former.first { own } else { try table(id.type) }
    var targets = [try target(id.number, table)]
    var known = Set(targets.map(\.id))
    var next = 0
    while next < targets.count {
      for (type, number) in try itemsEver(of: targets[next]) {
        guard let table = (allTables + former).first(where: { $0.id == type }) else { continue }
        let item = try target(number, table)
        // A restored item of a dropped type no longer has an owner.
        let isPresent = tables[table.type.name] === table
        if !former.isEmpty, isPresent, try catalog.exists(item.id, table) { continue }
        if known.insert(item.id).inserted { targets.append(item) }
      }
      next += 1
    }
    if former.isEmpty, try catalog.exists(id) { try rows.delete([id], in: transaction) }
    return targets
  }

  private func target(_ number: Int, _ table: Table) throws(StoreError) -> Target {
    let own = table.columns.map(\.number)
    let dropped = try history.droppedProperties(of: table.id).filter { !own.contains($0) }
    return Target(
      id: RecordID(table.type.name, number), table: table, properties: dropped + own)
  }

  /// Returns all past and present items of the record's lists; for a list of references, its rows.
  private func itemsEver(of target: Target) throws(StoreError) -> [(type: Int, record: Int)] {
    // Lists dropped before their type are not included. The number of a reference's owner follows
    // the number of its existence.
    let lists = try engine.rows(
      """
      SELECT i.type, i.id + (i.kind GLOB 'List(*') FROM wb_type AS y
        JOIN wb_prop AS p ON p.type = y.id AND p.dropped_tx IS y.dropped_tx
        JOIN wb_prop AS i ON i.kind IN ('Owner(' || p.id || ')', 'List(' || p.id || ')')
          AND i.dropped_tx IS y.dropped_tx
      WHERE y.id = ?1 ORDER BY p.id
      """, [.integer(target.table.id)])
    var items: [(Int, Int)] = []
    for list in lists {
      guard let type = list[0].integer else { continue }
      let rows = try engine.rows(
        """
        SELECT rec FROM (SELECT rec, new, row_number() OVER (PARTITION BY rec ORDER BY seq DESC) AS n
          FROM wb_change WHERE prop = ?1 AND new IS NOT NULL) WHERE n = 1 AND new = ?2
        """, [list[1], .integer(target.id.number)])
      items += rows.compactMap { $0[0].integer }.map { (type, $0) }
    }
    return items
  }

  private func erase(
    _ targets: [Target], _ entry: TransactionEntry, in transaction: Transaction
  ) throws(StoreError) -> Erasure {
    let own = transaction.number
    var erasure = Erasure(
      transaction: own, records: targets.filter { $0.table.references == nil }.map(\.id),
      changes: 0, commands: 0)
    try engine.execute("CREATE TEMP TABLE wb_erased(tx INTEGER PRIMARY KEY)")
    var texts = ErasedTexts()
    for target in targets {
      try collect(&texts, target)
      erasure.changes += try empty(target, own)
    }
    if entry.reason.map(texts.isIn) == true { throw StoreError(.refused, .fact(.reasonMentions)) }
    try scrubDefinitions(texts)
    try noteTransactions(mentioning: texts, but: own)
    try engine.run(
      """
      UPDATE wb_tx SET cmd = NULL, reason = NULL
      WHERE (cmd IS NOT NULL OR reason IS NOT NULL) AND id IN (SELECT tx FROM temp.wb_erased)
      """)
    erasure.commands = engine.changedRows
    try engine.execute("DROP TABLE temp.wb_erased; DELETE FROM wb_victim")
    return erasure
  }

  /// Collects the values to search for, without the remaining value, values listed in a definition,
  /// and record numbers.
  private func collect(_ texts: inout ErasedTexts, _ target: Target) throws(StoreError) {
    let isInForce = allTables.contains { $0 === target.table }
    for number in target.properties {
      let column = target.table.column(ofNumber: number)
      if let column, !column.hasOwnValues { continue }
      let kept = target.kept?.number == number ? target.kept : nil
      let present = kept.map { "(SELECT \($0.name) FROM \(target.table.name) WHERE id = ?1)" }
      let rows = try engine.rows(
        """
        SELECT v FROM (SELECT old AS v FROM wb_change WHERE rec = ?1 AND prop = ?2
          UNION SELECT new FROM wb_change WHERE rec = ?1 AND prop = ?2)
        WHERE v IS NOT NULL AND v IS NOT \(present ?? "NULL")
        """, [.integer(target.id.number), .integer(number)])
      for row in rows {
        let value = column?.storage.value(row[0])
        if isInForce, let value, value == column?.property?.defaultValue { continue }
        let kind = column?.property.map { $0.kind.item ?? $0.kind }
        let items = if case .list(let items) = value { items } else { value.map { [$0] } ?? [] }
        for item in items {
          texts.insert(item.description)
          for text in kind?.otherTexts(of: item) ?? [] { texts.insert(text) }
        }
        switch row[0] {
        case .text(let text): texts.insert(text)
        case .integer(let number): texts.insert("\(number)")
        case .real(let number): texts.insert("\(number)")
        case .null, .blob: break
        }
      }
    }
  }

  private func scrubDefinitions(_ texts: ErasedTexts) throws(StoreError) {
    let present = try catalog.definitionTexts(through: .max)
    let rows = try engine.rows("SELECT seq, object, old, new FROM wb_def ORDER BY seq")
    for row in rows {
      guard let number = row[0].integer, let object = row[1].text else { continue }
      let former = [row[2].text, row[3].text]
      let left = try former.map { text throws(StoreError) in
        try text.map { text throws(StoreError) in try scrubbed(text, object, texts) }
      }
      guard left != former else { continue }
      for (text, other) in zip(former, left) where text != other {
        guard let text, let other else { continue }
        let name =
          "\(object.prefix { $0 != ":" } == "prop" ? "the property " : "")"
          + text.prefix { !"\":({=".contains($0) }.trimmingSpaces
        if text == present[object] {
          throw StoreError(.refused, .definitionMentions(name, isFormer: false))
        }
        guard try isReadable(other, object) else {
          throw StoreError(.refused, .definitionMentions(name, isFormer: true))
        }
      }
      try engine.run(
        "UPDATE wb_def SET old = ?2, new = ?3 WHERE seq = ?1", .integer(number),
        SQLValue(left[0]), SQLValue(left[1]))
    }
  }

  /// Also removes the default of the property if the result is otherwise invalid.
  private func scrubbed(
    _ text: String, _ object: String, _ texts: ErasedTexts
  ) throws(StoreError) -> String {
    guard texts.isInLiterals(of: text) else { return text }
    let scrubbed = texts.scrubbed(text)
    guard try !isReadable(scrubbed, object) else { return scrubbed }
    var property = try catalog.property(definedBy: text)
    property.givenDefault = nil
    return texts.scrubbed(property.definition)
  }

  private func isReadable(_ text: String, _ object: String) throws(StoreError) -> Bool {
    do {
      if object.hasPrefix("prop:") { _ = try catalog.property(definedBy: text) }
      if object.hasPrefix(TableRule.prefix) { _ = try catalog.definitions.rule(from: text) }
      return true
    } catch {
      return false
    }
  }

  private func noteTransactions(
    mentioning texts: ErasedTexts, but own: Int
  ) throws(StoreError) {
    let statement = try engine.prepare(
      "SELECT id, kind, cmd, reason FROM wb_tx WHERE cmd IS NOT NULL OR reason IS NOT NULL")
    var found: [Int] = []
    while try statement.step() {
      guard let number = statement.column(0).integer, number != own else { continue }
      // Names of types and properties are not values.
      let isSchema = statement.column(1).integer == TransactionKind.schema.rawValue
      let isFound =
        statement.column(2).text.map { isSchema ? texts.isInLiterals(of: $0) : texts.isIn($0) }
        ?? false || statement.column(3).text.map(texts.isIn) ?? false
      if isFound { found.append(number) }
    }
    for number in found {
      try engine.run("INSERT OR IGNORE INTO temp.wb_erased VALUES(?1)", .integer(number))
    }
  }

  /// Returns the number of emptied changes.
  private func empty(_ target: Target, _ own: Int) throws(StoreError) -> Int {
    let properties = target.properties.map(String.init).joined(separator: ", ")
    let record = SQLValue.integer(target.id.number)
    let isOfTarget = "rec = ?1 AND prop IN (\(properties))"
    let present =
      target.kept.map { "(SELECT \($0.name) FROM \(target.table.name) WHERE id = ?1)" } ?? "NULL"
    try engine.run(
      """
      INSERT OR IGNORE INTO temp.wb_erased SELECT tx FROM wb_change JOIN wb_tx AS t ON t.id = tx
      WHERE \(isOfTarget) AND t.kind <> \(TransactionKind.erase.rawValue)
      """, record)
    try engine.run(
      """
      UPDATE wb_change SET old = NULL, new = NULL
      WHERE \(isOfTarget) AND tx <> ?2 AND (old IS NOT NULL OR new IS NOT NULL)
      """, record, .integer(own))
    let count = engine.changedRows
    guard let last = target.properties.last else { return count }
    // The remaining value is recorded by this transaction, in its last change.
    try engine.run(
      "UPDATE wb_change SET old = NULL, new = \(present) WHERE tx = ?2 AND \(isOfTarget)", record,
      .integer(own)
    )
    if engine.changedRows == 0 {
      try engine.run(
        "INSERT INTO wb_change(tx, rec, prop, old, new) VALUES(?2, ?1, ?3, NULL, \(present))",
        record, .integer(own), .integer(last))
    }
    return count
  }

  func wasErased(_ record: Int, _ property: Int, _ table: Table) throws(StoreError) -> StoreError {
    let id = RecordID(table.type.name, record)
    let number = try engine.value(
      """
      SELECT c.tx FROM wb_change AS c JOIN wb_tx AS t ON t.id = c.tx
      WHERE c.rec = ?1 AND c.prop IN (\(table.recorded.map(String.init).joined(separator: ", ")))
        AND t.kind = \(TransactionKind.erase.rawValue)
      ORDER BY c.prop = ?2 DESC, c.tx DESC LIMIT 1
      """, .integer(record), .integer(property))
    let eraser = try number.integer.flatMap { number throws(StoreError) in
      try history.entry(ofTransaction: number)
    }
    return StoreError(
      .refused, .erased(id, property: table.column(ofNumber: property)?.historyName, by: eraser))
  }

  /// Returns the reason if the file cannot be rewritten.
  func rewriteFile() -> StoreError? {
    guard location != .memory else { return nil }
    do {
      let rewriting = try engine.rewrite()
      try catalog.noteSchemaVersion()
      return switch rewriting {
      case .done: nil
      case .heldByReader:
        StoreError(.busy, .heldByReader(place: place))
      case .keptInLogs:
        StoreError(.busy, .keptInLogs(place: place))
      }
    } catch {
      return catalog.database.busy(error)
    }
  }
}

extension TableColumn {
  /// Whether the values are free-form, unlike choices, booleans, references and list positions.
  fileprivate var hasOwnValues: Bool {
    switch source {
    case .property(let property):
      let kind = (property.item ?? property).kind
      if case .choice = kind { return false }
      return switch kind.storage {
      case .boolean, .reference, .records: false
      case .text, .integer, .seconds, .double, .decimal, .percent, .written, .list: true
      }
    case .owner, .position: return false
    case .loose: return true
    }
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

/// The result of an erasure.
public struct Erasure: Hashable, Sendable {
  /// The transaction that records the author and reason.
  public var transaction: Int
  /// The records with erased values: the given record and, if all of it was erased, the items of
  /// its owned lists.
  public var records: [RecordID]
  /// The number of changes in the history whose values were erased.
  public var changes: Int
  /// The number of transactions whose command text and reason were erased.
  public var commands: Int
  /// The reason why the erased values may still be in the bytes of the file; nil if they are gone.
  /// Erasing the same values again rewrites the file again.
  public var obstacle: StoreError?
}
