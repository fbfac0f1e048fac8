import Foundation

/// A generator that gives the same numbers for the same seed: the xorshift of G. Marsaglia,
/// "Xorshift RNGs", Journal of Statistical Software 8 (2003).
public struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  /// The seed of this run of the tests: `WORKBENCH_SEED` where it is set; else one at random, but in
  /// CI always the same, so that a change is not blamed for what stood there before it.
  ///
  /// It is printed, and a test names it in its failures.
  public static let seed: UInt64 = {
    let environment = ProcessInfo.processInfo.environment
    if let given = environment["WORKBENCH_SEED"].flatMap(UInt64.init) { return given }
    let seed = environment["CI"] == nil ? UInt64.random(in: 0..<1_000_000_000) : 20_261_122
    print("WORKBENCH_SEED=\(seed)")
    return seed
  }()

  /// Whether the tests run long, as they do with `WORKBENCH_LONG=1`: every case there is instead of
  /// some of them, and more at random.
  public static let isLong = ProcessInfo.processInfo.environment["WORKBENCH_LONG"] != nil

  /// How many programs a run that is long kills in all; `WORKBENCH_KILLS` gives another number.
  public static let kills =
    ProcessInfo.processInfo.environment["WORKBENCH_KILLS"].flatMap { Int($0) } ?? 3000

  /// Every so many things there are, another one of them with each seed; with `WORKBENCH_LONG=1`
  /// all of them.
  public static func some<Element>(of all: [Element], every step: Int) -> [Element] {
    guard !isLong, step > 1, !all.isEmpty else { return all }
    let first = Int(seed % UInt64(min(step, all.count)))
    return stride(from: first, to: all.count, by: step).map { all[$0] }
  }

  public init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  /// A generator of its own for each test case, from the seed of this run.
  public init(stream: Int) {
    self.init(seed: Self.seed &+ UInt64(truncatingIfNeeded: stream) &* 0xD134_2543_DE82_EF95)
  }

  public mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
