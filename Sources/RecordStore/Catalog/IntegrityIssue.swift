public import Records

/// Describes a problem that ``Store/check()`` found, and its location.
public struct IntegrityIssue: Hashable, Sendable {
  /// The problem, in words for users.
  public var finding: String
  /// The affected record; nil if none or several are affected, or its type was dropped.
  public var record: RecordID?
  /// The name of the affected property; nil if none or several are affected.
  public var property: String?
  /// The number of the affected transaction, if known.
  public var transaction: Int?
  /// Whether the problem is harmless.
  public var isWarning: Bool
  /// Whether the file is intact, but a record breaks a rule.
  public var isBreach: Bool

  /// Whether the file is damaged.
  public var isDamage: Bool { !isWarning && !isBreach }

  /// Creates an issue; if there is no record, property or transaction, the issue concerns the whole
  /// store.
  public init(
    _ finding: String, record: RecordID? = nil, property: String? = nil, transaction: Int? = nil,
    isWarning: Bool = false, isBreach: Bool = false
  ) {
    self.finding = finding
    self.record = record
    self.property = property
    self.transaction = transaction
    self.isWarning = isWarning
    self.isBreach = isBreach
  }
}
