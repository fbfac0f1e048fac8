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
