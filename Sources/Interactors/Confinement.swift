internal import Foundation

/// The thread that made an interactor, and on which alone it is used; checked in debug builds.
///
/// A task that is on no thread of its own may go on on another one after each `await`: what is made
/// there is not bound to the thread, and the compiler sees to it that no two threads have it.
struct Confinement {
  #if DEBUG
    private let thread = Self.movesBetweenThreads ? nil : ObjectIdentifier(Thread.current)

    private static var movesBetweenThreads: Bool {
      !Thread.isMainThread && withUnsafeCurrentTask { $0 != nil }
    }
  #endif

  /// Traps in a debug build if this is another thread.
  func check() {
    #if DEBUG
      guard let thread else { return }
      precondition(
        thread == ObjectIdentifier(Thread.current),
        "an interactor is used on another thread than the one that made it")
    #endif
  }
}
