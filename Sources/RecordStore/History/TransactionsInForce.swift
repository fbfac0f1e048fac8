internal import Records

/// Collects the transactions in force while the history is read, starting with the oldest one.
///
/// A command and its undo cancel out unless a transaction between them is in force and affects the
/// same records or definitions.
struct TransactionsInForce {
  private struct Chain {
    var kept: [Int] = []
    var leftOut: Int?
  }

  private let history: History
  private let types: TypeHistory
  /// In ascending order.
  private(set) var numbers: [Int] = []
  private var chains: [Int: Chain] = [:]
  private var footprints: [Int: TransactionFootprint] = [:]

  init(of history: History, with types: TypeHistory) {
    self.history = history
    self.types = types
  }

  /// Transactions must be added in order. Each transaction reverses the previous transaction in its
  /// chain, if there is one.
  mutating func add(_ number: Int, ofChain root: Int) throws(StoreError) {
    var chain = chains[root] ?? Chain()
    if let last = chain.kept.last, try isIndependent(last) {
      numbers.remove(at: index(of: last))
      chain.kept.removeLast()
      chain.leftOut = last
    } else if chain.kept.isEmpty, let former = chain.leftOut, try isIndependent(former) {
      numbers.insert(former, at: index(of: former))
      chain.kept.append(former)
    } else {
      numbers.append(number)
      chain.kept.append(number)
    }
    chains[root] = chain
  }

  /// Returns whether later transactions in force are unaffected if this one is omitted.
  private mutating func isIndependent(_ number: Int) throws(StoreError) -> Bool {
    let after = numbers[index(of: number + 1)...]
    guard !after.isEmpty else { return true }
    let own = try footprint(of: number)
    for other in after where try footprint(of: other).meets(own) { return false }
    return true
  }

  private func index(of number: Int) -> Int {
    numbers.partitionIndex { $0 >= number }
  }

  private mutating func footprint(of number: Int) throws(StoreError) -> TransactionFootprint {
    if let known = footprints[number] { return known }
    var footprint = TransactionFootprint(changesTypes: types.isTurn(number))
    try types.eachChange(of: number) { footprint.add($0, distinction: $1) }
    for change in try types.typeChanges(of: number) {
      if let type = change.new?.type.name { footprint.add(type: type) }
    }
    for object in try history.definedObjects(by: number) { footprint.add(definition: object) }
    footprints[number] = footprint
    return footprint
  }
}

struct TransactionFootprint {
  private struct UniqueValue: Hashable {
    var type: String
    var property: String
    var value: Value
  }

  private var changed: Set<RecordID> = []
  private var referred: Set<RecordID> = []
  private var uniqueValues: Set<UniqueValue> = []
  private var definitions: Set<String> = []
  private var types: Set<String> = []
  private var newTypes: Set<String> = []
  /// Whether types were altered or dropped; any other transaction may depend on these changes.
  private let changesTypes: Bool

  init(changesTypes: Bool) { self.changesTypes = changesTypes }

  /// - Parameter distinction: Returns the part of a value that must be unique; nil if the property
  ///   is not unique.
  mutating func add(_ change: HistoryEntry, distinction: ((Value) -> Value)?) {
    changed.insert(change.record)
    types.insert(change.record.type)
    guard let property = change.property else { return }
    for value in [change.old, change.new].compactMap(\.self) {
      if case .reference(let id) = value { referred.insert(id) }
      guard let distinction else { continue }
      uniqueValues.insert(
        UniqueValue(type: change.record.type, property: property, value: distinction(value)))
    }
  }

  mutating func add(definition: String) { definitions.insert(definition) }

  mutating func add(type: String) { newTypes.insert(type) }

  /// Returns whether omitting one of the transactions can affect the other.
  func meets(_ other: Self) -> Bool {
    changesTypes || other.changesTypes || needsTypes(of: other) || other.needsTypes(of: self)
      || !changed.isDisjoint(with: other.changed) || !changed.isDisjoint(with: other.referred)
      || !referred.isDisjoint(with: other.changed)
      || !uniqueValues.isDisjoint(with: other.uniqueValues)
      || !definitions.isDisjoint(with: other.definitions)
  }

  private func needsTypes(of other: Self) -> Bool {
    guard !other.newTypes.isEmpty else { return false }
    return !definitions.isEmpty || !types.isDisjoint(with: other.newTypes)
  }
}

extension History {
  /// Returns the transactions in force, oldest first, as if the history consisted only of the given
  /// range.
  ///
  /// An undo or a redo is included only if its command is outside the range, or if a transaction in
  /// between is in force and affects the same records or definitions.
  ///
  /// - Parameter types: The history of types for this store.
  public func transactionsInForce(
    from first: Int = 0, through last: Int = .max, with types: TypeHistory
  ) throws(StoreError) -> [LogEntry] {
    var links: [Link] = []
    try eachTransaction { (link: Link) throws(StoreError) in
      let number = link.entry.transaction
      guard number >= first else { return false }
      if number <= last { links.append(link) }
      return true
    }
    var inForce = TransactionsInForce(of: self, with: types)
    for link in links.reversed() {
      try inForce.add(link.entry.transaction, ofChain: link.root)
    }
    let numbers = Set(inForce.numbers)
    return links.reversed().lazy.map(\.entry).filter {
      $0.changes > 0 && numbers.contains($0.transaction)
    }
  }

  func definedObjects(by transaction: Int) throws(StoreError) -> [String] {
    try engine.rows("SELECT object FROM wb_def WHERE tx = ?1", [.integer(transaction)])
      .compactMap { $0[0].text }
  }

  /// The definition that applied to the values of a property in a transaction; nil if the property
  /// was never redefined or dropped.
  ///
  /// - Parameter isOld: Whether to return the definition for the values before the changes, not
  ///   after them.
  func formerColumn(
    _ number: Int, in transaction: Int, isOld: Bool
  ) throws(StoreError) -> FormerColumn? {
    guard let all = try catalog.formerColumns()[number] else { return nil }
    return all.last { column in
      column.storage != nil
        && (isOld ? column.transaction < transaction : column.transaction <= transaction)
    } ?? all.first
  }

  func droppedProperties(of type: Int) throws(StoreError) -> [Int] {
    try engine.rows(
      "SELECT id FROM wb_prop WHERE type = ?1 AND dropped_tx IS NOT NULL AND col IS NOT NULL "
        + "AND kind NOT GLOB 'Owner(*' AND kind NOT GLOB 'Position(*'", [.integer(type)]
    ).compactMap { $0[0].integer }
  }
}
