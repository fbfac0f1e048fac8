/// Where replies wait until what they report is committed.
///
/// What a group of commands says waits as a whole. Within that, or without it, what one command of
/// several parts says waits for the end of the command.
package protocol ReplyHold: AnyObject {
  /// Keeps what the commands of a group say from now on.
  func hold()
  /// Hands over what the group has said, in its order, or what was said without one.
  func release()
  /// Forgets what the group has said, for it has not happened.
  func drop()

  /// Keeps what one command says from now on.
  func holdCommand()
  /// Hands over what the command has said, or leaves it to its group.
  func releaseCommand()
  /// Forgets the output of the command, for it was taken back; the rest is handed over.
  func dropCommand()

  /// Whether what is said next is output, and forgotten with its command.
  var isOutput: Bool { get set }
}
