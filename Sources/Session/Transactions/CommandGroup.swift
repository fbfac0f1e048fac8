internal import RecordStore
internal import Replies

/// The commands of a script whose changes are committed together, and whose replies wait for that.
///
/// A group ends before the session waits for anything, before what takes long, and after a time in
/// which other programs cannot write.
final class CommandGroup {
  /// How long a group goes on, in milliseconds: less while other programs write as well.
  private var longest: Int { hasOtherWriter ? 10 : 50 }

  private let store: Store
  private let hold: any ReplyHold
  private let uptime: () -> Int
  private let rest: () -> Void
  /// When the last command began.
  private var lastLook: Int
  /// When the group began; nil while there is none.
  private var beginning: Int?
  /// Where the first of its commands is.
  private var first: String?
  private var hasOtherWriter = false
  /// When other programs were last given time to write.
  private var lastRest: Int

  /// Makes the commands of a session share transactions; nil if nothing can hold its replies,
  /// or nothing is to be committed.
  init?(_ store: Store, _ configuration: Configuration) {
    guard let hold = configuration.hold, configuration.dryRun == nil else { return nil }
    self.store = store
    self.hold = hold
    uptime = configuration.uptime
    rest = configuration.rest
    lastLook = uptime()
    lastRest = lastLook
    store.groupsTransactions = true
  }

  /// Notes that another program has written since the last group.
  func noteOtherWriter() { hasOtherWriter = true }

  /// Begins a group with the place of its first command; replies are held from now on.
  func noteChange(by command: RunningCommand?) {
    guard beginning == nil, store.isGroupOpen else { return }
    beginning = lastLook
    first = command?.source
    hold.hold()
  }

  /// Ends the group if it has gone on for long.
  func commandEnds() throws(Diagnostic) {
    lastLook = uptime()
    guard let beginning else { return }
    if !store.isGroupOpen || lastLook - beginning >= longest { try end() }
  }

  /// Commits the group and releases the held replies; not while a command of the group is running
  /// others.
  func end() throws(Diagnostic) {
    guard !store.isInTransaction else { return }
    defer { hold.release() }
    guard beginning != nil else { return }
    do {
      try store.endGroup()
    } catch {
      throw lost(with: Diagnostic(error)) ?? Diagnostic(error)
    }
    beginning = nil
    guard lastLook - lastRest >= longest else { return }
    lastRest = lastLook
    hasOtherWriter = false
    rest()
  }

  /// What an error has to say that has ended the group, and with it the commands before; nil if it
  /// has not.
  func lost(with error: Diagnostic) -> Diagnostic? {
    let count = store.takeLostTransactions()
    guard count > 0 else { return nil }
    beginning = nil
    hold.drop()
    var error = error
    let what =
      (count == 1 ? "1 command" : "\(count) commands") + (first.map { " from \($0) on" } ?? "")
    if error.isDoubtful {
      error.message = "whether \(what) was stored is not known yet; look with log"
    } else {
      error.message += "; nothing is stored of \(what)"
    }
    return error
  }
}
