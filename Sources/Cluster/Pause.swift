internal import Glibc

enum Pause {
  static func milliseconds(_ count: Int) { usleep(useconds_t(count * 1000)) }

  /// Monotonic time in milliseconds.
  static var clock: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
