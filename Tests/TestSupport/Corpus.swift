import Foundation

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
  public static func changed(_ inputs: [[UInt8]], using random: inout Seeded) -> [UInt8] {
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
}
