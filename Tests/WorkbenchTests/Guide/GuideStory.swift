import Foundation
import TestSupport
import Testing

/// Types the commands of a page's transcripts, in one folder, in their order.
///
/// `$ ` is a command of a shell. If the next input begins with `> `, the command starts a prompt, which
/// stays open until `exit` or the next `$ `. `$ cat FILE` writes the file if it is missing.
final class GuideStory {
  private let program: Program
  private var terminal: PseudoTerminal?
  private let environment: [String: String?] = [
    "PATH": "\(Program.executable.deletingLastPathComponent().path):/usr/bin:/bin",
    "USER": "ada", "WORKBENCH_PAGER": "", "NO_COLOR": "1",
  ]

  init() throws {
    program = try Program()
    for folder in ["Examples", "Schemas"] {
      try FileManager.default.createSymbolicLink(
        at: program.folder.appending(path: folder),
        withDestinationURL: Program.root.appending(path: folder))
    }
  }

  deinit { program.remove() }

  /// The lines as the program prints them now. A line `…` stands for any number of lines.
  func replay(_ lines: [String]) throws -> [String] {
    let inputs = lines.indices.filter { Self.input(lines[$0]) != nil }
    var result: [String] = []
    var next = 0
    while next < inputs.count {
      let start = next
      let isShell = lines[inputs[start]].hasPrefix("$ ")
      next += 1
      if !isShell {
        while next < inputs.count, !lines[inputs[next]].hasPrefix("$ ") { next += 1 }
      }
      let end = next < inputs.count ? inputs[next] : lines.count
      let expected = Array(lines[inputs[start]..<end])
      let shown: [String]
      if isShell {
        let opensPrompt = next < inputs.count && !lines[inputs[next]].hasPrefix("$ ")
        shown = try runInShell(expected, opensPrompt: opensPrompt)
      } else {
        shown = try typeAtPrompt(expected)
      }
      result += Self.merged(expected, shown)
    }
    return result
  }

  private func runInShell(_ lines: [String], opensPrompt: Bool) throws -> [String] {
    terminal = nil
    let count = (lines.firstIndex { !$0.hasSuffix("\\") } ?? 0) + 1
    let command = lines[..<count].joined(separator: "\n").dropFirst(2)
    if command.hasPrefix("cat "), !program.hasFile(String(command.dropFirst(4))) {
      try program.write(
        lines.dropFirst(count).joined(separator: "\n") + "\n", to: String(command.dropFirst(4)))
    }
    let terminal = try PseudoTerminal(
      program, ["-c", String(command)], environment: environment, columns: 120, rows: 100,
      executable: "/bin/sh")
    if opensPrompt {
      try terminal.waitForPrompt()
      self.terminal = terminal
    } else {
      _ = try terminal.exitStatus()
    }
    return Array(lines[..<count]) + Self.lines(of: terminal, from: 0)
  }

  private func typeAtPrompt(_ lines: [String]) throws -> [String] {
    let terminal =
      try self.terminal
      ?? PseudoTerminal(
        program, environment: environment, columns: 100, rows: 100)
    if self.terminal == nil { try terminal.waitForPrompt() }
    self.terminal = terminal
    let start = terminal.screen.depth
    let inputs = lines.compactMap(Self.input)
    for (index, input) in inputs.enumerated() {
      if ["exit", "quit"].contains(input.text) {
        try terminal.send(input.text + "\r")
        _ = try terminal.exitStatus()
        self.terminal = nil
      } else {
        try terminal.run(
          input.text, prompt: index + 1 < inputs.count ? inputs[index + 1].prompt : "> ")
      }
    }
    return Self.lines(of: terminal, from: start)
  }

  /// Down to the last line that is not empty, without the prompt that waits.
  private static func lines(of terminal: PseudoTerminal, from start: Int) -> [String] {
    let screen = terminal.screen
    var lines = Array((screen.scrolledOff + screen.lines)[start...])
    while let last = lines.last, last.isEmpty || last == ">" { lines.removeLast() }
    return lines
  }

  /// Splits a typed line into the prompt and the input; nil for output.
  private static func input(_ line: String) -> (prompt: String, text: String)? {
    if let question = line.firstRange(of: "? [y/N] ") {
      return (String(line[..<question.upperBound]), String(line[question.upperBound...]))
    }
    let prompt = ["> ", ".. ", "begin> ", "$ "].first { line.hasPrefix($0) }
    return prompt.map { ($0, String(line.dropFirst($0.count))) }
  }

  /// Today is 21 November 2026, at ten.
  private static func atAnyTime(_ line: String) -> String {
    let today = Date.now.formatted(.iso8601.year().month().day())
    return line.replacing(#/(\d{4}-\d\d-\d\d)([ T])\d\d:\d\d(:\d\d(?:\.\d+)?)?/#) { match in
      guard match.1 == today else { return String(match.0) }
      let seconds = (match.3 ?? "").map { $0.isNumber ? "0" : String($0) }.joined()
      return "2026-11-21\(match.2)10:00\(seconds)"
    }.replacing(today, with: "2026-11-21")
  }

  /// The expected lines, if they agree with the shown ones; otherwise the shown lines.
  private static func merged(_ expected: [String], _ shown: [String]) -> [String] {
    func agree(_ expected: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
      guard let first = expected.first else { return shown.isEmpty }
      if first == "…" {
        return (shown.startIndex...shown.endIndex).contains {
          agree(expected.dropFirst(), shown[$0...])
        }
      }
      // A page may name the date on which the test runs.
      guard let line = shown.first, first == line || first == atAnyTime(line) else { return false }
      return agree(expected.dropFirst(), shown.dropFirst())
    }
    return agree(expected[...], shown[...]) ? expected : shown.map(atAnyTime)
  }
}
