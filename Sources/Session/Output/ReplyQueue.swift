internal import Replies

/// Delivers replies, or holds them until their command is committed.
final class ReplyQueue {
  private let deliver: (Reply) -> Void
  /// The external buffer for the many replies of scripts; nil to buffer them here.
  private let hold: (any ReplyHold)?
  /// The replies of an uncommitted command; nil if they are delivered at once or go to `hold`.
  private var held: [Reply]?
  private var isHoldUsed = false
  /// The labels being watched; nil outside `watch`.
  private var watched: Set<String>?
  /// Whether `new` and `put` do not print their records.
  var isQuiet = false
  var mask: (String) -> String = { $0 }
  /// The latest texts of labels that are not watched.
  private var unwatched: [Reply] = []

  /// Prints data in place of the run, while a command prints to a file.
  private var printer: (any ReplyPrinter)?

  let isHeard: () -> Bool

  init(
    _ hold: (any ReplyHold)?, isHeard: @escaping () -> Bool, _ deliver: @escaping (Reply) -> Void
  ) {
    self.hold = hold
    self.isHeard = isHeard
    self.deliver = deliver
  }

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

  /// Runs a closure, sending its data to a printer.
  func printing(
    on printer: any ReplyPrinter, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    self.printer = printer
    defer { self.printer = nil }
    try body()
    printer.flush()
  }

  /// Runs a closure while labels are watched; the last texts of other labels are reported at the
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

  /// Starts holding replies.
  ///
  /// - Parameter isAtPrompt: Whether they go to a user at the prompt, who reads long ones page by
  ///   page.
  func hold(isAtPrompt: Bool) {
    if let hold, !isAtPrompt {
      isHoldUsed = true
      hold.holdCommand()
    } else {
      held = []
    }
  }

  func release() {
    if isHoldUsed {
      isHoldUsed = false
      hold?.releaseCommand()
    }
    let replies = held ?? []
    held = nil
    for reply in replies { deliver(reply) }
  }

  /// Discards held output, because the command was rolled back; diagnostics and notices are
  /// delivered.
  func drop() {
    if isHoldUsed {
      isHoldUsed = false
      hold?.dropCommand()
    }
    held?.removeAll(where: \.isOutput)
    release()
  }
}
