public import Records

/// Whose history is asked for.
///
/// More cases will come: code of another package that switches over them needs a `default`.
public enum HistorySubject: Hashable, Sendable {
  /// All records of a type, also deleted ones.
  case type(String)
  /// One record and all its properties; it may be gone.
  case record(RecordID)
  /// One property of a record, by its name.
  case property(RecordID, String)
}
