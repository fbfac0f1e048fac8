import TestSupport
import Testing

struct ByteWalkTests {
  @Test(arguments: 0..<8)
  func theRuleHoldsWhateverTheBytesSay(stream: Int) {
    var random = Seeded(stream: 5000 + stream)
    for _ in 0..<(Seeded.isLong ? 300 : 100) {
      var bytes = (0..<(4 + random.below(120))).map { _ in UInt8(random.below(256)) }
      guard ByteWalk.failure(in: bytes) != nil else { continue }
      // Removes bytes that the failure does not need.
      var index = 0
      while index < bytes.count {
        var fewer = bytes
        fewer.remove(at: index)
        if ByteWalk.failure(in: fewer) != nil { bytes = fewer } else { index += 1 }
      }
      let failure = ByteWalk.failure(in: bytes) ?? ""
      Issue.record("\(bytes): \(failure); seed \(Seeded.seed)")
      return
    }
  }

  @Test func theRuleHoldsWhereverTheCorpusLeads() throws {
    let inputs = try Corpus.inputs(of: "fields")
    #expect(inputs.count > 100)
    for bytes in inputs {
      let failure = ByteWalk.failure(in: bytes)
      #expect(failure == nil, "\(bytes)")
    }
  }

  @Test func noBytesAreAWalkToo() {
    #expect(ByteWalk.failure(in: []) == nil)
  }
}
