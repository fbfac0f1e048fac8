internal import Replies

/// Prints the replies of a session: data to one stream, everything else to another.
protocol Printer: AnyObject {
  func print(_ reply: Reply)
  /// Writes out what has been held back, so that the terminal is free for others.
  func flush()
  /// Says that a command of a person at the terminal begins, whose data may go through a pager.
  func commandBegins()
  /// Says that the command has ended; all of it is written then.
  func commandEnds()
  /// Whether somebody still reads the table that is printed.
  var isRead: Bool { get }
}

extension Printer {
  func commandBegins() {}
  func commandEnds() { flush() }
  var isRead: Bool { true }
}
