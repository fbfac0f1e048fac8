package import Records

/// A page of a database in a browser, with its own address.
package enum Page: Hashable, Sendable {
  case screen(String)
  case record(RecordID)
  case type(String)
  case log
  case history(RecordID)
}
