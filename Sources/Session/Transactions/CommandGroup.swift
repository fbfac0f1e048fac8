internal import RecordStore
internal import Replies
internal import Workspace

/// Commands of a script that are committed together. Their replies are held until the commit.
///
/// A group locks out other writers, so it ends before the session waits, before slow commands, and
/// after a time limit.
final class CommandGroup {
  /// In milliseconds.
  private var longest: Int { hasOtherWriter ? 10 : 50 }

  private let store: Store
  private let hold: any ReplyHold
  private let uptime: () -> Int
  private let rest: () -> Void
  private var lastLook: Int
  private var beginning: Int?
  private var first: String?
  private var hasOtherWriter = false
  private var lastRest: Int
  /// How often commands of a group were lost.
  private(set) var losses = 0

  init?(_ store: Store, _ configuration: Configuration) {
    guard let hold = configuration.hold, configuration.dryRun == nil else { return nil }
    self.store = store
    self.hold = hold
    uptime = configuration.uptime
    rest = configuration.rest
    lastLook = uptime()
    lastRest = lastLook
    store.journal.groupsTransactions = true
  }

  func noteOtherWriter() { hasOtherWriter = true }

  /// Begins a group at the first change; replies are held from then on.
  func noteChange(by command: RunningCommand?) {
    guard beginning == nil, store.journal.isGroupOpen else { return }
    beginning = lastLook
    first = command?.source
    hold.hold()
  }

  func commandEnds() throws(Diagnostic) {
    lastLook = uptime()
    guard let beginning else { return }
    if !store.journal.isGroupOpen || lastLook - beginning >= longest { try end() }
  }

  func end() throws(Diagnostic) {
    guard !store.journal.isInTransaction else { return }
    defer { hold.release() }
    guard beginning != nil else { return }
    do {
      try store.journal.endGroup()
    } catch {
      throw lost(with: Diagnostic(error)) ?? Diagnostic(error)
    }
    beginning = nil
    guard lastLook - lastRest >= longest else { return }
    lastRest = lastLook
    hasOtherWriter = false
    rest()
  }

  /// If commands of the group were lost, adds their number to the error; otherwise returns nil.
  func lost(with error: Diagnostic) -> Diagnostic? {
    let count = store.journal.takeLostTransactions()
    guard count > 0 else { return nil }
    beginning = nil
    losses += 1
    hold.drop()
    var error = error
    let what =
      (count == 1 ? "1 command" : "\(count) commands") + (first.map { " from \($0) on" } ?? "")
    if error.cause == .unknownOutcome {
      error.message = "cannot tell yet whether the result of \(what) was saved; check the log"
    } else {
      error.message += "; not stored: \(what)"
    }
    return error
  }
}
