internal import Synchronization

/// Stops, from any thread, what a ``Store`` is doing.
///
/// It may outlive the store and does nothing then.
public final class Interruption: Sendable {
  // The store sets it on its own thread; whoever interrupts reads it on another.
  private let action = Mutex<(@Sendable () -> Void)?>(nil)

  init() {}

  func set(_ action: (@Sendable () -> Void)?) {
    self.action.withLock { $0 = action }
  }

  /// Makes the statement that runs fail with ``StoreError/Kind/interrupted``.
  public func interrupt() {
    // Under the lock, so that the connection is not closed meanwhile.
    action.withLock { $0?() }
  }
}
