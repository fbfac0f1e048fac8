public import Records

/// One change of one record.
public struct HistoryEntry: Hashable, Sendable {
  /// What became of the record.
  public enum Event: String, Hashable, Sendable {
    /// It was made.
    case create
    /// It was deleted.
    case delete
    /// A property was given another value.
    case set
    /// The values were erased; neither is known any more.
    case erase
  }

  /// The number of the change; later ones have greater numbers.
  public var change: Int
  /// The number of the transaction that made the change.
  public var transaction: Int
  /// When it was made, in milliseconds since 1970; never before the one in front of it.
  public var at: Int
  /// Who made it; `(another program)` where one wrote to the file that says nothing of itself.
  public var actor: String
  /// Why it was made, as its author said; nil where nothing was said.
  public var reason: String?
  /// Where the command was written, as `FILE:LINE`; nil if that is not known.
  public var source: String?
  /// The record that was changed, which may be gone by now.
  public var record: RecordID
  /// What became of the record.
  public var event: Event
  /// The property that was set or erased; nil where the record was created or deleted.
  public var property: String?
  /// The value before: of the property's kind where it fits it, else as it is stored; 1 where a
  /// record existed.
  public var old: Value?
  /// The value after, like ``old``.
  public var new: Value?

  /// Makes an entry of all it says.
  public init(
    change: Int, transaction: Int, at: Int, actor: String, reason: String?, source: String?,
    record: RecordID, event: Event, property: String?, old: Value?, new: Value?
  ) {
    self.change = change
    self.transaction = transaction
    self.at = at
    self.actor = actor
    self.reason = reason
    self.source = source
    self.record = record
    self.event = event
    self.property = property
    self.old = old
    self.new = new
  }
}
