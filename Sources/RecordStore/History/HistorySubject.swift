public import Records

/// The subject of a history.
///
/// More cases will be added: code of another package that switches over them needs a `default`.
public enum HistorySubject: Hashable, Sendable {
  /// All records of a type, including deleted ones.
  case type(String)
  /// A record with all its properties; it may have been deleted.
  case record(RecordID)
  /// One property of a record, by its name.
  case property(RecordID, String)
}
