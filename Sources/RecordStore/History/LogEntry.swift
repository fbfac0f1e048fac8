/// One transaction, as the log shows it.
public struct LogEntry: Hashable, Sendable {
  /// The number of the transaction.
  public var transaction: Int
  /// When it was made, in milliseconds since 1970; never before the one in front of it.
  public var at: Int
  public var actor: String
  public var reason: String?
  public var source: String?
  public var kind: TransactionKind
  public var command: String?
  /// Whether another transaction has taken it back, and none has brought it back since.
  public var isUndone: Bool
  /// How many changes of values, records and definitions it made.
  public var changes: Int
  /// The transaction that an undo or redo took back.
  public var reference: Int?

  public init(
    transaction: Int, at: Int, actor: String, reason: String?, source: String?,
    kind: TransactionKind, command: String?, isUndone: Bool, changes: Int, reference: Int?
  ) {
    self.transaction = transaction
    self.at = at
    self.actor = actor
    self.reason = reason
    self.source = source
    self.kind = kind
    self.command = command
    self.isUndone = isUndone
    self.changes = changes
    self.reference = reference
  }
}
