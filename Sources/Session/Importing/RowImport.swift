internal import Interchange
internal import RecordStore
internal import Records
internal import Replies

/// Takes the rows of a file in as records of a type, in the transaction that is open.
///
/// Each row is judged for itself, and all that is wrong with it is told. Rows are stored some hundreds
/// at a time; where one of them breaks a rule, the others are stored again without it.
final class RowImport {
  /// Why rows that are stored together were not.
  private enum Setback: Error, Equatable {
    /// Some break rules, and are left out of the next attempt.
    case rulesBroken
    case store(StoreError)
  }

  /// A row that was read.
  private struct Row {
    var source: SourceRow
    /// A value for each property of the type.
    var values: [Value?]
    /// The number that the record is to have, or has.
    var number: Int?
    /// Whether it changes the record of that number.
    var isFound = false
  }

  /// The greatest number that a row can have, so that there are others after it.
  private static let greatestNumber = 1_000_000_000_000_000
  /// How many rows are stored together.
  private static let batchSize = 500
  /// After how many rows it is looked whether somebody waits or interrupts.
  private static let stepOfProgress = 200

  private let type: RecordType
  private let reader: any RowReader
  private let file: String
  private let columns: ImportedColumns
  private let readers: [CellReader?]
  private let finders: [ReferenceFinder]
  /// The property by which records are found that are to be changed; nil where all are new.
  private let key: (index: Int?, column: Int)?
  private let store: Store
  private let present: Present?
  private let defaults: [Value?]
  /// The lists of the type that own their records, by the places of the properties.
  private let ownedLists: [Int]
  /// The lists of records of the type, by the places of the properties, but for inverses.
  private let lists: [Int]
  /// The places of the properties of which no two records may have the same value.
  private let distinct: [Int]
  /// The places of the properties that a record must be given.
  private let required: [Int]
  private let progress: (Int) throws(Diagnostic) -> Void
  private let reject: (SourceRow, [ImportMistake]) throws(Diagnostic) -> Void

  private(set) var report: ImportReport
  private var batch: [Row] = []
  /// Rows that refer to records which are not there yet.
  private var waiting: [SourceRow] = []
  /// The lines of rejected rows by the values that no two records may have, for each property.
  private var rejectedKeys: [Int: [Value: Int]] = [:]
  /// The lines of the rows that were found by their key, by the numbers of their records.
  private var lines: [Int: Int] = [:]

  /// - Parameters:
  ///   - key: the property by which records are found that are to be changed, and its column; nil
  ///     in place of the property for their number.
  ///   - progress: told the rows so far; throws to stop.
  ///   - reject: takes a row that is wrong.
  init(
    _ type: RecordType, from reader: any RowReader, called file: String,
    _ columns: ImportedColumns, _ notation: CellNotation, updatingBy key: (Int?, Int)?,
    _ store: Store, present: Present?, _ report: ImportReport,
    progress: @escaping (Int) throws(Diagnostic) -> Void,
    reject: @escaping (SourceRow, [ImportMistake]) throws(Diagnostic) -> Void
  ) {
    (self.type, self.reader, self.file, self.columns) = (type, reader, file, columns)
    (self.store, self.present, self.report, self.key) = (store, present, report, key)
    (self.progress, self.reject) = (progress, reject)
    var finders: [ReferenceFinder] = []
    readers = columns.targets.map { target in
      guard case .property(let index) = target else { return nil }
      let property = type.properties[index]
      var finder: ReferenceFinder?
      if let name = property.kind.recordType, let other = store.type(named: name) {
        let new = ReferenceFinder(other, store, isOwn: name == type.name)
        finders.append(new)
        finder = new
      }
      return CellReader(property, notation, finder)
    }
    self.finders = finders
    defaults = type.properties.map { $0.defaultValue(at: present) }
    ownedLists = type.properties.indices.filter { type.properties[$0].ownsRecords }
    lists = type.properties.indices.filter {
      type.properties[$0].kind.isListOfRecords && type.properties[$0].inverse == nil
    }
    distinct = type.properties.indices.filter { type.properties[$0].isDistinct }
    required = type.properties.indices.filter { type.properties[$0].isRequired }
  }

