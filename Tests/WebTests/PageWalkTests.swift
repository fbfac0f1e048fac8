import TestSupport
import Testing

/// Inputs that fuzzers found to cover the code, and random changes of them: see Tests/Fuzzing.
@Suite struct PageWalkTests {
  @Test func whatIsPromisedHoldsWhereverTheCorpusLeads() throws {
    let inputs = try Corpus.inputs(of: "pages")
    for bytes in Seeded.some(of: inputs, every: max(inputs.count / 10, 1)) {
      let failure = PageWalk.failure(in: bytes)
      #expect(failure == nil, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func whatIsPromisedHoldsWhateverIsChanged() throws {
    try Corpus.checkChanges(
      of: "pages", count: Seeded.isLong ? 500 : 8, stream: 7200, PageWalk.failure)
  }
}
