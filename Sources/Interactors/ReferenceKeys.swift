public import Records
public import Validation

/// The records that a reference can be set to, each with the text shown in a field.
public struct ReferenceKeys: Sendable {
  /// The texts by which the records are found.
  public let index: SearchIndex
  /// By the number of the entry.
  private let records: [RecordID]
  private let places: [RecordID: Int]

  /// Creates a choice of records, each with the texts by which it is found.
  ///
  /// - Complexity: O(*n*) in the length of all texts.
  public init(entries: [(entry: SearchIndex.Entry, record: RecordID)]) {
    let entries = entries.filter { !$0.entry.text.isEmpty }
    index = SearchIndex(entries.map(\.entry))
    records = entries.map(\.record)
    places = Dictionary(
      records.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Creates a choice of records with unique keys.
  public init(_ records: [(key: String, record: RecordID)]) {
    self.init(entries: records.map { (entry: SearchIndex.Entry($0.key), record: $0.record) })
  }

  /// The record that a text identifies; nil if there is none or several.
  public subscript(text: String) -> RecordID? { index.entry(of: text).map { records[$0] } }

  /// The text of a record; nil if the record is not in the choice.
  public subscript(record: RecordID) -> String? { places[record].map { index.entries[$0].text } }
}
