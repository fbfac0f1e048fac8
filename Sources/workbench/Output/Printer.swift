internal import Replies

/// Prints the replies of a session: data to one stream, everything else to another.
protocol Printer: AnyObject {
  func print(_ reply: Reply)
  /// Writes out buffered text, so that others can use the terminal.
  func flush()
  /// Called before a command that the user entered at the terminal; its data may go through a
  /// pager.
  func commandBegins()
  /// Called after the command; writes all of its output.
  func commandEnds()
  var isRead: Bool { get }
}

extension Printer {
  func commandBegins() {}
  func commandEnds() { flush() }
  var isRead: Bool { true }
}
