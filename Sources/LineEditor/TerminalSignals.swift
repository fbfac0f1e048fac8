internal import Glibc
internal import Synchronization

/// The signals that reach the program: they are noted, and looked at where it is safe.
package enum TerminalSignals {
  /// What has come and was not taken yet, a bit for each number. The handler writes it, on whatever
  /// thread the signal arrives; the session's thread takes it.
  private static let pending = Atomic<UInt64>(0)
  /// Where the handler writes a byte, so that a wait for input ends; -1 without one.
  private static let alarm = Atomic<Int32>(-1)
  /// The other end, which is waited at.
  private static let bell = Atomic<Int32>(-1)

  /// Whether a request to end has stopped what was running; the session's thread writes it.
  private static let hasStopped = Atomic(false)
  /// Whether an interruption ends a script, or only what a person has it do; written before any
  /// signal is noted.
  private static let endsScript = Atomic(false)

  /// Notes interruptions and requests to end from now on, in place of ending the program.
  ///
  /// A signal that the parent has switched off stays so.
  ///
  /// - Parameter isScript: whether no person gives commands: then an interruption is a request to
  ///   end, and any second request ends the program at once.
  package static func begin(isScript: Bool) {
    endsScript.store(isScript, ordering: .relaxed)
    makeBell()
    _ = note(requests)
  }

  private static let requests = [SIGINT, SIGTERM, SIGHUP]

  private static func makeBell() {
    guard bell.load(ordering: .relaxed) < 0 else { return }
    // What the handler touches has to be there before it is called.
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

  /// Forgets an interruption that has come.
  package static func forgetInterruption() { _ = take(SIGINT) }

  /// Whether what runs is to be stopped: for an interruption that has come since this was last
  /// asked, and once for a request to end.
  package static func takeStop() -> Bool {
    if !endsScript.load(ordering: .relaxed), take(SIGINT) { return true }
    return ending != nil && !hasStopped.exchange(true, ordering: .relaxed)
  }

  /// The signal that asks the program to end, if one has come.
  package static var ending: Int32? {
    let bits = pending.load(ordering: .relaxed)
    return requests.last {
      bits & bit($0) != 0 && ($0 != SIGINT || endsScript.load(ordering: .relaxed))
    }
  }

  /// Notes that the terminal has gone, whether its signal has come or not.
  static func hangUp() { arrived(SIGHUP) }

  /// Notes signals in place of what they do otherwise.
  static func note(_ numbers: [Int32]) -> [SignalAction] {
    makeBell()
    return numbers.map { SignalAction($0) { TerminalSignals.arrived($0) } }
  }

  /// Stops the program until it is told to go on.
  static func stop() {
    let action = SignalAction(releasing: SIGTSTP)
    raise(SIGTSTP)
    action.restore()
  }

  /// Whether the signal has come since this was last asked.
  static func take(_ number: Int32) -> Bool {
    let bit = bit(number)
    guard pending.load(ordering: .relaxed) & bit != 0 else { return false }
    pending.bitwiseAnd(~bit, ordering: .relaxed)
    return true
  }

  /// The descriptor that can be read when a signal has come.
  static var descriptor: Int32 { bell.load(ordering: .relaxed) }

  /// Whether a person or the system wants what is done to be broken off.
  static var isPending: Bool {
    pending.load(ordering: .relaxed) & bit(SIGINT) != 0 || ending != nil
  }

  /// Takes what the handler has written.
  static func silence() {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }

  /// The bits of the signals that end a script.
  private static var scriptEnds: UInt64 { bit(SIGINT) | bit(SIGTERM) | bit(SIGHUP) }

  private static func bit(_ number: Int32) -> UInt64 { 1 << UInt64(number & 63) }

  // The signal handler: it touches atomics and calls write or _exit, nothing else.
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