  /// Takes all rows.
  func run() throws(Diagnostic) {
    while let row = try next() {
      report.count()
      if report.rows.isMultiple(of: Self.stepOfProgress) { try progress(report.rows) }
      try take(row, mayWait: true)
    }
    try flush()
    try takeWaiting()
  }

  private func next() throws(Diagnostic) -> SourceRow? {
    do {
      return try reader.next()
    } catch let error as RowError {
      throw Diagnostic(error, in: file)
    } catch let error as Diagnostic {
      throw error
    } catch {
      throw Diagnostic(.file, "\(file): \(error)")
    }
  }

  // MARK: Rows

  private func take(_ source: SourceRow, mayWait: Bool) throws(Diagnostic) {
    var mistakes: [ImportMistake] = []
    let (row, waits) = read(source, &mistakes)
    if waits, mayWait, mistakes.isEmpty {
      waiting.append(source)
      return
    }
    if mistakes.isEmpty { noteRejected(row, &mistakes) }
    guard mistakes.isEmpty else {
      noteMore(row, &mistakes)
      noteKeys(of: row)
      return try drop(source, mistakes)
    }
    batch.append(row)
    if batch.count == Self.batchSize { try flush() }
  }

  private func drop(_ source: SourceRow, _ mistakes: [ImportMistake]) throws(Diagnostic) {
    report.reject(source, mistakes, reader)
    try reject(source, mistakes)
  }

  /// Reads the cells of a row, and says whether it has to wait for other rows.
  private func read(
    _ source: SourceRow, _ mistakes: inout [ImportMistake]
  ) -> (row: Row, waits: Bool) {
    var row = Row(source: source, values: defaults)
    if key != nil { for index in ownedLists { row.values[index] = nil } }
    var given = columns.targets.count
    if source.cells.count != given {
      let isShort = source.cells.count < given
      let reasons = reader.columns.last == ImportedColumns.reasons ? 1 : 0
      let surplus = source.cells.dropFirst(given)
      if reader.columns.count > given {
        // Rows that name their columns can have new ones at any time.
        for (name, cell) in zip(reader.columns.dropFirst(given), surplus) where cell != .none {
          mistakes.append(
            ImportMistake(
              kind: .name, message: "\(type.name.asName) has no property \"\(name)\"", column: nil,
              subject: name))
        }
      } else if isShort || !surplus.allSatisfy({ $0 == .none }) {
        mistakes.append(
          ImportMistake(
            kind: .value,
            message:
              "the row has \((source.cells.count - reasons).count("cell")), and the header has "
              + "\(given - reasons)",
            column: isShort ? nil : given, subject: "number of cells"))
      }
      given = min(given, source.cells.count)
    }
    var waits = false
    for place in 0..<given {
      let cell = source.cells[place]
      switch columns.targets[place] {
      case .ignored, .unknown: continue
      case .number:
        row.number = number(in: cell, place, &mistakes)
      case .property(let index):
        guard let reader = readers[place] else { continue }
        // What is left empty is not given; a change has to say what it is.
        if case .none = cell, key == nil ? !reader.isOptional : ownedLists.contains(index) {
          continue
        }
        do throws(Violation) {
          switch try reader.value(of: cell) {
          case .value(let value): row.values[index] = value
          case .later: waits = true
          }
        } catch {
          mistakes.append(ImportMistake(error, type.properties[index].name, column: place))
        }
      }
    }
    if key == nil {
      noteMissing(row, &mistakes)
    } else if mistakes.isEmpty, !waits {
      find(&row, &mistakes)
      if !row.isFound { noteMissing(row, &mistakes) }
    }
    return (row, waits)
  }

  /// Notes the properties that a new record must be given and is not.
  private func noteMissing(_ row: Row, _ mistakes: inout [ImportMistake]) {
    for index in required where row.values[index] == nil {
      let property = type.properties[index]
      let place = columns.targets.firstIndex(of: .property(index))
      guard !mistakes.contains(where: { $0.column == place && place != nil }) else { continue }
      mistakes.append(ImportMistake(.required(property.name), property.name, column: place))
    }
  }

