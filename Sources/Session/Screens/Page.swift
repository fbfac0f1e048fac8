package import Records

/// A page of a database in a browser, with its own address.
package enum Page: Hashable, Sendable {
  /// A list screen.
  case screen(String)
  case record(RecordID)
  /// The list of a type.
  case type(String)
  case log
  case history(RecordID)
}
