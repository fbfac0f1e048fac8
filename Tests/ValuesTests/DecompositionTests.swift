import Foundation
import TestSupport
import Testing
import Values

/// The table matches Foundation; `WORKBENCH_RECORD=1 swift test` regenerates it.
@Suite struct DecompositionTests {
  private static let scalars = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)

  @Test func everyCharacterIsMadeOfWhatFoundationSays() throws {
    if ProcessInfo.processInfo.environment["WORKBENCH_RECORD"] == "1" { return try Self.record() }
    var wrong: [String] = []
    // Planes after the third have no decompositions, so a sample is enough.
    let beyond = Array(Self.scalars.drop { $0.value < 0x30000 })
    for scalar in Self.scalars.prefix(while: { $0.value < 0x30000 })
      + Seeded.some(of: beyond, every: 50) where !scalar.isASCII
    {
      let text = String(scalar)
      if text.canonicallyDecomposed.unicodeScalars.map(\.value)
        != text.decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
        || text.compatiblyDecomposed.unicodeScalars.map(\.value)
          != text.decomposedStringWithCompatibilityMapping.unicodeScalars.map(\.value)
      {
        wrong.append(String(scalar.value, radix: 16))
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(9))")
  }

  @Test func marksAreOrderedAsFoundationHasThem() {
    let alphabet: [Unicode.Scalar] = [
      "a", "e", "q", "\u{301}", "\u{323}", "\u{302}", "\u{327}", "\u{345}", "\u{5B0}", "\u{94D}",
      "é", "ệ", "ﬁ", "가", "각", "\u{1100}", "\u{1161}", "\u{11A8}", "Ǆ", "\u{FDFA}", "½", "Å", " ",
    ]
    for stream in 0..<2000 {
      var random = Seeded(stream: stream)
      let scalars = (0...random.below(8)).map { _ in
        alphabet[random.below(alphabet.count)]
      }
      let text = String(String.UnicodeScalarView(scalars))
      expectEqual(
        Array(text.canonicallyDecomposed.utf8),
        Array(text.decomposedStringWithCanonicalMapping.utf8), "\(text.debugDescription)")
      expectEqual(
        Array(text.compatiblyDecomposed.utf8),
        Array(text.decomposedStringWithCompatibilityMapping.utf8), "\(text.debugDescription)")
    }
  }

  // MARK: - Recording

  private static func record() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Values/Generated/DecompositionTable.swift").standardized
    var canonical: [(UInt32, [UInt32])] = []
    var compatible: [(UInt32, [UInt32])] = []
    for scalar in scalars where !(0xAC00...0xD7A3 ~= scalar.value) {
      let text = String(scalar)
      let parts = text.decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
      let plain = text.decomposedStringWithCompatibilityMapping.unicodeScalars.map(\.value)
      if parts != [scalar.value] { canonical.append((scalar.value, parts)) }
      if plain != parts { compatible.append((scalar.value, plain)) }
    }
    let text = """
      /// What Unicode says characters are made of, as ``Decomposition`` reads it: written by a test,
      /// `WORKBENCH_RECORD=1 swift test --filter DecompositionTests`.
      enum DecompositionTable {
        static let canonical: StaticString = \"""
      \(table(canonical))
          \"""

        static let compatible: StaticString = \"""
      \(table(compatible))
          \"""
      }

      """
    try Data(text.utf8).write(to: url)
  }

  /// Consecutive scalars share an entry if their parts are consecutive or equal.
  private static func table(_ entries: [(UInt32, [UInt32])]) -> String {
    var runs: [(first: UInt32, parts: [UInt32], count: UInt32, steps: [UInt32])] = []
    for (scalar, parts) in entries {
      if let run = runs.last, run.first + run.count == scalar, run.parts.count == parts.count {
        let steps = run.count > 1 ? run.steps : zip(parts, run.parts).map { $0 &- $1 }
        if steps.allSatisfy({ $0 <= 1 }),
          zip(parts, zip(run.parts, steps)).allSatisfy({ $0 == $1.0 + run.count * $1.1 })
        {
          runs[runs.count - 1].count += 1
          runs[runs.count - 1].steps = steps
          continue
        }
      }
      runs.append((scalar, parts, 1, parts.map { _ in 0 }))
    }
    var lines = [""]
    for run in runs {
      let count = run.count > 1 ? "*" + String(run.count, radix: 16) : ""
      let parts = zip(run.parts, run.steps).map { ($1 == 1 ? "+" : "") + String($0, radix: 16) }
      let word = String(run.first, radix: 16) + count + "=" + parts.joined(separator: "_")
      if lines[lines.count - 1].count + word.count > 95 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines.map { "    " + $0 }.joined(separator: "\n")
  }
}
