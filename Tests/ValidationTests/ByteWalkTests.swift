import Foundation
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

  /// Inputs that a fuzzer found to cover the engine: see Tests/Fuzzing.
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Corpus")

  @Test func theRuleHoldsWhereverTheCorpusLeads() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: ByteWalkTests.corpus, includingPropertiesForKeys: nil)
    #expect(files.count > 100)
    for file in files {
      let failure = ByteWalk.failure(in: [UInt8](try Data(contentsOf: file)))
      #expect(failure == nil, "\(file.lastPathComponent)")
    }
  }

  @Test func noBytesAreAWalkToo() {
    #expect(ByteWalk.failure(in: []) == nil)
  }
}
