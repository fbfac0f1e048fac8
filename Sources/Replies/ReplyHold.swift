/// Buffers replies until the changes they report are committed.
///
/// The replies of a group of commands are buffered as a whole. Within a group or outside one, those
/// of a command with several parts are buffered until the command ends.
package protocol ReplyHold: AnyObject {
  func hold()
  func release()
  /// Discards the replies of the group, because it was rolled back.
  func drop()

  func holdCommand()
  /// Sends the replies of the command, or adds them to its group.
  func releaseCommand()
  /// Discards the output of the command, because it was rolled back; other replies are sent.
  func dropCommand()

  /// Whether the next replies are output and so discarded with their command.
  var isOutput: Bool { get set }
}