  /// The number of a record, as `Person/7` or alone.
  private func number(
    in cell: SourceCell, _ place: Int, _ mistakes: inout [ImportMistake]
  ) -> Int? {
    if cell == .none { return nil }
    let text = cell.description
    let digits = text.hasPrefix(type.name + "/") ? text.dropFirst(type.name.count + 1) : text[...]
    if let number = Int(digits), 1...Self.greatestNumber ~= number { return number }
    mistakes.append(
      ImportMistake(
        kind: .value,
        message: "\(Value.text(text).literal) is no record of \(type.name.asName); expected one "
          + "such as \(type.name.asName)/1", column: place, subject: ImportedColumns.number))
    return nil
  }

  /// Finds the record that a row changes, if there is one.
  private func find(_ row: inout Row, _ mistakes: inout [ImportMistake]) {
    guard let key else { return }
    do throws(StoreError) {
      if let index = key.index {
        guard let value = row.values[index] else { return }
        row.number = try store.holder(
          of: value, of: type.properties[index].name, in: type.name)
        row.isFound = row.number != nil
        // One of the same file may not be stored yet.
        if row.number == nil,
          let other = batch.first(where: { $0.number == nil && $0.values[index] == value })
        {
          mistakes.append(twice(row, other.source.line))
          return
        }
      } else if let number = row.number {
        row.isFound = try store.exists(RecordID(type.name, number))
      }
    } catch {
      mistakes.append(ImportMistake(error, type))
    }
    guard let number = row.number else { return }
    if let line = lines[number] {
      mistakes.append(twice(row, line))
    } else {
      lines[number] = row.source.line
    }
  }

  private func twice(_ row: Row, _ line: Int) -> ImportMistake {
    let name = key?.index.map { type.properties[$0].name } ?? ImportedColumns.number
    let value = key?.index.flatMap { row.values[$0] }?.literal ?? row.number.map(String.init) ?? ""
    return ImportMistake(
      kind: .conflict, message: "\(name.asName) \(value) is in line \(line) already",
      column: key?.column, subject: name)
  }

  /// Notes that a row before has the same value of which no two may be, and was not taken.
  private func noteRejected(_ row: Row, _ mistakes: inout [ImportMistake]) {
    guard !rejectedKeys.isEmpty else { return }
    for index in distinct {
      guard let value = row.values[index], let line = rejectedKeys[index]?[value] else { continue }
      mistakes.append(isTaken(index, value, line))
    }
  }

  /// Notes what else is wrong with a row that is not taken: rules of the object, and values that
  /// another record has.
  private func noteMore(_ row: Row, _ mistakes: inout [ImportMistake]) {
    let unknown = Set(
      mistakes.flatMap { mistake -> [String] in
        guard let column = mistake.column, column < columns.targets.count,
          case .property(let index) = columns.targets[column]
        else { return [] }
        return [type.properties[index].name]
      })
    // What is missing altogether is in no column.
    let missing = type.properties.filter { property in
      property.isRequired && mistakes.contains { $0.column == nil && $0.subject == property.name }
    }
    let broken = try? store.breaches(
      of: type.name, byValues: row.values, besides: unknown.union(missing.map(\.name)))
    for error in broken ?? [] { mistakes.append(breach(error)) }
    guard key == nil else { return }
    for index in distinct where !unknown.contains(type.properties[index].name) {
      guard let value = row.values[index] else { continue }
      if let line = rejectedKeys[index]?[value] {
        mistakes.append(isTaken(index, value, line))
      } else if let other = batch.first(where: { $0.values[index] == value }) {
        mistakes.append(isTaken(index, value, other.source.line))
      } else if let holder = try? store.holder(
        of: value, of: type.properties[index].name, in: type.name),
        let mistake = try? isTaken(index, value, by: holder)
      {
        mistakes.append(mistake)
      }
    }
  }

  private func isTaken(_ index: Int, _ value: Value, _ line: Int) -> ImportMistake {
    let name = type.properties[index].name
    return ImportMistake(
      kind: .conflict, message: "\(name.asName) \(value.literal) is in line \(line) already",
      column: columns.targets.firstIndex(of: .property(index)), subject: name)
  }

