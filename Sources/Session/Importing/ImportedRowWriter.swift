internal import RecordStore
internal import Records

struct ImportedRowWriter {
  private let type: RecordType
  private let columns: ImportedColumns
  private let store: Store
  private let ownedLists: [Int]
  /// Indexes of the properties that are lists of records, without inverses.
  private let lists: [Int]
  /// The names of properties that have a calculated default and no column.
  private let omitted: Set<String>

  /// Maximum number of records per call of `createTogether`; 0 if records are created one by one.
  private(set) var recordsAtOnce = 0

  init(_ type: RecordType, _ columns: ImportedColumns, _ store: Store) {
    (self.type, self.columns, self.store) = (type, columns, store)
    ownedLists = type.properties.indices.filter { type.properties[$0].ownsRecords }
    omitted = type.omittedDefaults(
      columns.targets.reduce(into: [:]) { given, target in
        if case .property(let index) = target {
          given.updateValue(nil, forKey: type.properties[index].name)
        }
      })
    lists = type.properties.indices.filter {
      type.properties[$0].kind.isListOfRecords && type.properties[$0].inverse == nil
    }
  }

  private func omitted(of row: ImportedRow) -> Set<String> {
    guard type.hasCalculatedDefaults, !row.absent.isEmpty else { return omitted }
    return omitted.union(row.absent.map { type.properties[$0].name })
  }

  mutating func expectMany(by tx: borrowing WriteTransaction) throws(StoreError) {
    recordsAtOnce = try tx.expectMany(of: type.name)
  }

