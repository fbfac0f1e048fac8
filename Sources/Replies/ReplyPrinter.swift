/// Prints replies somewhere else than the run does, in its format.
package protocol ReplyPrinter: AnyObject {
  /// Prints a reply that is data.
  func print(_ reply: Reply)
  /// Hands over what has been printed so far.
  func flush()
}