  private func noteKeys(of row: Row) {
    guard key == nil else { return }
    for index in distinct {
      guard let value = row.values[index], rejectedKeys[index]?[value] == nil else { continue }
      rejectedKeys[index, default: [:]][value] = row.source.line
    }
  }

  // MARK: Storing

  private func flush() throws(Diagnostic) {
    let rows = batch
    batch = []
    try store(rows)
  }

  private func store(_ rows: [Row]) throws(Diagnostic) {
    var rows = rows
    while !rows.isEmpty {
      var wrong: [Int: [ImportMistake]] = [:]
      let setback = attempt(rows, &wrong)
      if setback != nil { for finder in finders { finder.forget() } }
      switch setback {
      case nil, .rulesBroken:
        for place in wrong.keys.sorted() {
          noteKeys(of: rows[place])
          try drop(rows[place].source, wrong[place] ?? [])
        }
        if setback == nil { return }
        rows = rows.indices.filter { wrong[$0] == nil }.map { rows[$0] }
      case .store(let error) where error.kind == .rule || error.kind == .expression:
        // A rule of another type, or one that goes through other records: which row breaks it?
        guard rows.count > 1 else {
          return try drop(rows[0].source, [ImportMistake(error, type)])
        }
        let half = rows.count / 2
        try store(Array(rows[..<half]))
        rows = Array(rows[half...])
      case .store(let error): throw Diagnostic(error)
      }
    }
  }

  /// Stores rows, but for those that the store does not take.
  ///
  /// - Returns: Why none of them is stored; nil where they are.
  private func attempt(_ rows: [Row], _ wrong: inout [Int: [ImportMistake]]) -> Setback? {
    var counts = (made: 0, changed: 0, unchanged: 0)
    do throws(Setback) {
      if store.hasRules {
        try store.transaction(TransactionEntry(), mapError: Setback.store) { () throws(Setback) in
          let numbers = try write(rows, &wrong, &counts)
          try judge(numbers, &wrong)
        }
      } else {
        // What was written stays, so that nothing has to be kept to go back to.
        _ = try write(rows, &wrong, &counts)
      }
    } catch {
      return error
    }
    report.made += counts.made
    report.changed += counts.changed
    report.unchanged += counts.unchanged
    return nil
  }

  /// Writes rows; the numbers of their records, in the order of the rows.
  private func write(
    _ rows: [Row], _ wrong: inout [Int: [ImportMistake]],
    _ counts: inout (made: Int, changed: Int, unchanged: Int)
  ) throws(Setback) -> [(place: Int, number: Int)] {
    var numbers: [(place: Int, number: Int)] = []
    numbers.reserveCapacity(rows.count)
    for (place, row) in rows.enumerated() {
      do throws(StoreError) {
        try store.note(source: "\(file):\(row.source.line)")
        if row.isFound, let number = row.number {
          let id = RecordID(type.name, number)
          let isChanged = try change(id, row)
          if isChanged { counts.changed += 1 } else { counts.unchanged += 1 }
          numbers.append((place, number))
        } else {
          numbers.append((place, try create(row)))
          counts.made += 1
        }
      } catch {
        guard error.concernsRow else { throw .store(error) }
        wrong[place] = try clashes(error, row)
      }
    }
    return numbers
  }

  private func create(_ row: Row) throws(StoreError) -> Int {
    guard !ownedLists.isEmpty else {
      guard let number = row.number else { return try store.create(type.name, row.values) }
      return try store.create(type.name, row.values, in: nil, number: number)
    }
    var values = row.values
    for index in ownedLists { values[index] = nil }
    var made = 0
    try asOnePart { () throws(StoreError) in
      made = try store.create(type.name, values, in: nil, number: row.number)
      try putItems(of: RecordID(type.name, made), row)
    }
    return made
  }

  /// Does several things for a row, all of them or nothing.
  private func asOnePart(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try store.transaction(TransactionEntry(), mapError: { $0 }, body)
  }

