import Foundation
import TestSupport
import Testing

@Suite(.waits) struct ReadmeTests {
  private let program: Program
  private let readme: String

  init() throws {
    program = try Program()
    readme = try String(contentsOf: Program.root.appending(path: "README.md"), encoding: .utf8)
  }

  /// The lines of the fence that begins with a prompt, in groups: an input and its output.
  private func groups(of prompt: String) throws -> [[String]] {
    let fences = readme.components(separatedBy: "```").enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    let fence = try #require(fences.first { $0.hasPrefix("text\n" + prompt) })
    var groups: [[String]] = []
    for line in fence.split(separator: "\n").dropFirst().map(String.init) {
      if line.hasPrefix(prompt) {
        groups.append([line])
      } else {
        groups[groups.count - 1].append(line)
      }
    }
    return groups
  }

  @Test func theSessionIsWhatAPromptShows() throws {
    defer { program.remove() }
    let terminal = try program.prompt("lab.db", "--actor", "ada", columns: 100, rows: 60)
    for group in try groups(of: "> ") {
      let shown = try terminal.run(String(group[0].dropFirst(2))).map { line in
        line.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "2026-11-21 10:00")
      }
      expectEqual(shown, Array(group.dropFirst()))
    }
  }

  @Test func theFirstStepsPrintWhatIsShown() throws {
    defer { program.remove() }
    for group in try groups(of: "$ ") {
      let command = String(group[0].dropFirst(2))
      if command.hasPrefix("cat ") {
        try program.write(
          group.dropFirst().joined(separator: "\n") + "\n", to: String(command.dropFirst(4)))
      }
      let run = try program.shell(command)
      let shown = (run.errors + run.output).split(separator: "\n").map(String.init)
      expectEqual(shown, Array(group.dropFirst()))
    }
  }

  @Test func everyLinkLeadsToAFile() throws {
    defer { program.remove() }
    let links = readme.matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/).map { String($0.1) }
    #expect(links.count > 10)
    for link in links {
      #expect(
        FileManager.default.fileExists(atPath: Program.root.appending(path: link).path), "\(link)")
    }
  }
}
