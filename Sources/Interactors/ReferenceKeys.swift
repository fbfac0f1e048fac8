public import Records

/// The records that a reference can be set to, each with the text shown in a field.
public struct ReferenceKeys: Sendable {
  /// The keys shown in fields, in the order of the records.
  public let all: [String]
  /// Other texts that identify a record.
  public let aliases: [String]
  // By bytes, because Swift strings with different scalars can be equal.
  private let records: [[UInt8]: RecordID]
  private let keys: [RecordID: String]

  /// Creates a choice of records with unique keys.
  ///
  /// - Parameter aliases: other texts that identify a record; an alias that is a key or that is
  ///   ambiguous is ignored.
  public init(
    _ records: [(key: String, record: RecordID)],
    aliases: [(text: String, record: RecordID)] = []
  ) {
    all = records.map(\.key)
    var chosen = Dictionary(
      records.map { (Array($0.key.utf8), $0.record) }, uniquingKeysWith: { first, _ in first })
    keys = Dictionary(
      records.map { ($0.record, $0.key) }, uniquingKeysWith: { first, _ in first })
    let meant = Dictionary(grouping: aliases) { Array($0.text.utf8) }
    var others: [String] = []
    for (bytes, aliases) in meant where chosen[bytes] == nil {
      guard let alias = aliases.first, aliases.allSatisfy({ $0.record == alias.record }) else {
        continue
      }
      chosen[bytes] = alias.record
      others.append(alias.text)
    }
    self.aliases = others
    self.records = chosen
  }

  /// The record of a key or alias; nil if there is none.
  public subscript(key: String) -> RecordID? { records[Array(key.utf8)] }

  /// The key of a record; nil if the record is not in the choice.
  public subscript(record: RecordID) -> String? { keys[record] }
}