  /// Gives a new record its lists of records.
  private func fillLists(of id: RecordID, _ row: Row) throws(StoreError) {
    var referring: [String: Value?] = [:]
    for index in lists where !ownedLists.contains(index) && row.values[index] != .list([]) {
      referring[type.properties[index].name] = row.values[index]
    }
    try asOnePart { () throws(StoreError) in
      if !referring.isEmpty { try store.update(id, referring) }
      try putItems(of: id, row)
    }
  }

  /// Puts records into the lists that own them.
  private func putItems(of owner: RecordID, _ row: Row) throws(StoreError) {
    for index in ownedLists {
      guard case .list(let items) = row.values[index] else { continue }
      let list = Store.ListPlace(owner, type.properties[index].name)
      for case .reference(let item) in items
      where try store.owner(of: item).map({ ($0.owner, $0.list) == (owner, list.list) }) != true {
        try store.insert(item, in: list)
      }
    }
  }

  /// Refuses to take records out of a list that owns them, which would delete them.
  private func checkKeepsItems(
    _ present: Value?, _ wanted: Value?, _ property: Property
  ) throws(StoreError) {
    guard case .list(let old) = present, case .list(let new) = wanted,
      Array(new.prefix(old.count)) != old
    else { return }
    throw StoreError(
      .refused,
      "an import only adds records to \(property.name.asName), which has "
        + "\(old.map(\.literal).joined(separator: ", ")); remove and move change the rest",
      property: property.name)
  }

  /// Changes what differs; whether anything does.
  private func change(_ id: RecordID, _ row: Row) throws(StoreError) -> Bool {
    guard let present = try store.values(of: id) else {
      throw StoreError(.name, "there is no \(id)")
    }
    var changes: [String: Value?] = [:]
    var hasItems = false
    for case .property(let index) in columns.targets where present[index] != row.values[index] {
      if type.properties[index].ownsRecords {
        if row.values[index] == nil { continue }
        try checkKeepsItems(present[index], row.values[index], type.properties[index])
        hasItems = true
      } else {
        changes[type.properties[index].name] = row.values[index]
      }
    }
    guard !changes.isEmpty || hasItems else { return false }
    try asOnePart { () throws(StoreError) in
      if !changes.isEmpty { try store.update(id, changes) }
      if hasItems { try putItems(of: id, row) }
    }
    return true
  }

  /// Notes which records break rules.
  private func judge(
    _ numbers: [(place: Int, number: Int)], _ wrong: inout [Int: [ImportMistake]]
  ) throws(Setback) {
    guard !store.rules(of: type.name).isEmpty else { return }
    let places = Dictionary(numbers.map { ($0.number, $0.place) }) { $1 }
    let breaches: [(number: Int, error: StoreError)]
    do throws(StoreError) {
      breaches = try store.breaches(of: type.name, among: numbers.map(\.number))
    } catch {
      throw .store(error)
    }
    for (number, error) in breaches {
      guard let place = places[number] else { continue }
      wrong[place, default: []].append(breach(error))
    }
    if !breaches.isEmpty { throw .rulesBroken }
  }

  private func breach(_ error: StoreError) -> ImportMistake {
    var mistake = mistake(error)
    mistake.message = "the row " + mistake.message
    return mistake
  }

  private func mistake(_ error: StoreError) -> ImportMistake {
    var mistake = ImportMistake(error, type)
    if let index = error.property.flatMap(type.index(of:)) {
      mistake.column = columns.targets.firstIndex(of: .property(index))
    }
    return mistake
  }

  /// What is wrong with a row that the store does not take: all values that another record has, with
  /// the line of those of this file.
  private func clashes(_ error: StoreError, _ row: Row) throws(Setback) -> [ImportMistake] {
    guard error.kind == .conflict else { return [mistake(error)] }
    var mistakes: [ImportMistake] = []
    do throws(StoreError) {
      for (index, property) in type.properties.enumerated() where property.isDistinct {
        guard let value = row.values[index],
          let holder = try store.holder(of: value, of: property.name, in: type.name),
          holder != row.number
        else { continue }
        mistakes.append(try isTaken(index, value, by: holder))
      }
    } catch {
      throw .store(error)
    }
    if mistakes.isEmpty { mistakes = [mistake(error)] }
    for error in (try? store.breaches(of: type.name, byValues: row.values, besides: [])) ?? [] {
      mistakes.append(breach(error))
    }
    return mistakes
  }

