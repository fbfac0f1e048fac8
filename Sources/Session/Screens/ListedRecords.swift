internal import CommandLanguage
internal import RecordStore
internal import Records
package import Replies
internal import Workspace

package struct ScreenRow: Hashable, Sendable {
  /// The record, such as `Member/1`.
  package var id: String
  let record: RecordID
  package var cells: [Datum]
}

/// The records of a list screen in order, read on demand and cached until a change.
///
/// If an index provides the order, the first records are found at once, regardless of their number;
/// otherwise all are sorted at the first access, and the order is cached.
final class ListedRecords {
  private static let leastLoaded = 500
  private static let stepOfProgress = 5000

  private let syntax: QuerySyntax
  private let resolver: Resolver
  /// Reports progress; nil at the end.
  private let progress: (LoadedCount?) throws -> Void
  /// Nil until first used.
  private var table: RecordTable?
  private var reads: Set<PropertyReference> = []
  private(set) var numbers: [Int] = []
  private(set) var isComplete = false
  /// Incremented whenever the records are read again.
  private(set) var revision = 0
  private var isStale = true

  /// The number of records read, and the total if known.
  typealias LoadedCount = (done: Int, total: Int?)

  init(
    _ syntax: QuerySyntax, _ resolver: Resolver, progress: @escaping (LoadedCount?) throws -> Void
  ) {
    self.syntax = syntax
    self.resolver = resolver
    self.progress = progress
  }

  /// The headings; empty if the type was dropped.
  var headings: [Column] {
    ((try? prepared())?.headers ?? []).map {
      Column($0.name, isNumeric: $0.kind?.isNumeric ?? false)
    }
  }

  func forget() {
    table = nil
    isStale = true
  }

  /// - Parameter changes: Nil if the changes are unknown.
  func note(_ changes: Set<PropertyReference>?) {
    if changes?.isDisjoint(with: reads) ?? false { return }
    isStale = true
  }

  /// The rows in a range, or fewer at the end of the list.
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

  func listed(of ids: [RecordID]) throws(Diagnostic) -> Set<RecordID> {
    do {
      var query = try resolver.query(syntax, of: resolver.type(syntax.type))
      (query.columns, query.order, query.numbers) = ([], [], ids.map(\.number))
      var found: Set<RecordID> = []
      let rows = try resolver.store.queries.rows(query)
      while let number = try rows.next()?.number { found.insert(RecordID(query.type, number)) }
      return found
    } catch {
      if let error = error as? StoreError { throw Diagnostic(error).at(syntax.type.span) }
      throw error as? Diagnostic ?? .interrupted
    }
  }

  func place(of id: RecordID) -> Int? { numbers.firstIndex(of: id.number) }

  func records(upTo count: Int = .max) throws(Diagnostic) -> [RecordID] {
    try load(count)
    return numbers.map { RecordID(syntax.type.value, $0) }
  }

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

  /// Reads up to at least `count` records, doubling the number read.
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
    // The clock and session names have their current values.
    var query = try resolver.query(syntax, of: resolver.type(syntax.type))
    query.columns = []
    defer { try? progress(nil) }
    let isSorted = try store.queries.sorts(query)
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
    let rows = try store.queries.rows(query)
    while let number = try rows.next()?.number {
      numbers.append(number)
      if numbers.count.isMultiple(of: Self.stepOfProgress) { try progress((numbers.count, nil)) }
    }
    isComplete = query.limit.map { numbers.count - start < $0 } ?? true
  }
}
