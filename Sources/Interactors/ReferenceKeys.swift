public import Records

/// The records that a reference can be to, each by the text that a field shows for it.
public struct ReferenceKeys: Sendable {
  /// The texts that fields show, in the order of the records.
  public let all: [String]
  /// Other texts that mean a record.
  public let aliases: [String]
  // Two texts of Swift can be equal whose scalars differ.
  private let records: [[UInt8]: RecordID]
  private let keys: [RecordID: String]

  /// Makes the choice of records by their keys, which are all different.
  ///
  /// - Parameter aliases: Other texts by which a record can be chosen; what is a key, or two records
  ///   have, is none.
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

  /// The record of a key, or of another text that means it.
  public subscript(key: String) -> RecordID? { records[Array(key.utf8)] }

  /// The key of a record; nil where it is not among those to choose from.
  public subscript(record: RecordID) -> String? { keys[record] }
}