  private func isTaken(
    _ index: Int, _ value: Value, by holder: Int
  ) throws(StoreError) -> ImportMistake {
    let property = type.properties[index]
    let id = RecordID(type.name, holder)
    let newest = try store.history(
      of: .property(id, property.name), HistoryRange(limit: 1)
    ).last
    if let source = newest?.source, source.hasPrefix(file + ":"),
      newest?.transaction == store.openTransaction, let line = Int(source.dropFirst(file.count + 1))
    {
      return isTaken(index, value, line)
    }
    return ImportMistake(
      kind: .conflict, message: "\(property.name.asName) \(value.literal) is that of \(id)",
      column: columns.targets.firstIndex(of: .property(index)), subject: property.name)
  }

  // MARK: Rows that refer to each other

  /// Takes the rows that refer to others of the file: in an order in which each finds those that it
  /// refers to, and at last those that refer to each other in a ring.
  private func takeWaiting() throws(Diagnostic) {
    let rows = waiting
    waiting = []
    guard !rows.isEmpty else { return }
    let places = keys(of: rows)
    // For each row how many others it waits for, and which wait for it.
    var counts = [Int](repeating: 0, count: rows.count)
    var waiters = [[Int]](repeating: [], count: rows.count)
    for (place, row) in rows.enumerated() {
      var wanted: Set<Int> = []
      _ = read(row) { text in
        if let other = places[text] { wanted.insert(other) }
        return RecordID(type.name, 1)
      }
      counts[place] = wanted.count
      for other in wanted { waiters[other].append(place) }
    }
    for finder in finders { finder.isComplete = true }
    var ready = rows.indices.filter { counts[$0] == 0 }
    while !ready.isEmpty {
      for place in ready { try take(rows[place], mayWait: false) }
      try flush()
      var next: [Int] = []
      for place in ready {
        for waiter in waiters[place] {
          counts[waiter] -= 1
          if counts[waiter] == 0 { next.append(waiter) }
        }
      }
      ready = next.sorted()
      try progress(report.rows)
    }
    try takeRing(rows.indices.filter { counts[$0] > 0 }.map { rows[$0] })
  }

  private func takeRing(_ rows: [SourceRow]) throws(Diagnostic) {
    guard !rows.isEmpty else { return }
    for finder in finders { finder.isComplete = true }
    let places = keys(of: rows)
    // Those that refer to what is nowhere go, and then those that refer to them.
    var left = Array(rows.indices)
    while true {
      let present = Set(left)
      let kept = left.filter { row in
        read(
          rows[row],
          as: { text in
            places[text].flatMap { present.contains($0) ? RecordID(type.name, 1) : nil }
          }) != nil
      }
      if kept.count == left.count { break }
      left = kept
    }
    let kept = Set(left)
    for (place, row) in rows.enumerated() where !kept.contains(place) {
      try take(row, mayWait: false)
    }
    try flush()
    guard !left.isEmpty else { return }
    var wrong: [Int: [ImportMistake]] = [:]
    do throws(Setback) {
      try store.transaction(TransactionEntry(), mapError: Setback.store) { () throws(Setback) in
        let numbers = try makeRing(rows, left, places)
        try judge(numbers, &wrong)
      }
      report.made += left.count
      return
    } catch {
      if case .store(let error) = error, !error.concernsRow { throw Diagnostic(error) }
      for place in left {
        var mistakes = wrong[place] ?? []
        if mistakes.isEmpty, case .store(let error) = error {
          mistakes = [ImportMistake(error, type)]
        }
        if mistakes.isEmpty {
          mistakes = [
            ImportMistake(
              kind: .rule, message: "the row refers to others that are not taken", column: nil,
              subject: type.name)
          ]
        }
        try drop(rows[place], mistakes)
      }
    }
  }

