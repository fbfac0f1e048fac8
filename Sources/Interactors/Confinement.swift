#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The thread that made an interactor, and on which alone it is used; checked in debug builds.
///
/// A task may go on on another thread after each `await`, that of the main actor too: what is made or
/// used there is not looked at, for the compiler sees to it that no two threads have it.
struct Confinement {
  #if DEBUG
    private let thread = Self.isInTask ? nil : pthread_self()

    private static var isInTask: Bool { withUnsafeCurrentTask { $0 != nil } }
  #endif

  /// Traps in a debug build if this is another thread.
  func check() {
    #if DEBUG
      guard let thread else { return }
      precondition(
        pthread_equal(thread, pthread_self()) != 0 || Self.isInTask,
        "an interactor is used on another thread than the one that made it")
    #endif
  }
}
