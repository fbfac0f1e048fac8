import Foundation

/// A reproducible random number generator: the xorshift of G. Marsaglia, "Xorshift RNGs", Journal
/// of Statistical Software 8 (2003).
public struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  /// `WORKBENCH_SEED` if set. Otherwise random, or fixed in CI, so that a change is not blamed for
  /// an older error.
  ///
  /// The seed is printed, so that failures can be reproduced.
  public static let seed: UInt64 = {
    let environment = ProcessInfo.processInfo.environment
    if let given = environment["WORKBENCH_SEED"].flatMap(UInt64.init) { return given }
    let seed = environment["CI"] == nil ? UInt64.random(in: 0..<1_000_000_000) : 20_261_122
    print("WORKBENCH_SEED=\(seed)")
    return seed
  }()

  /// `WORKBENCH_LONG=1` makes tests exhaustive, and runs more random tests.
  public static let isLong = ProcessInfo.processInfo.environment["WORKBENCH_LONG"] != nil

  /// The number of programs killed by a long run; `WORKBENCH_KILLS` overrides it.
  public static let kills = number("WORKBENCH_KILLS") ?? 3000

  /// The number of times that a long run disconnects a node; `WORKBENCH_CUTS` overrides it.
  public static let cuts = number("WORKBENCH_CUTS") ?? 30

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Selects every `step`-th element from a random start; all elements with `WORKBENCH_LONG=1`.
  public static func some<Element>(of all: [Element], every step: Int) -> [Element] {
    guard !isLong, step > 1, !all.isEmpty else { return all }
    let first = Int(seed % UInt64(min(step, all.count)))
    return stride(from: first, to: all.count, by: step).map { all[$0] }
  }

  public init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  /// An independent generator for each test case.
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
