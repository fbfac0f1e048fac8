import Foundation
import LineEditor
import TestSupport
import Testing

@Suite struct HistoryFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("history-\(UUID().uuidString)")
  private var path: String { folder.appendingPathComponent("state/workbench/history").path }

  private func withFile(_ body: (HistoryFile) throws -> Void) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(HistoryFile(path: path))
  }

  @Test func everyEntryComesBackAsItWas() throws {
    let entries = [
      "list Person", "define X {\n  a: Text\n}", #"echo "a\nb""#, "\\", "\\n", "a\\\\n\n",
      "echo \"日本語 👍🏽\"", "\ttab", "ends with backslash \\", "a\n\u{301}b", "a\r\nb",
    ]
    try withFile { file in
      expectEqual(file.entries(), [])
      for entry in entries { try file.append(entry) }
      expectEqual(file.entries(), entries)
    }
  }

  @Test func onlyItsOwnerMayReadIt() throws {
    try withFile { file in
      try file.append("list")
      let mode = { (path: String) in
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      }
      try expectEqual(mode(path), 0o600)
      try expectEqual(mode(folder.appendingPathComponent("state/workbench").path), 0o700)
    }
  }

  @Test func aFileThatOthersMayReadIsTakenFromThem() throws {
    try withFile { file in
      try file.append("list")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      try file.append("types")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      expectEqual(mode as? Int, 0o600)
      expectEqual(file.entries(), ["list", "types"])
    }
  }

  @Test func twoSessionsAddToOneFile() throws {
    try withFile { file in
      let other = HistoryFile(path: path)
      try file.append("one")
      try other.append("two")
      try file.append("three")
      expectEqual(other.entries(), ["one", "two", "three"])
    }
  }

  @Test func aLongFileIsShortenedToItsNewestEntries() throws {
    try withFile { file in
      try file.append("first")
      let lines = (1...2500).map { "echo \"\($0)\"" }
      try (lines.joined(separator: "\n") + "\n").write(
        toFile: path, atomically: false, encoding: .utf8)
      expectEqual(file.entries(), lines.suffix(1000))
      let kept = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      expectEqual(kept.map(String.init), lines.suffix(1000))
      try expectEqual(
        FileManager.default.contentsOfDirectory(
          atPath: (path as NSString).deletingLastPathComponent), ["history"])
    }
  }

  @Test func whatCannotBeWrittenIsAnError() {
    #expect(throws: InputError.self) { try HistoryFile(path: "/proc/none/history").append("list") }
    expectEqual(HistoryFile(path: "/proc").entries(), [])
  }
}
