import Foundation
import Session
import TestSupport
import Testing

@Suite struct CommandManualTests {
  /// `WORKBENCH_RECORD=1 swift test --filter CommandManualTests` writes the pages.
  @Test(arguments: [
    ("commands", CommandManual.commands), ("functions", CommandManual.functions),
  ])
  func thePageIsGenerated(name: String, text: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/workbench/Guide/Reference/\(name).md").standardized
    if ProcessInfo.processInfo.environment["WORKBENCH_RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    try expectEqual(String(contentsOf: file, encoding: .utf8), text)
  }
}
