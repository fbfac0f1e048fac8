internal import Glibc

/// The signals that end a script.
enum Signals {
  /// Lets the program end with 128 and the number of the signal, as a shell would report it.
  ///
  /// What is open in the store is rolled back, by the next one who opens it if need be. A signal
  /// that the parent has switched off stays so.
  static func handle() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // Nothing but _exit is safe here: the signal may have come in the middle of anything.
      let previous = signal(number) { _exit(128 + $0) }
      if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }
}
