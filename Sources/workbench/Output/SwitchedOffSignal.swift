internal import Glibc

/// A signal that the program does not take for a while.
struct SwitchedOffSignal {
  private let number: Int32
  private let before: sigaction

  init(_ number: Int32) {
    self.number = number
    var ignoring = sigaction()
    ignoring.__sigaction_handler.sa_handler = SIG_IGN
    var before = sigaction()
    sigaction(number, &ignoring, &before)
    self.before = before
  }

  /// Lets the program take the signal as it did before.
  func switchOn() {
    var before = before
    sigaction(number, &before, nil)
  }
}
