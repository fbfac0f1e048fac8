public import Records

/// The records that a reference can be to, each by the key that a field shows for it.
public struct ReferenceKeys: Sendable {
  private let records: [String: RecordID]
  private let keys: [RecordID: String]

  /// Makes the choice of records by their keys, which are all different.
  public init(_ records: [(key: String, record: RecordID)]) {
    self.records = Dictionary(
      records.map { ($0.key, $0.record) }, uniquingKeysWith: { first, _ in first })
    keys = Dictionary(
      records.map { ($0.record, $0.key) }, uniquingKeysWith: { first, _ in first })
  }

  /// The keys, in no order.
  public var all: [String] { Array(records.keys) }

  /// The record of a key.
  public subscript(key: String) -> RecordID? {
    guard let record = records[key], keys[record]?.utf8.elementsEqual(key.utf8) == true else {
      return nil
    }
    return record
  }

  /// The key of a record; nil where it is not among those to choose from.
  public subscript(record: RecordID) -> String? { keys[record] }
}
