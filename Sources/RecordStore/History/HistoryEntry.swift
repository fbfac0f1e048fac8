public import Records

/// One change of one record.
public struct HistoryEntry: Hashable, Sendable {
  /// The kind of change.
  public enum Event: String, Hashable, Sendable {
    /// The record was created.
    case create
    /// The record was deleted.
    case delete
    /// A property was set.
    case set
    /// The old and the new value were erased.
    case erase
  }

  /// The number of the change; later changes have greater numbers.
  public var change: Int
  /// The number of the transaction that made the change.
  public var transaction: Int
  /// The time of the change, in milliseconds since 1970; never before the preceding change.
  public var at: Int
  /// The author; `(another program)` for programs that do not record an author.
  public var actor: String
  /// The reason for the change, if given.
  public var reason: String?
  /// The position of the command, as `FILE:LINE`, if known.
  public var source: String?
  /// The changed record, which may have been deleted since.
  public var record: RecordID
  /// The kind of change.
  public var event: Event
  /// The property that was set or erased; nil if the record was created or deleted.
  public var property: String?
  /// The former value, as stored if it does not fit the kind of the property; 1 if the record was
  /// deleted.
  public var old: Value?
  /// The new value, like ``old``; 1 if the record was created.
  public var new: Value?

  /// Creates an entry.
  public init(
    change: Int, transaction: Int, at: Int, actor: String, reason: String?, source: String?,
    record: RecordID, event: Event, property: String?, old: Value?, new: Value?
  ) {
    (self.change, self.transaction, self.at, self.actor) = (change, transaction, at, actor)
    (self.reason, self.source, self.record, self.event) = (reason, source, record, event)
    (self.property, self.old, self.new) = (property, old, new)
  }
}

/// A transaction's change of a rule, an index or a ``KeptDefinition``.
public struct DefinitionChange: Hashable, Sendable {
  /// The kind of definition.
  ///
  /// More cases will be added: code of another package that switches over them needs a `default`.
  public enum Subject: Hashable, Sendable {
    /// A rule, identified by its number.
    case rule(Int)
    /// An index, or a ``KeptDefinition``, such as a screen or a command.
    case other
  }

  /// The kind of definition.
  public var subject: Subject
  /// The former command; nil if the definition is new.
  public var old: String?
  /// The new command; nil if the definition was dropped.
  public var new: String?
}

/// The effect of a change on a list of records: an insertion, a removal or a move.
public struct RecordListChange: Hashable, Sendable {
  /// The owner of the list.
  public var owner: RecordID
  /// The name of the list property.
  public var list: String
  /// The inserted, removed or moved record.
  public var item: RecordID
  /// The former position, counted from 0; nil if the item was not in the list, or positions are not
  /// available.
  public var from: Int?
  /// The new position; nil if the item is no longer in the list, or positions are not available.
  public var to: Int?
  /// Whether the item was in the list before.
  public var wasThere: Bool
  /// Whether the item is in the list afterwards.
  public var isThere: Bool
}
