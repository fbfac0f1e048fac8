internal import Glibc

/// Something else for a signal to do, until it is put back.
package struct SignalAction {
  private let number: Int32
  private let former: sigaction

  /// Lets a signal call a function, which may do only what is safe in the middle of anything.
  ///
  /// A signal that the parent has switched off stays so. Calls to the system are broken off by it.
  package init(_ number: Int32, calls handler: @escaping @convention(c) (Int32) -> Void) {
    self.init(number, handler)
    if former.isIgnored { restore() }
  }

  /// Switches a signal off.
  package init(switchingOff number: Int32) { self.init(number, SIG_IGN) }

  /// Lets a signal do what it does where nobody says otherwise.
  init(releasing number: Int32) { self.init(number, SIG_DFL) }

  private init(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
    self.number = number
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    var former = sigaction()
    sigaction(number, &action, &former)
    self.former = former
  }

  /// Lets the signal do again what it did before.
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
