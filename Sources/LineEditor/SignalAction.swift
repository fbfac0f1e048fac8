internal import Glibc

/// Replaces the action of a signal until it is restored.
package struct SignalAction {
  private let number: Int32
  private let former: sigaction

  /// Makes a signal call a function, which may only do what is async-signal-safe.
  ///
  /// A signal that the parent has switched off stays so. It interrupts system calls.
  package init(_ number: Int32, calls handler: @escaping @convention(c) (Int32) -> Void) {
    self.init(number, handler)
    if former.isIgnored { restore() }
  }

  /// Switches a signal off.
  package init(switchingOff number: Int32) { self.init(number, SIG_IGN) }

  /// Gives a signal its default action.
  init(releasing number: Int32) { self.init(number, SIG_DFL) }

  private init(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
    self.number = number
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    var former = sigaction()
    sigaction(number, &action, &former)
    self.former = former
  }

  /// Restores the former action of the signal.
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
