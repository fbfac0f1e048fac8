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
    try Corpus.checkChanges(
      of: "wire", count: Seeded.isLong ? 100_000 : 1000, stream: 7100, WireWalk.failure)
  }
}
