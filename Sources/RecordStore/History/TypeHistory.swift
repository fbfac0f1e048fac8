public import Expressions
public import Records

/// A past definition of a type.
public struct PastType: Hashable, Sendable {
  /// The type.
  public var type: RecordType
  /// The numbers of the properties, in their order; a number never changes and is never reused.
  public var numbers: [Int]

  init(_ table: Table) { (type, numbers) = (table.type, table.properties) }
}

/// The change of one type in a transaction.
public struct TypeChange: Hashable, Sendable {
  /// The former type; nil if the type was defined or restored.
  public var old: PastType?
  /// The new type; nil if the type was dropped.
  public var new: PastType?

  /// Creates a change.
  public init(old: PastType?, new: PastType?) { (self.old, self.new) = (old, new) }
}

/// Tracks the types while a history is read.
///
/// Changes of a transaction use the names that types and properties had at its end.
public final class TypeHistory {
  private let history: History
  /// The transactions that altered, dropped or restored types, in ascending order.
  private let turns: [Int]
  private let defining: Set<Int>
  private let types: [Int: Int]
  /// The tables before a turn, by its transaction number.
  private var tables: [Int: [Table]] = [:]
  private var owners: [Int: [Int: Table]] = [:]

  init(of history: History) throws(StoreError) {
    self.history = history
    let types = Dictionary(
      try history.engine.rows("SELECT id, type FROM wb_prop").compactMap { row in
        row[0].integer.flatMap { id in row[1].integer.map { (id, $0) } }
      }, uniquingKeysWith: { first, _ in first })
    let rows = try history.engine.rows(
      "SELECT tx, object, old IS NULL FROM wb_def ORDER BY seq")
    var turns: Set<Int> = []
    var defining: Set<Int> = []
    var new: (transaction: Int, types: Set<Int>) = (-1, [])
    var known: Set<Int> = []
    for row in rows {
      guard let transaction = row[0].integer, let object = row[1].text else { continue }
      if new.transaction != transaction { new = (transaction, []) }
      defining.insert(transaction)
      let change = Redefinition(object: object)
      guard object.hasPrefix("type:") || object.hasPrefix("prop:") else { continue }
      if row[2] == .integer(0) {
        turns.insert(transaction)
      } else if let type = change.number(after: "type:") {
        // Restoring a type that was defined before counts as a turn.
        if known.insert(type).inserted { new.types.insert(type) } else { turns.insert(transaction) }
      } else if let type = change.number(after: "prop:").flatMap({ types[$0] }),
        !new.types.contains(type)
      {
        turns.insert(transaction)
      }
    }
    self.types = types
    self.defining = defining
    self.turns = turns.sorted()
  }

  /// Returns whether a transaction altered, dropped or restored types.
  public func isTurn(_ transaction: Int) -> Bool {
    let place = place(of: transaction)
    return place < turns.count && turns[place] == transaction
  }

  /// Returns the next transaction that altered, dropped or restored types, or the maximum integer
  /// if there is none; types and properties keep their names until then.
  public func turn(after transaction: Int) -> Int {
    let place = place(of: transaction + 1)
    return place < turns.count ? turns[place] : .max
  }

  /// Returns the types after a transaction, including types defined before the next turn.
  public func types(after transaction: Int) throws(StoreError) -> [RecordType] {
    try tables(after: transaction).filter { $0.references == nil }.map(\.type)
  }

  /// Returns all versions of types from a transaction on.
  public func everyType(since transaction: Int) throws(StoreError) -> [RecordType] {
    var types = try types(after: transaction)
    for turn in turns[place(of: transaction)...] { types += try self.types(after: turn) }
    return types
  }

  /// Returns the changes of types in a transaction, in the order of their first definition.
  public func typeChanges(of transaction: Int) throws(StoreError) -> [TypeChange] {
    guard defining.contains(transaction) else { return [] }
    let rows = try history.engine.rows(
      "SELECT object, old IS NULL FROM wb_def WHERE tx = ?1", [.integer(transaction)])
    var changed: Set<Int> = []
    var new: Set<Int> = []
    for row in rows {
      let change = Redefinition(object: row[0].text ?? "")
      if let id = change.number(after: "type:") {
        changed.insert(id)
        if row[1] == .integer(1) { new.insert(id) }
      } else if let id = change.number(after: "prop:").flatMap({ types[$0] }) {
        changed.insert(id)
      }
    }
    let (before, after) = (
      try tables(after: transaction - 1), try tables(after: transaction)
    )
    return changed.sorted().compactMap { id in
      let old = new.contains(id) ? nil : before.first { $0.id == id }.map(PastType.init)
      let new = after.first { $0.id == id }.map(PastType.init)
      return old == new ? nil : TypeChange(old: old, new: new)
    }
  }

