import Foundation

/// The least time that a closure takes, in seconds.
///
/// It is called for a third of a second and at least three times; so often at once that the clock
/// is read seldom.
func least(_ body: () throws -> Void) rethrows -> Double {
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

/// The least time that a closure takes on what is made anew for each call, in seconds.
func least<Made>(
  of times: Int, on make: () throws -> Made, _ body: (Made) throws -> Void
) rethrows -> Double {
  try (0..<times).map { _ in
    let made = try make()
    return try seconds(1) { try body(made) }
  }.min() ?? 0
}

/// How long so many calls take: by the clock where that is so short that other processes seldom come
/// between, else of the processor, whose time is not counted exactly.
private func seconds(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
  let (start, began) = (ContinuousClock.now, processorTime())
  for _ in 0..<count { try body() }
  let time = (ContinuousClock.now - start) / .seconds(1)
  return time < 5e-3 ? time : processorTime() - began
}

/// How long this process has kept a processor busy.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Takes a value that has to be calculated.
@_optimize(none)
func keep<Kept>(_ value: Kept) {}
