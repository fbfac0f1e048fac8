internal import RecordStore
package import Records
package import Replies

package struct ScreenRow: Hashable, Sendable {
  /// For example `Member/1`.
  package var id: String
  package let record: RecordID
  package var cells: [Datum]

  package init(_ record: RecordID, _ cells: [Datum]) {
    (id, self.record, self.cells) = (record.description, record, cells)
  }
}

/// The records of a list screen in order, read on demand and cached until a change.
///
/// If an index provides the order, the first records are found at once, regardless of their number;
/// otherwise all are sorted at the first access, and the order is cached.
package final class ListedRecords {
  private static let leastLoaded = 500
  private static let stepOfProgress = 5000

  private let type: String
  private let listing: any DefinitionBody
  private let store: Store
  private let host: any ScreenHost
  /// Reports progress; nil at the end.
  private let progress: (LoadedCount?) throws -> Void
  /// Nil until first used.
  private var table: (any ScreenTable)?
  private var reads: Set<PropertyReference> = []
  package private(set) var numbers: [Int] = []
  package private(set) var isComplete = false
  /// Incremented whenever the records are read again.
  package private(set) var revision = 0
  private var isStale = true

  /// The number of records read, and the total if known.
  typealias LoadedCount = (done: Int, total: Int?)

  init(
    _ type: String, _ listing: any DefinitionBody, _ store: Store, _ host: any ScreenHost,
    progress: @escaping (LoadedCount?) throws -> Void
  ) {
    (self.type, self.listing, self.store, self.host) = (type, listing, store, host)
    self.progress = progress
  }

  /// The headings; empty if the type was dropped.
  var headings: [Column] { (try? prepared())?.headings ?? [] }

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
  package func rows(_ range: Range<Int>) throws(WorkspaceError) -> [ScreenRow] {
    try load(range.upperBound)
    let wanted = Array(numbers[range.clamped(to: 0..<numbers.count)])
    return try fromBody(prepared().rows(of: wanted))
  }

  package func listed(of ids: [RecordID]) throws(WorkspaceError) -> Set<RecordID> {
    let isLimited = try fromBody(host.query(of: listing)).limit != nil
    if isLimited { return try Set(records()).intersection(ids) }
    return try reading {
      var query = try host.query(of: listing)
      (query.columns, query.order, query.numbers) = ([], [], ids.map(\.number))
      var found: Set<RecordID> = []
      let rows = try store.queries.rows(query)
      while let number = try rows.next()?.number { found.insert(RecordID(query.type, number)) }
      return found
    }
  }

  package func place(of id: RecordID) -> Int? { numbers.firstIndex(of: id.number) }

  package func records(upTo count: Int = .max) throws(WorkspaceError) -> [RecordID] {
    try load(count)
    return numbers.map { RecordID(type, $0) }
  }

  private func prepared() throws(Diagnostic) -> any ScreenTable {
    if let table { return table }
    let table = try host.table(of: listing)
    self.table = table
    reads = table.reads
    return table
  }

  private func reading<Result>(_ body: () throws -> Result) throws(WorkspaceError) -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .body(error as? Diagnostic ?? .interrupted)
    }
  }

  /// Reads up to at least `count` records, doubling the number read.
  private func load(_ count: Int) throws(WorkspaceError) {
    var wanted = count
    if isStale {
      wanted = max(count, min(numbers.count, Self.leastLoaded))
      (numbers, isComplete) = ([], false)
      revision += 1
    }
    guard !isComplete, isStale || numbers.count < wanted else { return }
    isStale = true
    try reading { try read(wanted) }
    isStale = false
  }

  private func read(_ count: Int) throws {
    // The clock and session names have their current values.
    var query = try host.query(of: listing)
    query.columns = []
    let most = query.limit ?? .max
    defer { try? progress(nil) }
    let isSorted = try store.queries.sorts(query)
    if isSorted {
      numbers = []
      try progress((0, nil))
    } else {
      query.offset += numbers.count
      if count != .max || query.limit != nil {
        let wanted =
          count == .max ? .max : max(count - numbers.count, numbers.count, Self.leastLoaded)
        query.limit = min(wanted, most - numbers.count)
      }
    }
    let start = numbers.count
    let rows = try store.queries.rows(query)
    while let number = try rows.next()?.number {
      numbers.append(number)
      if numbers.count.isMultiple(of: Self.stepOfProgress) { try progress((numbers.count, nil)) }
    }
    isComplete =
      numbers.count == most || (query.limit.map { numbers.count - start < $0 } ?? true)
  }
}
