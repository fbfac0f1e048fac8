import TestSupport
import Testing

/// Inputs that fuzzers found to cover the code, and random changes of them: see Tests/Fuzzing.
@Suite struct SessionWalkTests {
  /// A sample by the seed, all with `WORKBENCH_LONG=1`.
  @Test(arguments: SessionWalk.allCases)
  func whatIsPromisedHoldsWhereverTheCorpusLeads(walk: SessionWalk) throws {
    let inputs = try Corpus.inputs(of: walk.rawValue)
    #expect(inputs.count > 3)
    for bytes in Seeded.some(of: inputs, every: max(inputs.count / 10, 1)) {
      let failure = try walk.failure(in: bytes)
      #expect(failure == nil, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: SessionWalk.allCases)
  func whatIsPromisedHoldsWhateverIsChanged(walk: SessionWalk) throws {
    let place = SessionWalk.allCases.firstIndex(of: walk) ?? 0
    try Corpus.checkChanges(
      of: walk.rawValue, count: Seeded.isLong ? 500 : 8, stream: 7000 + place, walk.failure)
  }
}
