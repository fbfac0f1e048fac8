public import Records

extension Rows {
  /// The initial distance between positions.
  private static let step = 1 << 16

  private struct Item {
    /// The row in the table of the list; the record itself if the list owns it.
    var row: Int
    var number: Int
    var position: Int?
  }

  private struct Columns {
    var rows: Table
    var owner: TableColumn
    var position: TableColumn
    /// The reference to the item; nil if the list owns its records.
    var item: TableColumn?
    var items: String
  }

  func create(
    _ type: String, _ values: [Value?], omitting omitted: Set<String>,
    in place: Store.ListPlace?, number: Int? = nil, in transaction: Transaction
  ) throws(StoreError) -> Int {
    guard let place else {
      return try create(type, values, omitting: omitted, number: number, in: transaction)
    }
    let columns = try columns(of: place, holding: type)
    guard columns.item == nil else {
      let record = try create(type, values, omitting: omitted, number: number, in: transaction)
      try refer(to: record, at: place, columns, in: transaction)
      return record
    }
    return try create(
      type, values, omitting: omitted, number: number,
      further: [
        (columns.owner, place.owner.number),
        (columns.position, try freePosition(at: place, columns)),
      ], in: transaction)
  }

  func recreate(
    _ id: RecordID, _ values: [Value?], omitting omitted: Set<String> = [],
    in transaction: Transaction
  ) throws(StoreError) {
    _ = try create(
      id.type, values, omitting: omitted, number: id.number, wasDeleted: true, in: transaction)
  }

  /// If the list owns its records, the record must have no owner, or be in another list of the same
  /// owner.
  func insert(
    _ item: RecordID, in place: Store.ListPlace, in transaction: Transaction
  ) throws(StoreError) {
    let columns = try columns(of: place, holding: item.type)
    guard try catalog.exists(item) else { throw catalog.missing(item) }
    guard columns.item == nil else {
      return try refer(to: item.number, at: place, columns, in: transaction)
    }
    var left: [(TableColumn, Int?)] = []
    if let former = try owner(of: item) {
      guard former.owner == place.owner, former.list != place.list else {
        throw StoreError(.refused, .hasOwner(item, former.owner, list: former.list))
      }
      let columns = try self.columns(of: former, holding: item.type)
      left = [(columns.owner, nil), (columns.position, nil)]
    }
    try checkIsOutside(item, place)
    transaction.noteChange(of: columns.rows)
    let position = try freePosition(at: place, columns)
    try set(
      item.number, columns,
      left + [(columns.owner, place.owner.number), (columns.position, position)])
  }

  private func refer(
    to record: Int, at place: Store.ListPlace, _ columns: Columns, in transaction: Transaction
  ) throws(StoreError) {
    let present = try items(of: place, columns)
    if let index = present.firstIndex(where: { $0.number == record }) {
      throw StoreError(
        .conflict,
        .inList(RecordID(columns.items, record), place.owner, list: place.list, at: index),
        property: place.list)
    }
    let position = try freePosition(at: place, columns)
    _ = try create(
      columns.rows.type.name,
      [
        .reference(place.owner), .integer(position), .reference(RecordID(columns.items, record)),
      ], in: transaction)
  }

  /// Sets the items of a list of references with as few changes as possible.
  ///
  /// - Throws: ``StoreError`` if the list owns its records, or if a record does not exist or is
  ///   given twice.
  func setReferences(
    of place: Store.ListPlace, to records: [RecordID], in transaction: Transaction
  ) throws(StoreError) {
    let columns = try columns(of: place, holding: records.first?.type)
    guard columns.item != nil else {
      throw StoreError(.refused, .property(place.list, .ownsItems), property: place.list)
    }
    var seen: Set<Int> = []
    for record in records {
      if record.type != columns.items { _ = try self.columns(of: place, holding: record.type) }
      guard try catalog.exists(record) else { throw catalog.missing(record) }
      guard seen.insert(record.number).inserted else {
        throw StoreError(.conflict, .record(record, .givenTwice), property: place.list)
      }
    }
    transaction.noteChange(of: columns.rows)
    var present = try items(of: place, columns)
    for item in present where !seen.contains(item.number) {
      try delete(RecordID(columns.rows.type.name, item.row), in: transaction)
    }
    present.removeAll { !seen.contains($0.number) }
    try arrange(present, as: records.map(\.number), columns) {
      number, position throws(StoreError) in
      try create(
        columns.rows.type.name,
        [
          .reference(place.owner), .integer(position),
          .reference(RecordID(columns.items, number)),
        ], in: transaction)
    }
  }