  /// Creates records for the first rows with one call, up to the first rejected row; returns the
  /// record numbers. Creates nothing if one of these rows has a number or an owner.
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
    return try tx.create(
      type.name, values, omitting: omitted(of: row), number: row.number)
  }

  func create(
    _ row: ImportedRow, by tx: borrowing WriteTransaction
  ) throws(RowRefusal) -> Int {
    guard !ownedLists.isEmpty else {
      return try refusing { () throws(StoreError) in
        try tx.create(
          type.name, row.values, omitting: omitted(of: row), in: row.owner,
          number: row.number)
      }
    }
    var values = row.values
    for index in ownedLists { values[index] = nil }
    return try asOnePart { tx throws(RowRefusal) in
      let made = try refusing { () throws(StoreError) in
        let made = try tx.create(
          type.name, values, omitting: omitted(of: row), in: row.owner,
          number: row.number)
        try putItems(of: RecordID(type.name, made), row, by: tx)
        return made
      }
      try createNested(of: RecordID(type.name, made), row, by: tx)
      return made
    }
  }

  private func asOnePart<Result>(
    _ body: (borrowing WriteTransaction) throws(RowRefusal) -> Result
  ) throws(RowRefusal) -> Result {
    try store.write(TransactionEntry(), mapError: { RowRefusal($0) }, body)
  }

  func refusing<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(RowRefusal) -> Result {
    do {
      return try body()
    } catch {
      throw RowRefusal(error)
    }
  }

  func fillLists(of id: RecordID, _ row: ImportedRow) throws(RowRefusal) {
    var referring: [String: Value?] = [:]
    for index in lists where !ownedLists.contains(index) && row.values[index] != .list([]) {
      referring[type.properties[index].name] = row.values[index]
    }
    guard !lists.isEmpty || row.owner != nil else { return }
    try asOnePart { tx throws(RowRefusal) in
      try refusing { () throws(StoreError) in
        try put(id, in: row.owner, by: tx)
        if !referring.isEmpty { try tx.update(id, referring) }
        try putItems(of: id, row, by: tx)
      }
      try createNested(of: id, row, by: tx)
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

  /// An import must not remove records from an owned list, because that would delete them.
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

  /// Returns the number of values that empty cells cleared, and of nested records that were
  /// created; nil if nothing changed.
  func change(
    _ id: RecordID, _ row: ImportedRow, by tx: borrowing WriteTransaction
  ) throws(RowRefusal) -> (emptied: Int, owned: Int)? {
    var row = row
    var changes: [String: Value?] = [:]
    var hasItems = false
    let isMoved = try refusing { () throws(StoreError) in
      guard let present = try store.queries.values(of: id) else {
        throw StoreError(.name, .noRecord(id))
      }
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
      for (index, records) in row.nested
      where try isSame(present[index], records, type.properties[index]) {
        row.nested[index] = nil
      }
      return try row.owner.map { place throws(StoreError) in try !isItem(id, of: place) } == true
    }
    let isSingle = !hasItems && !isMoved && row.nested.isEmpty
    let emptied = row.empty.keys.count { changes.keys.contains(type.properties[$0].name) }
    if isSingle {
      if changes.isEmpty { return nil }
      try refusing { () throws(StoreError) in try tx.update(id, changes) }
      return (emptied, 0)
    }
    try asOnePart { tx throws(RowRefusal) in
      try refusing { () throws(StoreError) in
        if !changes.isEmpty { try tx.update(id, changes) }
        if isMoved { try put(id, in: row.owner, by: tx) }
        if hasItems { try putItems(of: id, row, by: tx) }
      }
      try createNested(of: id, row, by: tx)
    }
    return (emptied, row.nestedCount)
  }

  /// Whether a list already has exactly the records of the row.
  ///
  /// - Throws: ``StoreError`` if the list has other records, because replacing them would delete
  ///   them.
  private func isSame(
    _ present: Value?, _ wanted: [NestedRecord], _ list: Property
  ) throws(StoreError) -> Bool {
    guard case .list(let items)? = present, !items.isEmpty else { return wanted.isEmpty }
    if try equals(items, wanted, list) { return true }
    throw StoreError(.refused, .importKeepsItems(list.name), property: list.name)
  }

  private func equals(
    _ items: [Value], _ wanted: [NestedRecord], _ list: Property
  ) throws(StoreError) -> Bool {
    guard items.count == wanted.count,
      let owned = list.kind.recordType.flatMap(store.schema.type(named:))
    else { return false }
    for (item, record) in zip(items, wanted) {
      guard case .reference(let id) = item, let values = try store.queries.values(of: id) else {
        return false
      }
      for (index, property) in owned.properties.enumerated()
      where !property.isComputed && property.inverse == nil {
        if property.hasCalculatedDefault, record.values[index] == nil { continue }
        guard property.ownsRecords else {
          if values[index] != record.values[index] { return false }
          continue
        }
        var inner: [Value] = []
        if case .list(let items)? = values[index] { inner = items }
        guard try equals(inner, record.lists[index] ?? [], property) else { return false }
      }
    }
    return true
  }

  /// Also checks the rules for the row and its records, so that errors name the record at fault.
  private func createNested(
    of owner: RecordID, _ row: ImportedRow, by tx: borrowing WriteTransaction
  ) throws(RowRefusal) {
    guard !row.nested.isEmpty else { return }
    var made = [(owner, RowRefusal.Place?.none)]
    for (index, records) in row.nested.sorted(by: { $0.key < $1.key }) {
      let list = type.properties[index]
      try create(
        records, in: Store.ListPlace(owner, list.name), of: list, at: list.name.asName,
        columns.column(of: .property(index)), &made, by: tx)
    }
    guard store.schema.keepsRules else { return }
    var faults: [RowRefusal.Fault] = []
    for (name, made) in Dictionary(grouping: made, by: \.0.type).sorted(by: { $0.key < $1.key })
    where !store.schema.rules(of: name).isEmpty {
      let places = Dictionary(made.map { ($0.0.number, $0.1) }) { $1 }
      let breaches = try refusing { () throws(StoreError) in
        try store.schema.breaches(of: name, among: made.map(\.0.number))
      }
      faults += breaches.map { breach in
        RowRefusal.Fault(
          error: breach.error, place: places[breach.number].flatMap(\.self), isBreach: true)
      }
    }
    if !faults.isEmpty { throw RowRefusal(faults: Array(faults.prefix(RowRefusal.mostFaults))) }
  }

  private func create(
    _ records: [NestedRecord], in place: Store.ListPlace, of list: Property, at path: String,
    _ column: Int?, _ made: inout [(RecordID, RowRefusal.Place?)],
    by tx: borrowing WriteTransaction
  ) throws(RowRefusal) {
    guard let owned = list.kind.recordType.flatMap(store.schema.type(named:)) else { return }
    for (index, record) in records.enumerated() {
      let path = "\(path)[\(index)]"
      let own = RowRefusal.Place(path: path, column: column, offset: record.offset)
      let id: RecordID
      do throws(StoreError) {
        id = RecordID(
          owned.name,
          try tx.create(owned.name, record.values, omitting: record.omitted, in: place))
      } catch {
        throw RowRefusal(error, at: own)
      }
      made.append((id, own))
      for (index, records) in record.lists.sorted(by: { $0.key < $1.key }) {
        let list = owned.properties[index]
        try create(
          records, in: Store.ListPlace(id, list.name), of: list,
          at: "\(path).\(list.name.asName)", column, &made, by: tx)
      }
    }
  }
}

struct RowRefusal: Error {
  static let mostFaults = 20

  struct Place {
    var path: String
    var column: Int?
    var offset: Int
  }

  struct Fault {
    var error: StoreError
    var place: Place?
    var isBreach = false
  }

  var faults: [Fault]

  init(faults: [Fault]) { self.faults = faults }

  init(_ error: StoreError, at place: Place? = nil) {
    faults = [Fault(error: error, place: place)]
  }

  var failure: StoreError? { faults.lazy.map(\.error).first { !$0.concernsRow } }
}

extension ImportedRow {
  var nestedCount: Int { nested.values.reduce(0) { $0 + $1.deepCount } }
}

struct RowGraph {
  private var waiters: [[Int]]
  /// For each row, the number of unresolved rows it depends on.
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
