import Foundation
public import Testing

/// Inputs that fuzzers found to cover the code, in `Tests/Fuzzing/Corpus`.
public enum Corpus {
  public static func inputs(of walk: String) throws -> [[UInt8]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fuzzing/Corpus/\(walk)")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.map { [UInt8](try Data(contentsOf: $0)) }
  }

  /// A random input with up to four random changes, some of them parts of other inputs.
  private static func changed(_ inputs: [[UInt8]], using random: inout Seeded) -> [UInt8] {
    var bytes = inputs.randomElement(using: &random) ?? []
    for _ in 0...random.below(4) {
      let start = random.below(bytes.count + 1)
      let end = min(start + random.below(4), bytes.count)
      let other = inputs.randomElement(using: &random) ?? []
      let rest = other.dropFirst(random.below(other.count + 1)).prefix(random.below(6))
      bytes.replaceSubrange(
        start..<end, with: Bool.random(using: &random) ? Array(rest) : [UInt8(random.below(256))])
    }
    return bytes
  }

  /// Checks random changes of the inputs of a walk.
  ///
  /// - Parameter failure: Returns the broken property, or nil.
  public static func checkChanges(
    of walk: String, count: Int, stream: Int, _ failure: ([UInt8]) throws -> String?,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let inputs = try inputs(of: walk)
    var random = Seeded(stream: stream)
    for _ in 0..<count {
      let bytes = changed(inputs, using: &random)
      let broken = try failure(bytes)
      #expect(
        broken == nil, "\(bytes), \(String(decoding: bytes, as: UTF8.self)); seed \(Seeded.seed)",
        sourceLocation: location)
    }
  }
}