  /// Makes the records of rows that refer to each other; the numbers that they get, with the places
  /// of the rows.
  private func makeRing(
    _ rows: [SourceRow], _ left: [Int], _ places: [String: Int]
  ) throws(Setback) -> [(place: Int, number: Int)] {
    var numbers: [(place: Int, number: Int)] = []
    do throws(StoreError) {
      try store.withoutReferenceChecks(of: type.name) { first throws(StoreError) in
        let ring = ring(rows, left, places, from: first)
        for (place, row) in zip(left, ring) {
          try store.note(source: "\(file):\(row.source.line)")
          var values = row.values
          for index in lists { values[index] = nil }
          let number = try store.create(type.name, values, in: nil, number: row.number)
          numbers.append((place, number))
        }
        // Lists take only records that are there.
        for row in ring where !lists.isEmpty {
          guard let number = row.number else { continue }
          try store.note(source: "\(file):\(row.source.line)")
          try fillLists(of: RecordID(type.name, number), row)
        }
      }
    } catch {
      throw .store(error)
    }
    return numbers
  }

  /// The records that rows in a ring come to, by their lines.
  ///
  /// - Parameter first: the next free number.
  private func ring(
    _ rows: [SourceRow], _ left: [Int], _ places: [String: Int], from first: Int
  ) -> [Row] {
    let dummy = RecordID(type.name, 1)
    let wanted = left.map { read(rows[$0], as: { places[$0] == nil ? nil : dummy })?.number }
    // What is given no number gets one after those that are given.
    var next = max(first, (wanted.compactMap(\.self).max() ?? 0) + 1)
    var numbers: [Int: Int] = [:]
    for (place, number) in zip(left, wanted) {
      numbers[place] = number ?? next
      if number == nil { next += 1 }
    }
    return left.compactMap { place in
      let row = read(rows[place]) { text in
        places[text].flatMap { numbers[$0] }.map { RecordID(type.name, $0) }
      }
      return row.map { row in
        var row = row
        row.number = numbers[place]
        return row
      }
    }
  }

  /// A row, with the records that are still to be made as somebody knows them; nil where it is wrong.
  private func read(_ source: SourceRow, as known: (String) -> RecordID?) -> Row? {
    var mistakes: [ImportMistake] = []
    return withoutActuallyEscaping(known) { known in
      for finder in finders { finder.coming = known }
      defer { for finder in finders { finder.coming = nil } }
      let (row, waits) = read(source, &mistakes)
      return mistakes.isEmpty && !waits ? row : nil
    }
  }

  /// Where rows are, by the texts that others can name them by.
  private func keys(of rows: [SourceRow]) -> [String: Int] {
    var places: [String: Int] = [:]
    for (place, row) in rows.enumerated() {
      for (column, target) in columns.targets.enumerated() where column < row.cells.count {
        let text = ReferenceFinder.trimmed(row.cells[column].description)
        switch target {
        case .property(let index)
        where type.properties[index].isKey || type.properties[index].isTitle:
          places[text] = place
        case .number:
          places[text] = place
          places["\(type.name)/\(text)"] = place
        case .property, .ignored, .unknown: continue
        }
      }
    }
    return places
  }
}

extension ImportMistake {
  fileprivate init(_ violation: Violation, _ property: String, column: Int?) {
    let kind: Diagnostic.Kind =
      switch violation.kind {
      case .name: .name
      case .value: .value
      case .rule: .rule
      }
    self.init(kind: kind, message: violation.message, column: column, subject: property)
  }

  fileprivate init(_ error: StoreError, _ type: RecordType) {
    self.init(
      kind: Diagnostic(error).kind, message: error.message, column: nil,
      subject: error.property ?? type.name)
  }
}

extension StoreError {
  /// Whether it is about what was to be written, and not about the store.
  fileprivate var concernsRow: Bool {
    switch kind {
    case .name, .conflict, .rule, .expression, .refused: true
    case .unopenable, .busy, .readOnly, .lost, .overtaken, .interrupted, .engine: false
    }
  }
}

extension Diagnostic {
  /// The diagnostic of a file that cannot be read as rows.
  init(_ error: RowError, in file: String) {
    self.init(
      .file, error.message,
      place: Place(file: file, line: error.line, column: error.column), hint: error.hint)
  }
}
