/// What the log is to say of a transaction.
public struct TransactionEntry: Hashable, Sendable {
  public var kind: TransactionKind
  /// The text of the command.
  public var command: String?
  /// Where the command stands, as `FILE:LINE`.
  public var source: String?
  public var reason: String?

  public init(
    _ kind: TransactionKind = .edit, command: String? = nil, source: String? = nil,
    reason: String? = nil
  ) {
    self.kind = kind
    self.command = command
    self.source = source
    self.reason = reason
  }
}
