internal import Interactors
internal import Records

/// The records that interactors show, one object for each.
///
/// A record is kept as long as an interactor holds it; everything else is read from the store.
final class LiveRecords {
  private struct Entry {
    weak var record: Record?
  }

  private struct Way {
    weak var path: PathSubject?
  }

  private var entries: [RecordID: Entry] = [:]
  private var ways: [Way] = []

  /// The object for a record, if an interactor has one.
  subscript(id: RecordID) -> Record? { entries[id]?.record }

  /// All that are held, in the order of their types and numbers.
  var all: [(id: RecordID, record: Record)] {
    entries = entries.filter { $0.value.record != nil }
    return entries.compactMap { id, entry in entry.record.map { (id, $0) } }
      .sorted { ($0.id.type, $0.id.number) < ($1.id.type, $1.id.number) }
  }

  func forget(_ id: RecordID) { entries[id] = nil }

  func keep(_ record: Record, as id: RecordID) {
    entries[id] = Entry(record: record)
  }

  /// Knows of a path from now on, as long as an interactor holds it.
  func keep(_ path: PathSubject) {
    ways = ways.filter { $0.path != nil } + [Way(path: path)]
  }

  /// Brings records to what the store has, of which the paths through them hear when all are there.
  ///
  /// - Parameter all: whether it is all of them, some of which may have come or gone.
  func bring(
    all: Bool = false, _ change: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let paths = ways.compactMap(\.path)
    for path in paths { path.hold() }
    defer { for path in paths { path.release(anew: all) } }
    try change()
  }
}
