import Foundation
import Testing

/// Random numbers that a printed seed brings back: `VALIDATION_SEED=… swift test`.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  static let seed: UInt64 = {
    let given = ProcessInfo.processInfo.environment["VALIDATION_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0...999_999_999)
    print("VALIDATION_SEED=\(seed)")
    return seed
  }()

  /// A stream of its own for each test case.
  init(stream: Int) {
    state = SeededGenerator.seed &+ UInt64(truncatingIfNeeded: stream) &* 0xD134_2543_DE82_EF95
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
