/// Where replies wait until what they report is committed.
package protocol ReplyHold: AnyObject {
  /// Keeps what is said from now on.
  func hold()
  /// Hands over what was kept, in its order.
  func release()
  /// Forgets what was kept, for what it reports has not happened.
  func drop()
}
