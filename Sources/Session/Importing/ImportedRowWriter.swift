internal import RecordStore
internal import Records

struct ImportedRowWriter {
  private let type: RecordType
  private let columns: ImportedColumns
  private let store: Store
  private let ownedLists: [Int]
  /// Without inverses.
  private let lists: [Int]

  /// Records per call of `createTogether`; 0 until bulk loading is prepared.
  private(set) var recordsAtOnce = 0

  init(_ type: RecordType, _ columns: ImportedColumns, _ store: Store) {
    (self.type, self.columns, self.store) = (type, columns, store)
    ownedLists = type.properties.indices.filter { type.properties[$0].ownsRecords }
    lists = type.properties.indices.filter {
      type.properties[$0].kind.isListOfRecords && type.properties[$0].inverse == nil
    }
  }

  mutating func expectMany(by tx: borrowing WriteTransaction) throws(StoreError) {
    recordsAtOnce = try tx.expectMany(of: type.name)
  }

  /// Creates the first rows with one call, up to the first refused row; returns the record numbers.
  /// Returns nothing if a row has a given number.
  func createTogether(
    _ rows: ArraySlice<ImportedRow>, from source: (ImportedRow) -> String,
    by tx: borrowing WriteTransaction
  ) throws(StoreError) -> [Int] {
    let rows = rows.prefix(recordsAtOnce)
    guard !rows.isEmpty, rows.allSatisfy({ $0.number == nil && $0.owner == nil })
    else { return [] }
    return try tx.create(type.name, many: rows.map(\.values), from: rows.map(source))
  }

  func createWithoutLists(
    _ row: ImportedRow, by tx: borrowing WriteTransaction
  ) throws(StoreError) -> Int {
    var values = row.values
    for index in lists { values[index] = nil }
    return try tx.create(type.name, values, number: row.number)
  }

  func create(
    _ row: ImportedRow, by tx: borrowing WriteTransaction
  ) throws(StoreError) -> Int {
    guard !ownedLists.isEmpty else {
      return try tx.create(type.name, row.values, in: row.owner, number: row.number)
    }
    var values = row.values
    for index in ownedLists { values[index] = nil }
    return try asOnePart { tx throws(StoreError) in
      let made = try tx.create(type.name, values, in: row.owner, number: row.number)
      try putItems(of: RecordID(type.name, made), row, by: tx)
      return made
    }
  }

  private func asOnePart<Result>(
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try store.write(TransactionEntry(), mapError: { $0 }, body)
  }

  func fillLists(of id: RecordID, _ row: ImportedRow) throws(StoreError) {
    var referring: [String: Value?] = [:]
    for index in lists where !ownedLists.contains(index) && row.values[index] != .list([]) {
      referring[type.properties[index].name] = row.values[index]
    }
    guard !lists.isEmpty || row.owner != nil else { return }
    try asOnePart { tx throws(StoreError) in
      try put(id, in: row.owner, by: tx)
      if !referring.isEmpty { try tx.update(id, referring) }
      try putItems(of: id, row, by: tx)
    }
  }

  private func put(
    _ id: RecordID, in place: Store.ListPlace?, by tx: borrowing WriteTransaction
  ) throws(StoreError) {
    guard let place, try !isItem(id, of: place) else { return }
    try tx.insert(id, in: place)
  }

  private func isItem(_ id: RecordID, of place: Store.ListPlace) throws(StoreError) -> Bool {
    try store.rows.owner(of: id).map { ($0.owner, $0.list) == (place.owner, place.list) } == true
  }

  private func putItems(
    of owner: RecordID, _ row: ImportedRow, by tx: borrowing WriteTransaction
  ) throws(StoreError) {
    for index in ownedLists {
      guard case .list(let items) = row.values[index] else { continue }
      let list = Store.ListPlace(owner, type.properties[index].name)
      for case .reference(let item) in items { try put(item, in: list, by: tx) }
    }
  }

  /// An import must not remove records from an owning list, because that would delete them.
  private func checkKeepsItems(
    _ present: Value?, _ wanted: Value?, _ property: Property
  ) throws(StoreError) {
    guard case .list(let old) = present, case .list(let new) = wanted,
      Array(new.prefix(old.count)) != old
    else { return }
    throw StoreError(
      .refused,
      .importOnlyAdds(property.name, old.map(\.literal)),
      property: property.name)
  }

  /// Returns the number of values that empty cells cleared; nil if nothing changed.
  func change(_ id: RecordID, _ row: ImportedRow) throws(StoreError) -> Int? {
    guard let present = try store.queries.values(of: id) else {
      throw StoreError(.name, .noRecord(id))
    }
    var changes: [String: Value?] = [:]
    var hasItems = false
    for case .property(let index) in columns.targets
    where present[index] != row.values[index] && !row.absent.contains(index) {
      if type.properties[index].ownsRecords {
        if row.values[index] == nil { continue }
        try checkKeepsItems(present[index], row.values[index], type.properties[index])
        hasItems = true
      } else {
        changes[type.properties[index].name] = row.values[index]
      }
    }
    let isMoved =
      try row.owner.map { place throws(StoreError) in try !isItem(id, of: place) } == true
    guard !changes.isEmpty || hasItems || isMoved else { return nil }
    try asOnePart { tx throws(StoreError) in
      if !changes.isEmpty { try tx.update(id, changes) }
      if isMoved { try put(id, in: row.owner, by: tx) }
      if hasItems { try putItems(of: id, row, by: tx) }
    }
    return row.empty.keys.count { changes.keys.contains(type.properties[$0].name) }
  }
}

struct RowGraph {
  private var waiters: [[Int]]
  /// For each row, the number of rows it depends on.
  private var counts: [Int]

  init(count: Int) {
    waiters = [[Int]](repeating: [], count: count)
    counts = [Int](repeating: 0, count: count)
  }

  mutating func add(_ place: Int, waitingFor others: Set<Int>) {
    counts[place] += others.count
    for other in others { waiters[other].append(place) }
  }

  var ready: [Int] { counts.indices.filter { counts[$0] == 0 } }

  /// The remaining rows: cycles, and rows that depend on cycles.
  var waiting: [Int] { counts.indices.filter { counts[$0] > 0 } }

  mutating func finish(_ places: [Int]) -> [Int] {
    var next: [Int] = []
    for waiter in places.lazy.flatMap({ [waiters] in waiters[$0] }) {
      counts[waiter] -= 1
      if counts[waiter] == 0 { next.append(waiter) }
    }
    return next.sorted()
  }

  func withWaiters(_ places: Set<Int>) -> Set<Int> {
    var found = places
    var open = Array(places)
    while let place = open.popLast() {
      for waiter in waiters[place] where found.insert(waiter).inserted { open.append(waiter) }
    }
    return found
  }
}
