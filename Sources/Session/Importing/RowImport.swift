internal import Interchange
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// Imports the rows of a file in the open transaction.
///
/// Checks each row separately and reports all its errors. Stores rows in batches; if rows of a
/// batch violate a rule, stores the batch again without them.
final class RowImport {
  enum ImportInterruption: Error, Equatable {
    case rulesBroken
    case store(StoreError)
  }

  private static let batchSize = 500
  private static let stepOfProgress = 200

  let type: RecordType
  private let reader: any RowReader
  let file: String
  private let columns: ImportedColumns
  let rowReader: ImportedRowReader
  /// Tracks updated records; nil if the import only creates records.
  let updated: UpdatedRecords?
  let store: Store
  var writer: ImportedRowWriter
  private let distinct: [Int]
  let progress: (Int) throws(Diagnostic) -> Void
  private let reject: (SourceRow, [ImportMistake]) throws(Diagnostic) -> Void

  var report: ImportReport
  private var batch: [ImportedRow] = []
  var waiting: [SourceRow] = []
  /// The line that first used a value, by unique property and value, for values of rejected rows and
  /// for known duplicates.
  private var rejectedKeys: [Int: [Value: Int]] = [:]

  /// - Parameters:
  ///   - key: The property that identifies existing records, and its column. The property is nil
  ///     for the record number.
  ///   - progress: Receives the number of rows so far; throws to stop.
  ///   - reject: Receives each rejected row.
  init(
    _ type: RecordType, from reader: any RowReader, called file: String,
    _ columns: ImportedColumns, _ notation: CellNotation, updatingBy key: (Int?, Int)?,
    _ store: Store, present: Present?, _ report: ImportReport,
    progress: @escaping (Int) throws(Diagnostic) -> Void,
    reject: @escaping (SourceRow, [ImportMistake]) throws(Diagnostic) -> Void
  ) {
    (self.type, self.reader, self.file, self.columns) = (type, reader, file, columns)
    (self.store, self.report) = (store, report)
    updated = key.map { UpdatedRecords(type, by: $0, columns, store) }
    (self.progress, self.reject) = (progress, reject)
    rowReader = ImportedRowReader(
      type, from: reader, columns, notation, isUpdate: key != nil, store, present: present)
    writer = ImportedRowWriter(type, columns, store)
    distinct = type.properties.indices.filter { type.properties[$0].isDistinct }
  }

  func run(by tx: borrowing WriteTransaction) throws(Diagnostic) {
    let many = tx.leastMany
    while let row = try next() {
      report.count()
      if report.rows.isMultiple(of: Self.stepOfProgress) { try progress(report.rows) }
      if report.rows == many { try attempt(writer.expectMany(by: tx)) }
      try take(row, mayWait: true, by: tx)
    }
    try flush(by: tx)
    try takeWaiting(by: tx)
    try rowReader.checkMissingItems()
    report.remarks = rowReader.remarks
  }

  private func next() throws(Diagnostic) -> SourceRow? {
    do {
      while let row = try reader.next() {
        if !rowReader.skips(row) { return row }
      }
      return nil
    } catch {
      throw Diagnostic(reading: error, in: file)
    }
  }

  func take(
    _ source: SourceRow, mayWait: Bool, by tx: borrowing WriteTransaction
  ) throws(Diagnostic) {
    var mistakes: [ImportMistake] = []
    let (row, waits) = read(source, &mistakes)
    if waits, mayWait, mistakes.isEmpty {
      waiting.append(source)
      return
    }
    if mistakes.isEmpty { noteRejected(row, &mistakes) }
    if mistakes.isEmpty { updated?.noteTwice(row, &mistakes) }
    guard mistakes.isEmpty else {
      try noteMore(row, &mistakes)
      noteKeys(of: row)
      return try drop(source, mistakes)
    }
    batch.append(row)
    if batch.count == Self.batchSize { try flush(by: tx) }
  }

