internal import Glibc

/// The signals that end a server, and others that it waits for.
final class EndingSignals {
  private let set: sigset_t
  /// A signal is delivered once, but several callers ask for it.
  private var hasEnded = false

  /// Blocks the signals. Call this before any thread starts that could receive them.
  init(and others: [Int32] = []) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] + others { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    self.set = set
  }

  func wait(milliseconds: Int) -> Bool {
    var set = set
    var time = timespec(
      tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    if !hasEnded { hasEnded = sigtimedwait(&set, nil, &time) > 0 }
    return hasEnded
  }

  func next() -> Int32 {
    var set = set
    while true {
      let signal = sigwaitinfo(&set, nil)
      if signal > 0 { return signal }
    }
  }
}
