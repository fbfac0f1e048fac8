/// A moment of the history as written.
public enum MomentSyntax: Hashable, Sendable {
  /// A transaction, `#12`.
  case transaction(Int)
  /// A date or date-time as written.
  case date(String)
  /// A time in quotation marks, `"2026-11-21 10:00"`.
  case text(String)
  /// A session name such as `:today`.
  case name(SessionPath)
}