  func drop(_ source: SourceRow, _ mistakes: [ImportMistake]) throws(Diagnostic) {
    report.reject(source, mistakes, reader)
    try reject(source, mistakes)
  }

  func read(
    _ source: SourceRow, _ mistakes: inout [ImportMistake]
  ) -> (row: ImportedRow, waits: Bool) {
    var (row, waits) = rowReader.read(source, &mistakes)
    if let updated, !waits, !mistakes.contains(where: { $0.column == updated.column }) {
      updated.find(&row, &mistakes)
      rowReader.fillEmpty(&row, &mistakes)
    }
    return (row, waits)
  }

  private func noteRejected(_ row: ImportedRow, _ mistakes: inout [ImportMistake]) {
    guard !rejectedKeys.isEmpty else { return }
    for index in distinct {
      guard let value = row.values[index], let line = rejectedKeys[index]?[value] else { continue }
      mistakes.append(isTaken(index, value, line))
    }
  }

  /// Adds rule violations and duplicate values to the errors of a rejected row.
  private func noteMore(
    _ row: ImportedRow, _ mistakes: inout [ImportMistake]
  ) throws(Diagnostic) {
    let unknown = Set(
      mistakes.flatMap { mistake -> [String] in
        guard let column = mistake.column, column < columns.targets.count,
          case .property(let index) = columns.targets[column]
        else { return [] }
        return [type.properties[index].name]
      })
    // A missing required value has no column if the file has none for the property.
    let missing = type.properties.filter { property in
      property.isRequired && mistakes.contains { $0.column == nil && $0.subject == property.name }
    }
    let omitted = zip(type.properties, row.values).filter { property, value in
      property.hasCalculatedDefault && value == nil
    }
    let unread = unknown.union(missing.map(\.name)).union(nestedLists(of: row))
      .union(omitted.map(\.0.name))
    let broken = try further { () throws(StoreError) in
      try store.queries.breaches(of: type.name, byValues: values(after: row), besides: unread)
    }
    for error in broken ?? [] { mistakes.append(breach(error)) }
    guard updated == nil else { return }
    for index in distinct where !unknown.contains(type.properties[index].name) {
      guard let value = row.values[index] else { continue }
      if let line = rejectedKeys[index]?[value] {
        mistakes.append(isTaken(index, value, line))
      } else if let other = batch.first(where: { $0.values[index] == value }) {
        mistakes.append(isTaken(index, value, other.source.line))
      } else {
        let mistake = try further { () throws(StoreError) -> ImportMistake? in
          let name = type.properties[index].name
          guard let holder = try store.queries.holder(of: value, of: name, in: type.name) else {
            return nil
          }
          return try isTaken(index, value, by: holder)
        }
        if let mistake = mistake.flatMap(\.self) { mistakes.append(mistake) }
      }
    }
  }

  /// The owned lists that the row fills; rules that use them can be checked only after storing the
  /// row.
  private func nestedLists(of row: ImportedRow) -> Set<String> {
    Set(row.nested.keys.map { type.properties[$0].name })
  }

  private func values(after row: ImportedRow) throws(StoreError) -> [Value?] {
    try updated?.values(after: row) ?? row.values
  }

  private func further<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(Diagnostic) -> Result? {
    do throws(StoreError) {
      return try body()
    } catch {
      guard error.concernsRow else { throw Diagnostic(error) }
      return nil
    }
  }

  private func isTaken(_ index: Int, _ value: Value, _ line: Int) -> ImportMistake {
    let name = type.properties[index].name
    return ImportMistake(
      kind: .conflict, message: "\(name.asName) \(value.literal) is already in line \(line)",
      column: columns.column(of: .property(index)), subject: name)
  }

  private func noteKeys(of row: ImportedRow) {
    guard updated == nil else { return }
    for index in distinct {
      guard let value = row.values[index], rejectedKeys[index]?[value] == nil else { continue }
      rejectedKeys[index, default: [:]][value] = row.source.line
    }
  }

