import Foundation
import Testing

/// What the guides say about which files a further kind needs.
@Suite struct GuideTests {
  /// The files that a numbered list of a guide names, in its order.
  private static func files(of guide: String, under heading: String) throws -> [String] {
    let text = try String(contentsOf: Program.root.appending(path: guide), encoding: .utf8)
    let section = try #require(text.components(separatedBy: "## \(heading)\n").dropFirst().first)
    let end = section.components(separatedBy: "\n## ")[0]
    return end.matches(of: /(?m)^\d\. `([^`]+)`/).map { String($0.1) }
  }

  @Test func aKindIsInTheFilesThatTheGuideNamesAndNowhereElse() throws {
    let named = try Self.files(of: "Sources/Values/Values.docc/Values.md", under: "Adding a kind")
    let sources = Program.root.appending(path: "Sources")
    let all = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String }
    let found = try (all ?? []).filter { file in
      guard file.hasSuffix(".swift") else { return false }
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      return text.contains(/\bUrl(Kind|Grammar)\b|\bcase \.?url\b/)
    }
    #expect(Set(found.map { "Sources/" + $0 }) == Set(named))
    #expect(named.count <= 4)
  }
}
