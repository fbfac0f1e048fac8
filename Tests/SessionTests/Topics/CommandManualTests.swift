import CommandLanguage
import Foundation
import Session
import TestSupport
import Testing

@Suite struct CommandManualTests {
  /// `WORKBENCH_RECORD=1 swift test` regenerates the article.
  @Test func theArticleIsWhatTheCommandsSayOfThemselves() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/workbench/Guide/Reference/commands.md").standardized
    if ProcessInfo.processInfo.environment["WORKBENCH_RECORD"] == "1" {
      try Data(CommandManual.article.utf8).write(to: file)
    }
    try expectEqual(String(contentsOf: file, encoding: .utf8), CommandManual.article)
  }

  @Test(arguments: Session.verbs.all)
  func thePageSaysOfACommandWhatItsHelpSays(verb: Verb) {
    let lines = Set(CommandManual.page.split(separator: "\n").map(String.init))
    let said = verb.usage.split(separator: " · ").map(String.init) + verb.examples + [verb.summary]
    for text in said + verb.options.map(\.summary) { #expect(lines.contains(text.asRoff)) }
    #expect(lines.allSatisfy { !$0.hasPrefix("'") })
  }
}
