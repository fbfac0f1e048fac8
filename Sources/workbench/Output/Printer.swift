internal import Session

/// Prints the replies of a session: data to one stream, everything else to another.
protocol Printer: AnyObject {
  func print(_ reply: Reply)
  /// Writes out what has been held back.
  func flush()
}
