/// Delivers the replies, or holds them until their command is committed.
final class Replies {
  private let deliver: (Reply) -> Void
  /// The replies of a command that is not committed yet; nil where they go out at once.
  private var held: [Reply]?
  /// The labels that somebody watches, who wants to see no others; nil where nobody does.
  private var watched: Set<String>?
  /// The newest texts of the other labels.
  private var unwatched: [Reply] = []

  init(_ deliver: @escaping (Reply) -> Void) {
    self.deliver = deliver
  }

  /// Hands a reply over, or keeps it until its command is committed.
  func say(_ reply: Reply) {
    if let watched, case .label(let name, _) = reply, !watched.contains(name) {
      unwatched.removeAll { if case .label(name, _) = $0 { true } else { false } }
      unwatched.append(reply)
    } else if held?.append(reply) == nil {
      deliver(reply)
    }
  }

  /// Runs something while somebody watches these labels; what others have come to is said at its
  /// end.
  func watching(
    _ labels: Set<String>, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    watched = labels
    defer {
      watched = nil
      for reply in unwatched { say(reply) }
      unwatched = []
    }
    try body()
  }

  /// Keeps the replies from now on.
  func hold() { held = [] }

  /// Hands over what was kept.
  func release() {
    let replies = held ?? []
    held = nil
    for reply in replies { deliver(reply) }
  }

  /// Forgets the output that was kept: the command was rolled back. What it had to say beside that is
  /// handed over.
  func drop() {
    held?.removeAll(where: \.isOutput)
    release()
  }
}