  /// Returns the properties of a type that had a requested index after a transaction.
  public func indexes(
    of type: PastType, after transaction: Int
  ) throws(StoreError) -> [Property] {
    let texts = try history.catalog.definitionTexts(through: transaction)
    return zip(type.numbers, type.type.properties).filter {
      texts[PropertyIndex(ofProperty: $0.0).object] != nil
    }.map(\.1)
  }

  private func tables(after transaction: Int) throws(StoreError) -> [Table] {
    let turn = turn(after: transaction)
    if let known = tables[turn] { return known }
    let read = try history.catalog.readTables(through: turn == .max ? .max : turn - 1)
    tables[turn] = read
    return read
  }

  private func place(of transaction: Int) -> Int {
    turns.partitionIndex { $0 >= transaction }
  }

  /// Calls a closure for each change of a transaction in order.
  ///
  /// Skips changes of dropped properties, and of types that exist neither before nor after the
  /// transaction.
  public func eachChange(
    of transaction: Int, _ body: (HistoryEntry) -> Void
  ) throws(StoreError) {
    try eachChange(of: transaction) { change, _ in body(change) }
  }

  /// For a unique property, also passes a closure that returns the part of a value that must be
  /// unique.
  func eachChange(
    of transaction: Int, _ body: (HistoryEntry, _ distinction: ((Value) -> Value)?) -> Void
  ) throws(StoreError) {
    try history.eachChange(of: transaction, in: try owners(of: transaction)) { change, column in
      guard let property = column?.property, property.isDistinct else { return body(change, nil) }
      body(change) { property.distinction(of: $0) }
    }
  }

  private func owners(of transaction: Int) throws(StoreError) -> [Int: Table] {
    let turn = turn(after: transaction)
    if owners[turn] == nil { owners[turn] = try tables(after: transaction).byNumber }
    var owners = owners[turn] ?? [:]
    guard isTurn(transaction) else { return owners }
    let ids = Set(owners.values.map(\.id))
    for table in try tables(after: transaction - 1) {
      // Also includes properties dropped with their type, and the owner and position columns of
      // dropped lists.
      let isGone = !ids.contains(table.id)
      for number in isGone ? table.recorded : table.memberships.flatMap(\.columns).map(\.number)
      where owners[number] == nil {
        owners[number] = table
      }
    }
    return owners
  }

  /// Returns a transaction's changes of rules, indexes and kept definitions, in order. Changes
  /// implied by changes of types are skipped.
  public func definitionChanges(of transaction: Int) throws(StoreError) -> [DefinitionChange] {
    guard defining.contains(transaction) else { return [] }
    let rows = try history.engine.rows(
      """
      SELECT object, old, new FROM wb_def
      WHERE tx = ?1 AND object NOT GLOB 'type:*' AND object NOT GLOB 'prop:*' ORDER BY seq
      """, [.integer(transaction)])
    var changes = Redefinition.merging(rows)
    let (before, after) = (
      try tables(after: transaction - 1), try tables(after: transaction)
    )
    for place in changes.indices {
      let object = changes[place].object
      func whole(_ text: String?) -> String? {
        text.flatMap { text in
          history.catalog.objection(to: text, of: object) == nil
            ? history.catalog.definitions.withoutComments(text) : nil
        }
      }
      changes[place].old = whole(changes[place].old)
      changes[place].new = whole(changes[place].new)
    }
    return changes.filter { $0.old != $0.new }.compactMap { change in
      var (subject, change) = (DefinitionChange.Subject.other, change)
      if let index = PropertyIndex(object: change.object) {
        guard let (type, property) = Self.property(index.property, in: after) else { return nil }
        let command = index.command(type: type.name, property: property.name)
        change.old = change.old.map { _ in command }
        change.new = change.new.map { _ in command }
        // An index stays with its property as long as a comparison can use it.
        let isOlder = Self.property(index.property, in: before) != nil
        guard change.old == nil || change.new == nil,
          change.new != nil || isOlder && PropertyIndex.uselessness(of: property) == nil
        else { return nil }
      } else if let number = change.number(after: TableRule.prefix) {
        subject = .rule(number)
      }
      return DefinitionChange(subject: subject, old: change.old, new: change.new)
    }
  }

  /// The current rules with their conditions, by number.
  public var presentRules: [Int: (rule: Rule, condition: RecordExpression)] {
    Dictionary(
      history.types.flatMap { history.tables[$0.name]?.rules ?? [] }
        .map { ($0.number, ($0.rule, $0.condition)) }, uniquingKeysWith: { first, _ in first })
  }

  private static func property(
    _ number: Int, in tables: [Table]
  ) -> (type: RecordType, property: Property)? {
    for table in tables {
      if let place = table.properties.firstIndex(of: number) {
        return (table.type, table.type.properties[place])
      }
    }
    return nil
  }
}
