/// The description of a transaction in the log.
public struct TransactionEntry: Hashable, Sendable {
  /// The kind of the command; an edit that changes definitions becomes a
  /// ``TransactionKind/schema``.
  public var kind: TransactionKind
  /// The text of the command.
  public var command: String?
  /// The position of the command, as `FILE:LINE`.
  public var source: String?
  /// The reason for the command, in its author's words, if given.
  public var reason: String?

  /// Creates an entry, by default of an edit.
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
