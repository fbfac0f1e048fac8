#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Confines an interactor to the thread that created it; checked in debug builds.
///
/// A task may continue on another thread after each `await`, even on the main actor. Interactors
/// created or used in a task are not checked, because the compiler prevents concurrent access.
struct Confinement {
  #if DEBUG
    private let thread = Self.isInTask ? nil : pthread_self()

    private static var isInTask: Bool { withUnsafeCurrentTask { $0 != nil } }
  #endif

  /// Traps in a debug build if called on another thread.
  func check() {
    #if DEBUG
      guard let thread else { return }
      precondition(
        pthread_equal(thread, pthread_self()) != 0 || Self.isInTask,
        "an interactor is used on another thread than the one that made it")
    #endif
  }
}
