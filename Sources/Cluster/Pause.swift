internal import Glibc

/// Waits that end by themselves.
enum Pause {
  static func milliseconds(_ count: Int) { usleep(useconds_t(count * 1000)) }

  /// Milliseconds since some moment; the clock never goes back.
  static var clock: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
