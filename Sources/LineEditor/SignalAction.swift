internal import Glibc

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
