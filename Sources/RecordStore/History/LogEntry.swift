/// One transaction, as the log shows it.
public struct LogEntry: Hashable, Sendable {
  /// The number of the transaction.
  public var transaction: Int
  /// When it was made, in milliseconds since 1970; never before the one in front of it.
  public var at: Int
  /// Who made it; `(another program)` where one wrote to the file that says nothing of itself.
  public var actor: String
  /// Why it was made, as its author said; nil where nothing was said.
  public var reason: String?
  /// Where the command was written, as `FILE:LINE`; nil if that is not known.
  public var source: String?
  /// What sort of command it was.
  public var kind: TransactionKind
  /// The text of the command; nil where that is not known.
  public var command: String?
  /// Whether another transaction has taken it back, and none has brought it back since.
  public var isUndone: Bool
  /// How many changes of values, records and definitions it made.
  public var changes: Int
  /// The transaction that an undo, a redo or a revert took back.
  public var reference: Int?

  /// Makes an entry of all it says.
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

  /// The most characters of a command that a message shows.
  public static let longestCommand = 60

  /// The first line of a command, cut short with `…` where there is more.
  ///
  /// - Parameter longest: how many characters of the line are shown at most; nil for all.
  public static func brief(_ command: String, longest: Int? = longestCommand) -> String {
    let line = command.split(whereSeparator: \.isNewline).first ?? ""
    let brief = line.prefix(longest ?? .max)
    return brief.count < command.count ? brief + "…" : String(brief)
  }
}
