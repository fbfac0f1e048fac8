internal import CommandLanguage
internal import RecordStore
internal import Records
package import Replies

/// A record in a list, as a view shows it.
package struct ScreenRow: Hashable, Sendable {
  /// The record, as `Member/1`.
  package var id: String
  let record: RecordID
  /// Its cells, one for each heading.
  package var cells: [Datum]
}

/// The records that a screen lists, in their order: known as far as somebody has looked at them, and
/// until somebody writes.
///
/// Where an index has the order, the first ones are found at once, however many there are; else all
/// are sorted when the first is asked for, and their order is kept.
final class ListedRecords {
  /// How many records are looked for at least.
  private static let leastLoaded = 500
  /// After how many records the progress is told.
  private static let stepOfProgress = 5000

  private let syntax: QuerySyntax
  private let resolver: Resolver
  /// Tells how far the records are read; nil when they are.
  private let progress: (LoadedCount?) throws -> Void
  /// The table of the records; nil before it was asked for.
  private var table: RecordTable?
  /// What the condition, the order and the columns depend on.
  private var reads: Set<PropertyReference> = []
  private(set) var numbers: [Int] = []
  /// Whether there are no others.
  private(set) var isComplete = false
  /// Counts how often the records have been read anew.
  private(set) var revision = 0
  private var isStale = true

  /// How many records have been read, and of how many where that is known.
  typealias LoadedCount = (done: Int, total: Int?)

  /// - Parameter syntax: their type, condition, order and columns.
  init(
    _ syntax: QuerySyntax, _ resolver: Resolver, progress: @escaping (LoadedCount?) throws -> Void
  ) {
    self.syntax = syntax
    self.resolver = resolver
    self.progress = progress
  }

  /// The headings of the rows; none where the type is gone.
  var headings: [Column] {
    ((try? prepared())?.headers ?? []).map {
      Column($0.name, isNumeric: $0.kind?.isNumeric ?? false)
    }
  }

  /// Looks at the definition again, whose types have changed.
  func forget() {
    table = nil
    isStale = true
  }

  /// Notes that records have changed, or come or gone.
  ///
  /// - Parameter changes: nil where it cannot be told what has changed.
  func note(_ changes: Set<PropertyReference>?) {
    if changes?.isDisjoint(with: reads) ?? false { return }
    isStale = true
  }

  /// As many of the rows in a range as there are.
  func rows(_ range: Range<Int>) throws(Diagnostic) -> [ScreenRow] {
    try load(range.upperBound)
    let table = try prepared()
    let wanted = Array(numbers[range.clamped(to: 0..<numbers.count)])
    var rows: [Int: RecordTable.Row] = [:]
    for row in try table.rows(of: wanted, in: resolver) {
      if let number = row.number { rows[number] = row }
    }
    return wanted.map { number in
      let row = rows[number]
      let cells = table.headers.enumerated().map { index, header in
        let cell = header.datum(row?.values[index], isRevealed: false)
        return row?.isWarned == true ? cell.asWarning : cell
      }
      let id = RecordID(table.type.name, number)
      return ScreenRow(id: id.description, record: id, cells: cells)
    }
  }

  /// Those of some records that are listed now.
  func listed(of ids: [RecordID]) throws(Diagnostic) -> Set<RecordID> {
    do {
      var query = try resolver.query(syntax, of: resolver.type(syntax.type))
      (query.columns, query.order, query.numbers) = ([], [], ids.map(\.number))
      var found: Set<RecordID> = []
      let rows = try resolver.store.rows(query)
      while let number = try rows.next()?.number { found.insert(RecordID(query.type, number)) }
      return found
    } catch {
      if let error = error as? StoreError { throw Diagnostic(error).at(syntax.type.span) }
      throw error as? Diagnostic ?? .interrupted
    }
  }

  /// The place of a record among those that have been read; nil where it is none of them.
  func place(of id: RecordID) -> Int? { numbers.firstIndex(of: id.number) }

  /// The records up to a place, or all of them.
  func records(upTo count: Int = .max) throws(Diagnostic) -> [RecordID] {
    try load(count)
    return numbers.map { RecordID(syntax.type.value, $0) }
  }

  /// The table of all records, for a script.
  func wholeTable() throws(Diagnostic) -> RecordTable {
    try resolver.table(syntax, of: resolver.type(syntax.type))
  }

  private func prepared() throws(Diagnostic) -> RecordTable {
    if let table { return table }
    let table = try wholeTable()
    self.table = table
    let query = table.query
    reads = [PropertyReference(table.type.name)]
    for expression in query.columns + query.order.map(\.expression) + [query.condition] {
      reads.formUnion(expression?.reads ?? [])
    }
    if query.columns.isEmpty {
      for property in table.type.properties {
        reads.insert(PropertyReference(table.type.name, property.name))
      }
    }
    return table
  }

  /// Reads so many of the records, and more at once than before.
  private func load(_ count: Int) throws(Diagnostic) {
    var wanted = count
    if isStale {
      wanted = max(count, min(numbers.count, Self.leastLoaded))
      (numbers, isComplete) = ([], false)
      revision += 1
    }
    guard !isComplete, isStale || numbers.count < wanted else { return }
    do {
      try read(wanted)
      isStale = false
    } catch {
      isStale = true
      if let error = error as? StoreError { throw Diagnostic(error).at(syntax.type.span) }
      throw error as? Diagnostic ?? .interrupted
    }
  }

  private func read(_ count: Int) throws {
    let store = resolver.store
    // What the condition takes from the clock or the session is what it is now.
    var query = try resolver.query(syntax, of: resolver.type(syntax.type))
    query.columns = []
    defer { try? progress(nil) }
    let isSorted = try store.sorts(query)
    if isSorted {
      numbers = []
      try progress((0, nil))
    } else {
      query.offset = numbers.count
      if count != .max {
        query.limit = max(count - numbers.count, numbers.count, Self.leastLoaded)
      }
    }
    let start = numbers.count
    let rows = try store.rows(query)
    while let number = try rows.next()?.number {
      numbers.append(number)
      if numbers.count.isMultiple(of: Self.stepOfProgress) { try progress((numbers.count, nil)) }
    }
    isComplete = query.limit.map { numbers.count - start < $0 } ?? true
  }
}
