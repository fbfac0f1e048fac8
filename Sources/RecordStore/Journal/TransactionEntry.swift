/// What the log is to say of a transaction.
public struct TransactionEntry: Hashable, Sendable {
  /// What sort of command it is; an edit that changes definitions becomes a
  /// ``TransactionKind/schema``.
  public var kind: TransactionKind
  /// The text of the command.
  public var command: String?
  /// Where the command was written, as `FILE:LINE`.
  public var source: String?
  /// The reason for the command, in its author's words; nil if none is given.
  public var reason: String?

  /// Makes the entry of an edit, unless another kind is given.
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
