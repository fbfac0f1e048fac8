internal import Records

/// What goes, and what is emptied, because a transaction that is taken back had made a record that
/// others of its records refer to.
struct Departures {
  /// The records that were not there before the transaction; nil until somebody asks.
  var made: Set<RecordID>?
  /// Those that have gone with another one by their references, before their own turn.
  var taken: Set<RecordID> = []
  private var emptied: Set<Reference> = []

  private struct Reference: Hashable {
    var record: RecordID
    var column: Int
  }

  /// Notes that a reference becomes nil because its record goes.
  mutating func noteEmptied(_ record: RecordID, _ column: TableColumn) {
    emptied.insert(Reference(record: record, column: column.number))
  }

  /// Whether a reference has become nil because its record has gone.
  func hasEmptied(_ record: RecordID, _ column: TableColumn) -> Bool {
    emptied.contains(Reference(record: record, column: column.number))
  }
}
