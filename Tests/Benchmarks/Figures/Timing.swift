import Foundation

/// The least time of a closure, in seconds.
///
/// Runs for a third of a second and at least three times. Short closures are called several times
/// between readings of the clock.
func least(_ body: () throws -> Void) rethrows -> Double {
  // What only the first call does is not measured.
  try body()
  var count = 1
  while try seconds(count, body) < 100e-6 { count *= 4 }
  var (best, sum, rounds) = (Double.infinity, 0.0, 0)
  while sum < 0.3 || rounds < 3 {
    let time = try seconds(count, body)
    best = min(best, time / Double(count))
    sum += time
    rounds += 1
  }
  return best
}

/// The least time of a closure, in seconds, each time on newly created input.
func least<Made>(
  of times: Int, on make: () throws -> Made, _ body: (Made) throws -> Void
) rethrows -> Double {
  try (0..<times).map { _ in
    let made = try make()
    return try seconds(1) { try body(made) }
  }.min() ?? 0
}

/// The clock for short times, which other processes seldom interrupt; otherwise processor time,
/// which is less exact.
private func seconds(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
  let (start, began) = (ContinuousClock.now, processorTime())
  for _ in 0..<count { try body() }
  let time = (ContinuousClock.now - start) / .seconds(1)
  return time < 5e-3 ? time : processorTime() - began
}

private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Keeps the optimizer from removing the calculation of a value.
@_optimize(none)
func keep<Kept>(_ value: Kept) {}
