import CustomDump
import Foundation
import Testing

enum Transcript {
  private static let folder = Program.root.appendingPathComponent(
    "Tests/WorkbenchTests/Transcripts")

  static func verify(_ run: Program.Run, as name: String) throws {
    try verify(text(of: run), as: name)
  }

  static func verify(_ found: String, as name: String) throws {
    let url = folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["WORKBENCH_RECORD"] == "1" {
      try Data(found.utf8).write(to: url)
      return
    }
    let expected = try String(decoding: Data(contentsOf: url), as: UTF8.self)
    if let difference = diff(
      expected.split(separator: "\n", omittingEmptySubsequences: false),
      found.split(separator: "\n", omittingEmptySubsequences: false))
    {
      Issue.record("\(name).txt differs:\n\(difference)")
    }
  }

  /// The output with fixed times.
  private static func text(of run: Program.Run) -> String {
    let moment = #/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/#
    let text = "\(run.output)--- errors\n\(run.errors)--- status \(run.status)\n"
    return text.replacing(moment, with: "2026-11-21T10:00:00.000Z")
  }
}
