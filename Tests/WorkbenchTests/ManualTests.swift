import CustomDump
import Foundation
import TestSupport
import Testing

/// Compares the manual's transcripts with the program's output.
///
/// The manual is one session at a prompt, except for the sections in `ownSessions`. Shell blocks
/// are run if they contain commands of the session.
@Suite struct ManualTests {
  private static let manual = Program.root.appending(
    path: "Sources/workbench/Guide/Reference/Manual.md")

  private static let screens = "Formatters, screens and the menu"

  /// Sections with separate sessions, and the commands that precede them.
  private static let ownSessions = [
    "Computed properties": "",
    "Changing a type": """
    define Person { name: Text key, age: Integer?, notes: Text = "", shade: Hex(6)? }
    new Person name="Ada Lovelace" age=36
    new Person name="Grace Hopper" age=85
    """,
    "References and lists": "",
    screens: """
    define Show { title: Text key, about: Text = "", reviews: [Review] owned }
    define Review { source: Text, rating: Integer in 1...5 }
    new Show title="Ink" about="A play about a press." as ink
    append ink.reviews new Review source="Radio Ashby" rating=4
    """,
  ]

  private struct Block {
    var section: String
    var language: String
    var lines: [String]

    var isTranscript: Bool { lines[0].hasPrefix("> ") }
    var isShell: Bool { lines[0].hasPrefix("$ ") }
  }

  private static func blocks() throws -> [Block] {
    var blocks: [Block] = []
    var section = ""
    var open: Block?
    for line in try String(contentsOf: manual, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(section: section, language: String(line.dropFirst(3)), lines: [])
        }
      } else if open != nil {
        open?.lines.append(String(line))
      } else if line.hasPrefix("## ") || line.hasPrefix("### ") {
        section = String(line.drop { "# ".contains($0) })
      }
    }
    return blocks
  }

  @Test func theTranscriptsAreWhatTheProgramSays() throws {
    let blocks = try Self.blocks().filter { $0.isTranscript || !$0.isShell && $0.language.isEmpty }
    let (own, main) = (
      blocks.filter { Self.ownSessions[$0.section] != nil },
      blocks.filter { Self.ownSessions[$0.section] == nil }
    )
    #expect(main.count > 8)
    try verify(main, after: "")
    for (section, preparation) in Self.ownSessions {
      let blocks = own.filter { $0.section == section }
      #expect(!blocks.isEmpty, "\(section)")
      try verify(blocks, after: preparation, isDrawn: section != Self.screens)
    }
  }

  @Test func theScriptsForAShellPrintWhatIsShown() throws {
    let blocks = try Self.blocks().filter { $0.isShell || $0.language == "sh" }
    expectEqual(blocks.count, 6)
    for block in blocks {
      let program = try Program()
      defer { program.remove() }
      _ = try program(
        "people.db", "-c", "define Person { name: Text key, age: Integer? }",
        "-c", "new Person name=\"Ada\"")
      guard block.isShell else {
        let run = try program.shell(block.lines.joined(separator: "\n"))
        expectEqual(run.status, 0, "\(run.errors)")
        continue
      }
      var shown: [String] = []
      for part in block.lines.joined(separator: "\n").split(separator: "$ ") {
        let lines = part.split(separator: "\n").map(String.init)
        if lines[0].hasPrefix("cat ") {
          let text = lines.dropFirst().joined(separator: "\n") + "\n"
          try program.write(text, to: String(lines[0].dropFirst(4)))
        }
        let run = try program.shell(lines[0])
        shown += ["$ " + lines[0]]
        shown += (run.output + run.errors).split(separator: "\n").map { line in
          String(line).replacing(#/\ \ \d{4}-\d\d-\d\d\ \ /#, with: "  2026-11-21  ")
        }
      }
      let difference = diff(block.lines, shown)
      #expect(difference == nil, "\(difference ?? "")")
    }
  }

  /// Types the commands of blocks at one prompt, and compares the screen.
  private func verify(
    _ blocks: [Block], after preparation: String, isDrawn: Bool = true
  ) throws {
    let program = try Program()
    defer { program.remove() }
    try program.write(preparation, to: "before.wb")
    let terminal = try program.prompt(
      "people.db", "-f", "before.wb", "-i",
      // A drawing terminal repaints screens; a dumb one prints them, so they can be compared.
      environment: ["USER": "ada", "TERM": isDrawn ? "xterm" : "dumb"], columns: 130, rows: 60)
    for (number, block) in blocks.enumerated() {
      guard block.isTranscript else {
        try program.write(block.lines.joined(separator: "\n"), to: "block.wb")
        let said = try terminal.run("include \"block.wb\"")
        expectEqual(said, [], "\(block.section)")
        continue
      }
      let start = terminal.screen.depth
      let inputs = block.lines.compactMap(Self.input)
      for (index, input) in inputs.enumerated() {
        let next = index + 1 < inputs.count ? inputs[index + 1].prompt : "> "
        try terminal.run(input.text, prompt: next)
      }
      let screen = terminal.screen
      let shown = (screen.scrolledOff + screen.lines)[start..<screen.depth].map(Self.atAnyTime)
      let difference = diff(block.lines, Array(shown))
      #expect(difference == nil, "\(block.section), block \(number): \(difference ?? "")")
    }
  }

  /// Splits a typed line into the prompt and the input; nil for output.
  private static func input(_ line: String) -> (prompt: String, text: String)? {
    if let question = line.firstRange(of: "? [y/N] ") {
      return (String(line[..<question.upperBound]), String(line[question.upperBound...]))
    }
    let prompt = ["> ", ".. ", "begin> "].first { line.hasPrefix($0) }
    return prompt.map { ($0, String(line.dropFirst($0.count))) }
  }

  private static func atAnyTime(_ line: String) -> String {
    line.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "2026-11-21 14:06")
  }
}
