public import Records
public import Validation

/// The records that a reference can be set to, each with the text shown in a field.
public struct ReferenceKeys: Sendable {
  /// The texts by which the records are found.
  public let index: SearchIndex
  /// The record of each entry in the index.
  private let records: [RecordID]
  /// The numbers of the entries, sorted by record for binary search.
  private let places: [Int32]

  /// Creates a choice of records, each with the texts by which it is found; an entry with an empty
  /// text is omitted.
  ///
  /// - Complexity: O(*n*) in the length of all texts, and O(*n* log *n*) in the number of records.
  public init(entries: [(entry: SearchIndex.Entry, record: RecordID)]) {
    var (kept, records) = ([SearchIndex.Entry](), [RecordID]())
    kept.reserveCapacity(entries.count)
    records.reserveCapacity(entries.count)
    for (entry, record) in entries where !entry.text.isEmpty {
      kept.append(entry)
      records.append(record)
    }
    index = SearchIndex(kept)
    self.records = records
    places = records.indices.map(Int32.init).sorted {
      let (first, second) = (records[Int($0)], records[Int($1)])
      return (first.number, first.type, $0) < (second.number, second.type, $1)
    }
  }

  /// Creates a choice of records with unique keys.
  public init(_ records: [(key: String, record: RecordID)]) {
    self.init(entries: records.map { (entry: SearchIndex.Entry($0.key), record: $0.record) })
  }

  /// The record that a text identifies; nil if it identifies no record or several records.
  public subscript(text: String) -> RecordID? { index.entry(of: text).map { records[$0] } }

  /// The text of a record; nil if the record is not in the choice.
  public subscript(record: RecordID) -> String? {
    var (lower, upper) = (0, places.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      let found = records[Int(places[middle])]
      if (found.number, found.type) < (record.number, record.type) {
        lower = middle + 1
      } else {
        upper = middle
      }
    }
    guard lower < places.count, records[Int(places[lower])] == record else { return nil }
    return index.entries[Int(places[lower])].text
  }
}
