internal import Glibc
internal import Synchronization

/// Records signals, to be handled where it is safe.
package enum TerminalSignals {
  /// One bit per signal. Written by the handler on any thread; taken by the session's thread.
  private static let pending = Atomic<UInt64>(0)
  /// The write end of the pipe that interrupts a wait for input; -1 without a pipe.
  private static let alarm = Atomic<Int32>(-1)
  private static let bell = Atomic<Int32>(-1)

  /// Whether a request to end has stopped the running command; written by the session's thread.
  private static let hasStopped = Atomic(false)
  /// Whether SIGINT ends the program, not only the command. Written before any signal is recorded.
  private static let endsScript = Atomic(false)

  /// Records SIGINT, SIGTERM and SIGHUP from now on, instead of letting them end the program.
  /// Signals that the parent process ignores stay ignored.
  ///
  /// - Parameter isScript: In a script, SIGINT is a request to end, and a second request ends the
  ///   program at once.
  package static func begin(isScript: Bool) {
    endsScript.store(isScript, ordering: .relaxed)
    makeBell()
    _ = note(requests)
  }

  private static let requests = [SIGINT, SIGTERM, SIGHUP]

  private static func makeBell() {
    guard bell.load(ordering: .relaxed) < 0 else { return }
    // The state must exist before the handler is called.
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

  /// Returns true for each new SIGINT outside a script, and once for a request to end.
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

  static func hangUp() { arrived(SIGHUP) }

  static func note(_ numbers: [Int32]) -> [SignalAction] {
    makeBell()
    return numbers.map { SignalAction($0) { TerminalSignals.arrived($0) } }
  }

  static func stop() {
    let action = SignalAction(releasing: SIGTSTP)
    raise(SIGTSTP)
    action.restore()
  }

  static func take(_ number: Int32) -> Bool {
    let bit = bit(number)
    guard pending.load(ordering: .relaxed) & bit != 0 else { return false }
    pending.bitwiseAnd(~bit, ordering: .relaxed)
    return true
  }

  /// Becomes readable after a signal.
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

  // Async-signal-safe: only touches atomics and calls write or _exit.
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

package struct SignalAction {
  private let number: Int32
  private let former: sigaction

  /// The handler must be async-signal-safe, and interrupts system calls. A signal that the parent
  /// process ignores stays ignored.
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
