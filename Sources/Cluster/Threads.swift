internal import Glibc

enum Threads {
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Returns false if the system cannot start a thread.
  @discardableResult static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let code = pthread_create(
      &thread, nil,
      { work in
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    if code == 0 { pthread_detach(thread) } else { work.release() }
    return code == 0
  }
}

enum Pause {
  static func milliseconds(_ count: Int) { usleep(useconds_t(count * 1000)) }

  /// Monotonic time in milliseconds.
  static var clock: Int { milliseconds(of: CLOCK_MONOTONIC) }

  /// In milliseconds since 1970.
  static var time: Int { milliseconds(of: CLOCK_REALTIME) }

  private static func milliseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
