/// What sort of command a transaction is.
public enum TransactionKind: Int, Hashable, Sendable {
  case edit = 0
  /// A statement of another program.
  case other = 1
  case undo = 2
  case redo = 3
  case schema = 4
  case `import` = 5
  case erase = 6
  /// What an unknown program changed while nothing could record it.
  case gap = 7
}

extension TransactionKind: CustomStringConvertible {
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
    }
  }
}
