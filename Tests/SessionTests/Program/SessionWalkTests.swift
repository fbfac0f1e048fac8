import Foundation
import TestSupport
import Testing

/// Inputs that fuzzers found to cover the code, and random changes of them: see Tests/Fuzzing.
@Suite struct SessionWalkTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "Corpus")

  private static func inputs(of walk: SessionWalk) throws -> [[UInt8]] {
    let files = try FileManager.default.contentsOfDirectory(
      at: corpus.appending(path: walk.rawValue), includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.map { [UInt8](try Data(contentsOf: $0)) }
  }

  /// A sample by the seed, all with `WORKBENCH_LONG=1`.
  @Test(arguments: SessionWalk.allCases)
  func whatIsPromisedHoldsWhereverTheCorpusLeads(walk: SessionWalk) throws {
    let inputs = try Self.inputs(of: walk)
    #expect(inputs.count > 3)
    for bytes in Seeded.some(of: inputs, every: max(inputs.count / 10, 1)) {
      let failure = try walk.failure(in: bytes)
      #expect(failure == nil, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: SessionWalk.allCases)
  func whatIsPromisedHoldsWhateverIsChanged(walk: SessionWalk) throws {
    let inputs = try Self.inputs(of: walk)
    let place = SessionWalk.allCases.firstIndex(of: walk) ?? 0
    var random = Seeded(stream: 7000 + place)
    for _ in 0..<(Seeded.isLong ? 500 : 8) {
      var bytes = inputs.randomElement(using: &random) ?? []
      for _ in 0...random.below(4) {
        let start = random.below(bytes.count + 1)
        let end = min(start + random.below(4), bytes.count)
        let other = inputs.randomElement(using: &random) ?? []
        let rest = other.dropFirst(random.below(other.count + 1)).prefix(random.below(6))
        bytes.replaceSubrange(
          start..<end, with: Bool.random(using: &random) ? Array(rest) : [UInt8(random.below(256))])
      }
      let failure = try walk.failure(in: bytes)
      #expect(
        failure == nil,
        "\(bytes), \(String(decoding: bytes, as: UTF8.self)); seed \(Seeded.seed)")
    }
  }
}
