public import Records

/// Something ``Store/check()`` found to be wrong, and where.
public struct Finding: Hashable, Sendable {
  /// What is wrong, for a person.
  public var finding: String
  /// The record it concerns; nil where it concerns no single one, or its type is gone.
  public var record: RecordID?
  /// The name of the property it concerns; nil where it concerns no single one.
  public var property: String?
  /// The number of the transaction it concerns; nil where it concerns none that is known.
  public var transaction: Int?

  /// Makes a finding about what is given, and about the store as a whole where nothing is.
  public init(
    _ finding: String, record: RecordID? = nil, property: String? = nil, transaction: Int? = nil
  ) {
    self.finding = finding
    self.record = record
    self.property = property
    self.transaction = transaction
  }
}
