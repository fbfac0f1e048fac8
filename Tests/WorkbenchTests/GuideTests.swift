import Foundation
import TestSupport
import Testing

@Suite struct GuideTests {
  private static func files(of guide: String, under heading: String) throws -> [String] {
    let text = try String(contentsOf: Program.root.appending(path: guide), encoding: .utf8)
    let section = try #require(text.components(separatedBy: "## \(heading)\n").dropFirst().first)
    let end = section.components(separatedBy: "\n## ")[0]
    return end.matches(of: /(?m)^\d\. `([^`]+)`/).map { String($0.1) }
  }

  private static func sources(with pattern: Regex<Substring>) throws -> Set<String> {
    let sources = Program.root.appending(path: "Sources")
    let all = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String }
    let found = try (all ?? []).filter { file in
      guard file.hasSuffix(".swift") else { return false }
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      return text.contains(pattern)
    }
    return Set(found.map { "Sources/" + $0 })
  }

  @Test func aKindIsInTheFilesThatTheGuideNamesAndNowhereElse() throws {
    let named = try Self.files(of: "Sources/Values/Values.docc/Values.md", under: "Adding a kind")
    // Matches the kind anywhere in a list of cases.
    let pattern = /\bUrl(?:Kind|Grammar)\b|(?:\bcase \.?|, \.)url\b/
    try expectEqual(Self.sources(with: pattern), Set(named))
    #expect(named.count <= 4)
  }

  @Test func aGrammarIsInTheFilesThatTheGuideNamesAndNowhereElse() throws {
    let named = try Self.files(
      of: "Sources/Validation/Validation.docc/KeystrokeRule.md", under: "Adding a grammar")
    #expect(try Self.sources(with: /\bHexGrammar\b/) == Set(named))
  }

  @Test func theVersionOfTheProgramIsThatOfTheGuides() throws {
    let program = try Program()
    defer { program.remove() }
    let words = try program("--version").output.split(whereSeparator: \.isWhitespace)
    let version = try #require(words.last)
    func text(_ file: String) throws -> String {
      try String(contentsOf: Program.root.appending(path: file), encoding: .utf8)
    }
    #expect(try text("README.md").contains("from: \"\(version)\", traits: []"))
    #expect(try text("Package.swift").contains("from: \"\(version)\", traits: []"))
    let released = try text("CHANGELOG.md").firstMatch(of: /(?m)^## (\d+\.\d+\.\d+)/)
    expectEqual(released?.1, version)
  }

  /// CI builds and tests the example.
  @Test func theTutorialIsTakenFromTheExample() throws {
    let example = Program.root.appending(path: "Examples/library-client")
    let files = FileManager.default.enumerator(atPath: example.path)?.compactMap { $0 as? String }
    let sources = try (files ?? []).filter { $0.hasSuffix(".swift") && !$0.contains(".build") }
      .map { try String(contentsOf: example.appending(path: $0), encoding: .utf8) }
    let tutorial = try String(
      contentsOf: Program.root.appending(
        path: "Sources/Presentation/Presentation.docc/ShowsTutorial.md"), encoding: .utf8)
    let snippets = tutorial.matches(of: /(?s)```swift\n(.+?)\n```/).map { String($0.1) }
    #expect(snippets.count > 8)
    for snippet in snippets {
      for piece in snippet.components(separatedBy: "\n\n") {
        #expect(sources.contains { $0.contains(piece) }, "\(piece)")
      }
    }
  }
}
