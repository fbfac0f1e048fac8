/// Prints the replies of a command to another destination, in the format of the run.
package protocol ReplyPrinter: AnyObject {
  /// Prints a reply that is data.
  func print(_ reply: Reply)
  /// Writes everything printed so far.
  func flush()
}