  func flush(by tx: borrowing WriteTransaction) throws(Diagnostic) {
    let rows = batch
    batch = []
    try store(rows, by: tx)
    updated?.forgetNew()
  }

  private func store(
    _ rows: [ImportedRow], by tx: borrowing WriteTransaction
  ) throws(Diagnostic) {
    var rows = rows
    while !rows.isEmpty {
      var wrong: [Int: [ImportMistake]] = [:]
      let interruption = tryToStore(rows, &wrong, by: tx)
      if interruption != nil { rowReader.forget() }
      switch interruption {
      case nil, .rulesBroken:
        for place in wrong.keys.sorted() {
          noteKeys(of: rows[place])
          try drop(rows[place].source, wrong[place] ?? [])
        }
        if interruption == nil { return }
        rows = rows.indices.filter { wrong[$0] == nil }.map { rows[$0] }
      case .store(let error) where error.kind == .rule || error.kind == .expression:
        // The rule concerns other records: bisect to find the row that violates the rule.
        guard rows.count > 1 else {
          return try drop(rows[0].source, [ImportMistake(error, type)])
        }
        let half = rows.count / 2
        try store(Array(rows[..<half]), by: tx)
        rows = Array(rows[half...])
      case .store(let error): throw Diagnostic(error)
      }
    }
  }

  /// - Returns: Why the batch was rolled back; nil if the batch was stored.
  private func tryToStore(
    _ rows: [ImportedRow], _ wrong: inout [Int: [ImportMistake]], by tx: borrowing WriteTransaction
  ) -> ImportInterruption? {
    var counts = (made: 0, owned: 0, changed: 0, unchanged: 0, emptied: 0)
    do throws(ImportInterruption) {
      if store.schema.keepsRules {
        try store.write(TransactionEntry(), mapError: ImportInterruption.store) {
          part throws(ImportInterruption) in
          let numbers = try write(rows, &wrong, &counts, by: part)
          try judge(numbers, &wrong)
        }
      } else {
        // If there are no rules, nothing is rolled back and no savepoint is needed.
        _ = try write(rows, &wrong, &counts, by: tx)
      }
    } catch {
      return error
    }
    report.made += counts.made
    report.owned += counts.owned
    report.changed += counts.changed
    report.unchanged += counts.unchanged
    report.emptied += counts.emptied
    return nil
  }

  private func write(
    _ rows: [ImportedRow], _ wrong: inout [Int: [ImportMistake]],
    _ counts: inout (made: Int, owned: Int, changed: Int, unchanged: Int, emptied: Int),
    by tx: borrowing WriteTransaction
  ) throws(ImportInterruption) -> [(place: Int, number: Int)] {
    var numbers: [(place: Int, number: Int)] = []
    numbers.reserveCapacity(rows.count)
    var next = 0
    // Index up to which rows are stored one by one.
    var single = 0
    while next < rows.count {
      if updated == nil, next >= single {
        let made = try together(rows[next...], by: tx)
        for number in made {
          numbers.append((next, number))
          counts.made += 1
          next += 1
        }
        let most = max(1, writer.recordsAtOnce)
        if made.count < most { single = next + most }
        continue
      }
      let (place, row) = (next, rows[next])
      next += 1
      do throws(RowRefusal) {
        try writer.refusing { () throws(StoreError) in try tx.note(source: source(of: row)) }
        if row.isFound, let number = row.number {
          let id = RecordID(type.name, number)
          if let change = try writer.change(id, row, by: tx) {
            counts.changed += 1
            counts.emptied += change.emptied
            counts.owned += change.owned
          } else {
            counts.unchanged += 1
          }
          numbers.append((place, number))
        } else {
          let number = try writer.create(row, by: tx)
          updated?.noteMade(number, by: row)
          numbers.append((place, number))
          counts.made += 1
          counts.owned += row.nestedCount
        }
      } catch {
        if let failure = error.failure { throw .store(failure) }
        wrong[place] = try mistakes(of: error, row)
      }
    }
    return numbers
  }

