public import Records

/// Something ``Store/check()`` found to be wrong, and where.
public struct Finding: Hashable, Sendable {
  /// What is wrong, for a person.
  public var finding: String
  public var record: RecordID?
  public var property: String?
  public var transaction: Int?

  public init(
    _ finding: String, record: RecordID? = nil, property: String? = nil, transaction: Int? = nil
  ) {
    self.finding = finding
    self.record = record
    self.property = property
    self.transaction = transaction
  }
}
