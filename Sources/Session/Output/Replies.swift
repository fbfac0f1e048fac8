/// Delivers the replies, or holds them until their command is committed.
final class Replies {
  private let deliver: (Reply) -> Void
  /// The replies of a command that is not committed yet; nil where they go out at once.
  private var held: [Reply]?

  init(_ deliver: @escaping (Reply) -> Void) {
    self.deliver = deliver
  }

  /// Hands a reply over, or keeps it until its command is committed.
  func say(_ reply: Reply) {
    if held?.append(reply) == nil { deliver(reply) }
  }

  /// Keeps the replies from now on.
  func hold() { held = [] }

  /// Hands over what was kept.
  func release() {
    let replies = held ?? []
    held = nil
    for reply in replies { deliver(reply) }
  }

  /// Forgets what was kept: the command was rolled back.
  func drop() { held = nil }
}
