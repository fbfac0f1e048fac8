package import Records

/// A place in the database that has an address in a browser.
package enum Page: Hashable, Sendable {
  /// A list screen.
  case screen(String)
  case record(RecordID)
  /// The list of a type.
  case type(String)
  case log
  case history(RecordID)
}
