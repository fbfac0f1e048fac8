package protocol ReplyPrinter: AnyObject {
  /// Prints a reply that is data.
  func print(_ reply: Reply)
  func flush()
}
