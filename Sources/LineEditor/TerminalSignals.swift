internal import Glibc
internal import Synchronization

/// Records the signals that the program receives, to be handled where it is safe.
package enum TerminalSignals {
  /// Received signals that have not been taken, one bit each. Written by the handler, on any
  /// thread; taken by the session's thread.
  private static let pending = Atomic<UInt64>(0)
  /// The handler writes a byte to this pipe end to interrupt a wait for input; -1 if there is no
  /// pipe.
  private static let alarm = Atomic<Int32>(-1)
  /// The read end of the pipe.
  private static let bell = Atomic<Int32>(-1)

  /// Whether a request to end has stopped the running command; written by the session's thread.
  private static let hasStopped = Atomic(false)
  /// Whether SIGINT ends the program or only the running command; written before any signal is
  /// recorded.
  private static let endsScript = Atomic(false)

  /// Starts recording SIGINT, SIGTERM and SIGHUP instead of letting them end the program.
  ///
  /// A signal that the parent process ignores stays ignored.
  ///
  /// - Parameter isScript: whether commands come from a script: then SIGINT is a request to end,
  ///   and any second request ends the program at once.
  package static func begin(isScript: Bool) {
    endsScript.store(isScript, ordering: .relaxed)
    makeBell()
    _ = note(requests)
  }

  private static let requests = [SIGINT, SIGTERM, SIGHUP]

  private static func makeBell() {
    guard bell.load(ordering: .relaxed) < 0 else { return }
    // The handler's state must exist before it is called.
    pending.store(0, ordering: .relaxed)
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      bell.store(ends[0], ordering: .relaxed)
      alarm.store(ends[1], ordering: .relaxed)
    }
  }

  package static func forgetInterruption() { _ = take(SIGINT) }

  /// Whether to stop the running command: true for each new SIGINT, and once for a request to end.
  package static func takeStop() -> Bool {
    if !endsScript.load(ordering: .relaxed), take(SIGINT) { return true }
    return ending != nil && !hasStopped.exchange(true, ordering: .relaxed)
  }

  package static var ending: Int32? {
    let bits = pending.load(ordering: .relaxed)
    return requests.last {
      bits & bit($0) != 0 && ($0 != SIGINT || endsScript.load(ordering: .relaxed))
    }
  }

  /// Records SIGHUP for a terminal that has disconnected, even if no signal came.
  static func hangUp() { arrived(SIGHUP) }

  /// Records signals instead of their usual actions.
  static func note(_ numbers: [Int32]) -> [SignalAction] {
    makeBell()
    return numbers.map { SignalAction($0) { TerminalSignals.arrived($0) } }
  }

  static func stop() {
    let action = SignalAction(releasing: SIGTSTP)
    raise(SIGTSTP)
    action.restore()
  }

  /// Whether the signal has come since the last call.
  static func take(_ number: Int32) -> Bool {
    let bit = bit(number)
    guard pending.load(ordering: .relaxed) & bit != 0 else { return false }
    pending.bitwiseAnd(~bit, ordering: .relaxed)
    return true
  }

  /// Becomes readable when a signal has come.
  static var descriptor: Int32 { bell.load(ordering: .relaxed) }

  static var isPending: Bool {
    pending.load(ordering: .relaxed) & bit(SIGINT) != 0 || ending != nil
  }

  static func silence() {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }

  private static var scriptEnds: UInt64 { bit(SIGINT) | bit(SIGTERM) | bit(SIGHUP) }

  private static func bit(_ number: Int32) -> UInt64 { 1 << UInt64(number & 63) }

  // The signal handler: only touches atomics and calls write or _exit.
  private static func arrived(_ number: Int32) {
    let code = errno
    let (before, _) = pending.bitwiseOr(bit(number), ordering: .relaxed)
    if before & scriptEnds != 0, endsScript.load(ordering: .relaxed) { _exit(128 + number) }
    var byte: UInt8 = 0
    let end = alarm.load(ordering: .relaxed)
    if end >= 0 { write(end, &byte, 1) }
    errno = code
  }
}

/// Replaces the action of a signal until it is restored.
package struct SignalAction {
  private let number: Int32
  private let former: sigaction

  /// Installs a handler, which must be async-signal-safe.
  ///
  /// A signal that the parent process ignores stays ignored. The handler interrupts system calls.
  package init(_ number: Int32, calls handler: @escaping @convention(c) (Int32) -> Void) {
    self.init(number, handler)
    if former.isIgnored { restore() }
  }

  package init(switchingOff number: Int32) { self.init(number, SIG_IGN) }

  init(releasing number: Int32) { self.init(number, SIG_DFL) }

  private init(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
    self.number = number
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    var former = sigaction()
    sigaction(number, &action, &former)
    self.former = former
  }

  package func restore() {
    var former = former
    sigaction(number, &former, nil)
  }
}

extension sigaction {
  fileprivate var isIgnored: Bool {
    unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
