/// A transaction in the log.
public struct LogEntry: Hashable, Sendable {
  /// The number of the transaction.
  public var transaction: Int
  /// The time of the transaction, in milliseconds since 1970; never before the preceding
  /// transaction.
  public var at: Int
  /// The author; `(another program)` for programs that do not record an author.
  public var actor: String
  /// The reason for the transaction, if given.
  public var reason: String?
  /// The position of the command, as `FILE:LINE`, if known.
  public var source: String?
  /// The kind of the command.
  public var kind: TransactionKind
  /// The text of the command, if known.
  public var command: String?
  /// Whether the transaction was undone and not redone since.
  public var isUndone: Bool
  /// The number of changes of values, records and definitions.
  public var changes: Int
  /// The transaction that an undo, redo or revert refers to.
  public var reference: Int?

  /// Creates an entry.
  public init(
    transaction: Int, at: Int, actor: String, reason: String?, source: String?,
    kind: TransactionKind, command: String?, isUndone: Bool, changes: Int, reference: Int?
  ) {
    (self.transaction, self.at, self.actor, self.reason) = (transaction, at, actor, reason)
    (self.source, self.kind, self.command, self.isUndone) = (source, kind, command, isUndone)
    (self.changes, self.reference) = (changes, reference)
  }

  /// The maximum length of a command in messages, in characters.
  package static let longestCommand = 60

  /// Returns the first line of a command, with `…` if it was shortened.
  package static func brief(_ command: String, longest: Int? = longestCommand) -> String {
    let line = command.split(whereSeparator: \.isNewline).first ?? ""
    let brief = line.prefix(longest ?? .max)
    return brief.count < command.count ? brief + "…" : String(brief)
  }
}

/// The kind of a transaction's command.
///
/// More cases will be added: code of another package that switches over them needs a `default`.
public enum TransactionKind: Int, Hashable, Sendable {
  /// A command that changes records.
  case edit = 0
  /// A statement of another program.
  case other = 1
  /// An undo of another transaction.
  case undo = 2
  /// The undo of an undo.
  case redo = 3
  /// A command that changes definitions.
  case schema = 4
  /// An import of records.
  case `import` = 5
  /// An erasure of values from the history, which cannot be undone.
  case erase = 6
  /// Changes by an unknown program that were not recorded when they were made.
  case gap = 7
  /// The new beginning of the history after compacting it.
  case compact = 8
}

extension TransactionKind: CustomStringConvertible {
  /// The name of the kind in the log, such as `undo`.
  public var description: String {
    switch self {
    case .edit: "edit"
    case .other: "other"
    case .undo: "undo"
    case .redo: "redo"
    case .schema: "schema"
    case .import: "import"
    case .erase: "erase"
    case .gap: "gap"
    case .compact: "compact"
    }
  }
}
