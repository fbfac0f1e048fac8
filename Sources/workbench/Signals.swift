internal import Glibc
internal import LineEditor

/// The signals that end a script.
enum Signals {
  /// Lets the program end with 128 and the number of the signal, as a shell would report it.
  ///
  /// What is open in the store is rolled back, by the next one who opens it if need be.
  static func handle() {
    // Nothing but _exit is safe there: the signal may have come in the middle of anything.
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = SignalAction(number) { _exit(128 + $0) } }
  }
}
