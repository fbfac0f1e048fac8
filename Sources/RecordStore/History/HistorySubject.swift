public import Records

/// Whose history is asked for.
public enum HistorySubject: Hashable, Sendable {
  /// All records of a type, also those that are gone.
  case type(String)
  case record(RecordID)
  case property(RecordID, String)
}
