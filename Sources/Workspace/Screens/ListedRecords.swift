internal import RecordStore
package import Records
package import Replies

package struct ScreenRow: Hashable, Sendable {
  package var id: String
  package let record: RecordID
  package var cells: [Datum]

  package init(_ record: RecordID, _ cells: [Datum]) {
    (id, self.record, self.cells) = (record.description, record, cells)
  }
}

/// The records of a list screen in order, read on demand and cached until a change.
///
/// If an index provides the order, the first records are available at once, even in a long list;
/// otherwise the first access sorts all records, and the order is cached.
package final class ListedRecords {
  private static let leastLoaded = 500
  private static let stepOfProgress = 5000

  private let type: String
  private let listing: any DefinitionBody
  private let store: Store
  private let host: any ScreenHost
  /// Called with the progress of reading or searching, and with nil at the end.
  private let progress: (LoadedCount?) throws -> Void
  private var table: (any ScreenTable)?
  private var reads: Set<PropertyReference> = []
  private var all: [Int] = []
  private var isAllRead = false
  /// The current search is last; each search narrows the previous one. Empty if there is no search.
  private var searches: [RowSearch] = []
  /// Incremented when the records are read again after a change, and when the search text changes.
  package private(set) var revision = 0
  private var isStale = true

  typealias LoadedCount = (done: Int, total: Int?)

  init(
    _ type: String, _ listing: any DefinitionBody, _ store: Store, _ host: any ScreenHost,
    progress: @escaping (LoadedCount?) throws -> Void
  ) {
    (self.type, self.listing, self.store, self.host) = (type, listing, store, host)
    self.progress = progress
  }

  /// Empty after an error, for example if the type was dropped.
  var headings: [Column] { (try? prepared())?.headings ?? [] }

  func note(_ changes: Set<PropertyReference>?) {
    if changes?.isDisjoint(with: reads) ?? false { return }
    isStale = true
  }

  package func rows(_ range: Range<Int>) throws(WorkspaceError) -> [ScreenRow] {
    try load(range.upperBound)
    let wanted = Array(numbers[range.clamped(to: 0..<numbers.count)])
    return try fromBody(prepared().rows(of: wanted))
  }

  /// The numbers of the records read so far; with a search, of those found so far.
  package var numbers: [Int] { searches.last?.found ?? all }

  package var isComplete: Bool {
    isAllRead && searches.last.map { $0.isDone(in: all) } ?? true
  }

  package func listed(of ids: [RecordID]) throws(WorkspaceError) -> Set<RecordID> {
    var ids = ids
    if let search = searches.last {
      let numbers = try fromBody(prepared().records(ids.map(\.number), with: search.text))
      ids = numbers.map { RecordID(type, $0) }
    }
    let isLimited = try fromBody(host.query(of: listing)).limit != nil
    if isLimited {
      try loadAll(.max)
      return Set(all.map { RecordID(type, $0) }).intersection(ids)
    }
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

  /// Limits the list to records with a text in a column; an empty text ends the search.
  package func search(_ text: String) {
    guard text != searches.last?.text ?? "" else { return }
    revision += 1
    if let known = searches.firstIndex(where: { $0.text == text }) {
      // If the user erases characters, the earlier result applies again.
      searches.removeSubrange((known + 1)...)
    } else if let search = searches.last?.narrowed(to: text) {
      searches.append(search)
    } else {
      searches = text.isEmpty ? [] : [RowSearch(text)]
    }
  }

  private func load(_ count: Int) throws(WorkspaceError) {
    guard !searches.isEmpty else { return try loadAll(count) }
    if isStale {
      try loadAll(1)
      searches = searches.suffix(1).map { RowSearch($0.text) }
    }
    let place = searches.count - 1
    var size = Self.fewestSearched
    defer { try? progress(nil) }
    while searches[place].found.count < count {
      let candidates = searches[place].next(size, of: all)
      if candidates.isEmpty {
        if isAllRead { return }
        try loadAll(all.count + 1)
        continue
      }
      try reading {
        let found = try prepared().records(candidates, with: searches[place].text)
        searches[place].note(found, of: candidates.count)
        try progress((searches[place].searched, nil))
      }
      let isByNumber =
        candidates.min() == candidates.first && candidates.max() == candidates.last
      // Records in another order than by number are scattered over the table, so after a few
      // steps, search all remaining records at once.
      size =
        isByNumber || size < Self.fewSearched
        ? 2 * min(size, Self.mostSearched / 2) : .max
    }
  }

  private static let (fewestSearched, fewSearched, mostSearched) = (256, 2048, 16384)

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

  /// Reads until the list has at least `count` records or is complete; reads in growing steps, so
  /// that the query is rarely repeated.
  private func loadAll(_ count: Int) throws(WorkspaceError) {
    var wanted = count
    if isStale {
      wanted = max(count, min(all.count, Self.leastLoaded))
      (all, isAllRead) = ([], false)
      revision += 1
    }
    guard !isAllRead, isStale || all.count < wanted else { return }
    isStale = true
    try reading { try read(wanted) }
    isStale = false
  }

  private func read(_ count: Int) throws {
    // Get the query now, because the clock and session names may have changed.
    var query = try host.query(of: listing)
    query.columns = []
    let most = query.limit ?? .max
    defer { try? progress(nil) }
    let isSorted = try store.queries.sorts(query)
    if isSorted {
      all = []
      try progress((0, nil))
    } else {
      query.offset += all.count
      if count != .max || query.limit != nil {
        let wanted =
          count == .max ? .max : max(count - all.count, all.count, Self.leastLoaded)
        query.limit = min(wanted, most - all.count)
      }
    }
    let start = all.count
    let rows = try store.queries.rows(query)
    while let number = try rows.next()?.number {
      all.append(number)
      if all.count.isMultiple(of: Self.stepOfProgress) { try progress((all.count, nil)) }
    }
    isAllRead =
      all.count == most || (query.limit.map { all.count - start < $0 } ?? true)
  }
}

/// A search in the rows of a list, possibly unfinished.
struct RowSearch {
  let text: String
  private(set) var found: [Int] = []
  /// The records that the previous search has found, and its unexamined candidates.
  private var candidates: [Int] = []
  /// How many of the candidates this search has examined.
  private var lookedAt = 0
  /// How many records from the start of the list this search or a previous search has examined.
  private(set) var searched = 0

  init(_ text: String) { self.text = text }

  /// Returns a search among the records found by this one; nil if that could miss records.
  func narrowed(to longer: String) -> RowSearch? {
    guard let search = TextSearch(longer), let former = TextSearch(text),
      search.isNarrower(than: former), TextSearch.withoutSeparators(text) != nil
    else { return nil }
    var narrowed = RowSearch(longer)
    narrowed.candidates = found + candidates[lookedAt...]
    narrowed.searched = searched
    return narrowed
  }

  func isDone(in all: [Int]) -> Bool { lookedAt == candidates.count && searched == all.count }

  /// Returns the next records to examine; empty if all records in `all` were examined.
  func next(_ count: Int, of all: [Int]) -> [Int] {
    let former = candidates[lookedAt...].prefix(count)
    return Array(former.isEmpty ? all[searched...].prefix(count) : former)
  }

  mutating func note(_ numbers: [Int], of count: Int) {
    found += numbers
    if lookedAt < candidates.count { lookedAt += count } else { searched += count }
  }
}
