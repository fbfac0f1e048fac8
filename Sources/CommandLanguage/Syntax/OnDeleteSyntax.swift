/// What becomes of a reference when the record it refers to is deleted.
public enum OnDeleteSyntax: String, CaseIterable, Hashable, Sendable {
  /// The record is not deleted.
  case refuse
  /// The reference becomes `nil`.
  case clear
  /// What refers to it is deleted too.
  case cascade
}
