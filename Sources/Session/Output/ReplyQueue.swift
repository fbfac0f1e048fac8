internal import Replies

/// Delivers the replies, or holds them until their command is committed.
final class ReplyQueue {
  private let deliver: (Reply) -> Void
  /// The external buffer for the replies of a script, which may be very many; nil where they are
  /// kept here.
  private let hold: (any ReplyHold)?
  /// The replies of a command that is not committed yet; nil where they go out at once, or to `hold`.
  private var held: [Reply]?
  /// Whether they go to `hold`.
  private var isHoldUsed = false
  /// The labels that somebody watches, who wants to see no others; nil where nobody does.
  private var watched: Set<String>?
  /// Whether nothing is said of the records that `new` and `put` make.
  var isQuiet = false
  /// Shows what errors and notices repeat of the records as far as it may be seen.
  var mask: (String) -> String = { $0 }
  /// The newest texts of the other labels.
  private var unwatched: [Reply] = []

  /// What prints data in place of the run, while a command prints to a file.
  private var printer: (any ReplyPrinter)?

  /// Whether somebody still listens to a table.
  let isHeard: () -> Bool

  init(
    _ hold: (any ReplyHold)?, isHeard: @escaping () -> Bool, _ deliver: @escaping (Reply) -> Void
  ) {
    self.hold = hold
    self.isHeard = isHeard
    self.deliver = deliver
  }

  /// Hands a reply over, or keeps it until its command is committed.
  func say(_ reply: Reply) {
    let reply = reply.masked(by: mask)
    if let printer, reply.isData { return printer.print(reply) }
    if let watched, case .label(let name, _) = reply, !watched.contains(name) {
      unwatched.removeAll { if case .label(name, _) = $0 { true } else { false } }
      unwatched.append(reply)
    } else if held?.append(reply) == nil {
      if isHoldUsed { hold?.isOutput = reply.isOutput }
      deliver(reply)
    }
  }

  /// Runs something whose data goes to a printer.
  func printing(
    on printer: any ReplyPrinter, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    self.printer = printer
    defer { self.printer = nil }
    try body()
    printer.flush()
  }

  /// Runs something while these labels are watched; the last texts of the others are reported at
  /// its end.
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
  ///
  /// - Parameter isAtPrompt: whether a person waits for them, who is shown long ones page by page.
  func hold(isAtPrompt: Bool) {
    if let hold, !isAtPrompt {
      isHoldUsed = true
      hold.holdCommand()
    } else {
      held = []
    }
  }

  /// Hands over what was kept.
  func release() {
    if isHoldUsed {
      isHoldUsed = false
      hold?.releaseCommand()
    }
    let replies = held ?? []
    held = nil
    for reply in replies { deliver(reply) }
  }

  /// Drops the data that was kept, for the command was rolled back. Its diagnostics and notices are
  /// handed over.
  func drop() {
    if isHoldUsed {
      isHoldUsed = false
      hold?.dropCommand()
    }
    held?.removeAll(where: \.isOutput)
    release()
  }
}
