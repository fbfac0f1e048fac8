import TestSupport
import Testing

@testable import Cluster

/// Inputs that fuzzers found to cover the code, and random changes of them: see Tests/Fuzzing.
@Suite struct WireWalkTests {
  @Test func whatIsPromisedHoldsWhereverTheCorpusLeads() throws {
    for bytes in try Corpus.inputs(of: "wire") {
      let failure = WireWalk.failure(in: bytes)
      #expect(failure == nil, "\(bytes)")
    }
  }

  @Test func whatIsPromisedHoldsWhateverIsChanged() throws {
    let inputs = try Corpus.inputs(of: "wire")
    var random = Seeded(stream: 7100)
    for _ in 0..<(Seeded.isLong ? 100_000 : 1000) {
      let bytes = Corpus.changed(inputs, using: &random)
      let failure = WireWalk.failure(in: bytes)
      #expect(failure == nil, "\(bytes); seed \(Seeded.seed)")
    }
  }
}
