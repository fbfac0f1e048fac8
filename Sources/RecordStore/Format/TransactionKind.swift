/// What sort of command a transaction is.
///
/// More cases will come: code of another package that switches over them needs a `default`.
public enum TransactionKind: Int, Hashable, Sendable {
  /// A command that changes records.
  case edit = 0
  /// A statement of another program.
  case other = 1
  /// What takes another transaction back.
  case undo = 2
  /// What takes an undo back.
  case redo = 3
  /// A command that changes definitions.
  case schema = 4
  /// Records that are brought in from elsewhere.
  case `import` = 5
  /// The erasing of values from the history, which cannot be undone.
  case erase = 6
  /// What an unknown program changed while nothing could record it.
  case gap = 7
  /// What the history begins with since what came before was removed.
  case compact = 8
}

extension TransactionKind: CustomStringConvertible {
  /// The kind as the log names it, such as `undo`.
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