  func reorder(
    _ place: Store.ListPlace, as records: [RecordID], in transaction: Transaction
  ) throws(StoreError) {
    let columns = try columns(of: place, holding: records.first?.type)
    let present = try items(of: place, columns)
    let known = Set(present.map(\.number))
    var seen: Set<Int> = []
    for record in records {
      if record.type != columns.items { _ = try self.columns(of: place, holding: record.type) }
      guard known.contains(record.number) else {
        throw StoreError(
          .refused, .reordering(place.owner, list: place.list, record, isAdded: true),
          property: place.list)
      }
      guard seen.insert(record.number).inserted else {
        throw StoreError(.conflict, .record(record, .givenTwice), property: place.list)
      }
    }
    if let left = present.first(where: { !seen.contains($0.number) }) {
      let record = RecordID(columns.items, left.number)
      throw StoreError(
        .refused, .reordering(place.owner, list: place.list, record, isAdded: false),
        property: place.list)
    }
    transaction.noteChange(of: columns.rows)
    try arrange(present, as: records.map(\.number), columns) { _, _ in nil }
  }

  /// Arranges the items of a list: keeps as many items as possible at their positions, and moves or
  /// creates the other items.
  ///
  /// - Parameter create: Creates the row of a new item and returns it; nil to skip the item.
  private func arrange(
    _ present: [Item], as wanted: [Int], _ columns: Columns,
    create: (_ number: Int, _ position: Int) throws(StoreError) -> Int?
  ) throws(StoreError) {
    let places = Dictionary(
      wanted.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let staying = Set(
      present.map { places[$0.number] ?? 0 }.longestRise.map { wanted[$0] })
    var items = present.filter { staying.contains($0.number) }
    let moved = Dictionary(
      present.filter { !staying.contains($0.number) }.map { ($0.number, $0) },
      uniquingKeysWith: { first, _ in first })
    for (index, number) in wanted.enumerated() where !staying.contains(number) {
      let position = try position(at: index, among: &items, columns)
      if let item = moved[number] {
        try set(item.row, columns, [(columns.position, position)])
        items.insert(Item(row: item.row, number: number, position: position), at: index)
      } else if let row = try create(number, position) {
        items.insert(Item(row: row, number: number, position: position), at: index)
      }
    }
  }

  func move(
    _ place: Store.ListPlace, to index: Int, in transaction: Transaction
  ) throws(StoreError) {
    let columns = try columns(of: place, holding: nil)
    var items = try items(of: place, columns)
    let from = try checked(place.index ?? items.count - 1, place, items.count)
    _ = try checked(index, place, items.count)
    guard from != index else { return }
    transaction.noteChange(of: columns.rows)
    let item = items.remove(at: from)
    try set(
      item.row, columns, [(columns.position, try position(at: index, among: &items, columns))])
  }

  /// Deletes the reference to the record or, if the list owns its records, the record itself.
  func remove(_ place: Store.ListPlace, in transaction: Transaction) throws(StoreError) {
    let columns = try columns(of: place, holding: nil)
    let items = try items(of: place, columns)
    let index = try checked(place.index ?? items.count - 1, place, items.count)
    try delete(RecordID(columns.rows.type.name, items[index].row), in: transaction)
  }

  /// Returns the owner of a record by the name that the list gives the owner; nil if no such list
  /// contains the record.
  package func owner(of item: RecordID, named name: String) throws(StoreError) -> Value? {
    for list in OwningList.lists(owning: item.type, among: types) where list.givenName == name {
      guard
        let owner = try owners(of: item).first(where: {
          ($0.owner.type, $0.list) == (list.owner, list.list)
        })
      else { continue }
      return .reference(owner.owner)
    }
    return nil
  }

  /// Returns the list that owns a record; nil if there is no such list.
  public func owner(of item: RecordID) throws(StoreError) -> Store.ListPlace? {
    try owners(of: item).first
  }

  /// Returns the lists that own a record: at most one, unless another program has added more.
  private func owners(of item: RecordID) throws(StoreError) -> [Store.ListPlace] {
    let table = try table(item.type)
    var owners: [Store.ListPlace] = []
    for link in table.links {
      guard let column = table.ownerColumn(of: link) else { continue }
      let owner = try engine.value(
        "SELECT \(column.name) FROM \(table.name) WHERE id = ?1", .integer(item.number))
      guard let number = owner.integer else { continue }
      owners.append(Store.ListPlace(RecordID(link.owner, number), link.list))
    }
    return owners
  }

  /// Throws if the owner of a list is the record, or belongs to the record: no other record would
  /// own such a cycle, and deleting one of its records would delete all.
  private func checkIsOutside(_ item: RecordID, _ place: Store.ListPlace) throws(StoreError) {
    if item == place.owner { throw StoreError(.refused, .record(item, .inItself)) }
    var known: Set<RecordID> = [place.owner]
    var open = [place.owner]
    while let record = open.popLast() {
      for owner in try owners(of: record).map(\.owner) where known.insert(owner).inserted {
        if owner == item { throw StoreError(.refused, .inOwnItem(item, place.owner)) }
        if tables[owner.type] != nil { open.append(owner) }
      }
    }
  }

  private func columns(
    of place: Store.ListPlace, holding type: String?
  ) throws(StoreError) -> Columns {
    let table = try table(place.owner.type)
    guard let index = table.type.index(of: place.list) else {
      throw catalog.unknown(place.list, table)
    }
    let list = table.type.properties[index]
    guard case .records(let items) = list.kind else {
      throw StoreError(.refused, .property(place.list, .noList), property: place.list)
    }
    if let inverse = list.inverse {
      throw StoreError(
        .rule, .inverseList(place.list, items: items, by: inverse), property: place.list)
    }
    _ = try writableTable(items)
    guard let (rows, owner) = catalog.rows(of: list, in: table),
      let position = rows.column(ofNumber: owner.number + 1)
    else {
      throw StoreError(
        .engine, .member(PropertyReference(table.type.name, place.list), .lostColumns))
    }
    try rows.checkIsWhole()
    if let type, type != items {
      throw StoreError(
        .refused, .wrongItem(list: place.list, items: items, type), property: place.list)
    }
    guard try catalog.exists(place.owner) else { throw catalog.missing(place.owner) }
    let item = rows.references == nil ? nil : rows.column(ofNumber: position.number + 1)
    return Columns(
      rows: rows, owner: owner, position: position, item: item, items: items)
  }

  private func items(of place: Store.ListPlace, _ columns: Columns) throws(StoreError) -> [Item] {
    let position = columns.position.name
    let statement = try engine.statement(
      "SELECT id, \(position), \(columns.item?.name ?? "id") FROM \(columns.rows.name) "
        + "WHERE \(columns.owner.name) = ?1 "
        + "ORDER BY \(position), id")
    try statement.bind([.integer(place.owner.number)])
    var items: [Item] = []
    while try statement.step() {
      items.append(
        Item(
          row: statement.column(0).integer ?? 0, number: statement.column(2).integer ?? 0,
          position: statement.column(1).integer))
    }
    return items
  }

  private func checked(
    _ index: Int, _ place: Store.ListPlace, _ count: Int
  ) throws(StoreError) -> Int {
    if (0..<count).contains(index) { return index }
    throw noPlace(index, place, count, isInsertion: false)
  }

  private func noPlace(
    _ index: Int, _ place: Store.ListPlace, _ count: Int, isInsertion: Bool
  ) -> StoreError {
    return StoreError(
      .name, .noPlace(index, place.owner, list: place.list, last: isInsertion ? count : count - 1))
  }

  private func freePosition(at place: Store.ListPlace, _ columns: Columns) throws(StoreError) -> Int
  {
    guard let index = place.index else {
      let last = try engine.value(
        "SELECT max(\(columns.position.name)) FROM \(columns.rows.name) "
          + "WHERE \(columns.owner.name) = ?1", .integer(place.owner.number))
      guard let last = last.integer else { return 0 }
      if last <= .max - Self.step { return last + Self.step }
      var items = try items(of: place, columns)
      return try position(at: items.count, among: &items, columns)
    }
    var items = try items(of: place, columns)
    guard (0...items.count).contains(index) else {
      throw noPlace(index, place, items.count, isInsertion: true)
    }
    return try position(at: index, among: &items, columns)
  }

  private func set(
    _ row: Int, _ columns: Columns, _ values: [(TableColumn, Int?)]
  ) throws(StoreError) {
    let list = values.map { "\($0.0.name) = ?" }.joined(separator: ", ")
    let statement = try engine.statement(
      "UPDATE \(columns.rows.name) SET \(list) WHERE id = ?")
    try statement.run(values.map { SQLValue($0.1) } + [.integer(row)])
  }

  /// Returns a stored position for an index; renumbers all items if there is no gap.
  private func position(
    at index: Int, among items: inout [Item], _ columns: Columns
  ) throws(StoreError) -> Int {
    if let position = Self.room(at: index, among: items) { return position }
    for place in items.indices {
      let position = place * Self.step
      guard items[place].position != position else { continue }
      items[place].position = position
      try set(items[place].row, columns, [(columns.position, position)])
    }
    return Self.room(at: index, among: items) ?? 0
  }

  private static func room(at index: Int, among items: [Item]) -> Int? {
    guard items.allSatisfy({ $0.position != nil }) else { return nil }
    let before = index > 0 ? items[index - 1].position : nil
    let after = index < items.count ? items[index].position : nil
    switch (before, after) {
    case (nil, nil): return 0
    case (let before?, nil): return before <= .max - step ? before + step : nil
    case (nil, let after?): return after >= .min + step ? after - step : nil
    case (let before?, let after?):
      // Another program may have written any numbers.
      let (gap, isTooFar) = after.subtractingReportingOverflow(before)
      if isTooFar { return nil }
      return gap > 1 ? before + gap / 2 : nil
    }
  }
}

extension [Int] {
  /// The longest increasing subsequence, by patience sorting in O(*n* log *n*).
  fileprivate var longestRise: [Int] {
    var piles: [Int] = []  // The indexes of the pile tops.
    var before: [Int?] = []
    for (place, number) in enumerated() {
      let pile = piles.partitionIndex { self[$0] >= number }
      before.append(pile > 0 ? piles[pile - 1] : nil)
      if pile < piles.count { piles[pile] = place } else { piles.append(place) }
    }
    var rise: [Int] = []
    var next = piles.last
    while let place = next {
      rise.append(self[place])
      next = before[place]
    }
    return rise.reversed()
  }
}