  private func together(
    _ rows: ArraySlice<ImportedRow>, by tx: borrowing WriteTransaction
  ) throws(ImportInterruption) -> [Int] {
    do throws(StoreError) {
      return try writer.createTogether(rows, from: source, by: tx)
    } catch {
      throw .store(error)
    }
  }

  func source(of row: ImportedRow) -> String { "\(file):\(row.source.line)" }

  func judge(
    _ numbers: [(place: Int, number: Int)], _ wrong: inout [Int: [ImportMistake]]
  ) throws(ImportInterruption) {
    guard !store.schema.rules(of: type.name).isEmpty else { return }
    let places = Dictionary(numbers.map { ($0.number, $0.place) }) { $1 }
    let breaches: [(number: Int, error: StoreError)]
    do throws(StoreError) {
      breaches = try store.schema.breaches(of: type.name, among: numbers.map(\.number))
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

  func mistake(_ error: StoreError) -> ImportMistake {
    var mistake = ImportMistake(error, type)
    if let index = error.property.flatMap(type.index(of:)) {
      mistake.column = columns.column(of: .property(index))
    }
    return mistake
  }

  func mistakes(
    of refusal: RowRefusal, _ row: ImportedRow
  ) throws(ImportInterruption) -> [ImportMistake] {
    var mistakes: [ImportMistake] = []
    for fault in refusal.faults {
      if let place = fault.place {
        mistakes.append(ImportMistake(fault, at: place, type))
      } else if fault.isBreach {
        mistakes.append(breach(fault.error))
      } else {
        mistakes += try clashes(fault.error, row)
      }
    }
    return mistakes
  }

  /// Returns only the given error, unless the store rejected the row because of a duplicate value.
  /// Then returns an error for each duplicate value and each violated rule. If this import stored the
  /// other row, the error names its line.
  private func clashes(_ error: StoreError, _ row: ImportedRow) throws(ImportInterruption)
    -> [ImportMistake]
  {
    guard error.kind == .conflict else { return [mistake(error)] }
    var mistakes: [ImportMistake] = []
    do throws(StoreError) {
      for (index, property) in type.properties.enumerated() where property.isDistinct {
        guard let value = row.values[index],
          let holder = try store.queries.holder(of: value, of: property.name, in: type.name),
          holder != row.number
        else { continue }
        mistakes.append(try isTaken(index, value, by: holder))
      }
    } catch {
      throw .store(error)
    }
    if mistakes.isEmpty { mistakes = [mistake(error)] }
    do throws(StoreError) {
      for error in try store.queries.breaches(
        of: type.name, byValues: values(after: row), besides: nestedLists(of: row))
      {
        mistakes.append(breach(error))
      }
    } catch {
      // Ignore rules that cannot be evaluated.
      guard error.concernsRow else { throw .store(error) }
    }
    return mistakes
  }

  private func isTaken(
    _ index: Int, _ value: Value, by holder: Int
  ) throws(StoreError) -> ImportMistake {
    let property = type.properties[index]
    let id = RecordID(type.name, holder)
    let newest = try store.history.changes(
      of: .property(id, property.name), HistoryRange(limit: 1)
    ).last
    if let source = newest?.source, source.hasPrefix(file + ":"),
      newest?.transaction == store.journal.openNumber,
      let line = Int(source.dropFirst(file.count + 1))
    {
      // Remember the value, so that further duplicates are rejected without an attempt to store
      // them.
      if updated == nil { rejectedKeys[index, default: [:]][value] = line }
      return isTaken(index, value, line)
    }
    return ImportMistake(
      kind: .conflict, message: "\(property.name.asName) \(value.literal) is already used by \(id)",
      column: columns.column(of: .property(index)), subject: property.name,
      hint: updated == nil ? "`update by \(property.name.asName)` changes that record" : nil)
  }
}
