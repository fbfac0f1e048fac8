import Foundation
import TestSupport
import Testing

/// The topics of `help` are parts of the guide's pages, each between `<!-- help NAME: SUMMARY -->` and
/// `<!-- end -->`.
///
/// `WORKBENCH_RECORD=1 swift test --filter GuideTopicTests` writes them into the program's source.
@Suite struct GuideTopicTests {
  private struct Topic {
    var name: String
    var summary: String
    var lines: [String] = []
  }

  private static let file = Program.root.appending(
    path: "Sources/Session/Topics/Generated/GuideTopics.swift")
  private static let width = 78

  private static func topics() throws -> [Topic] {
    var topics: [Topic] = []
    for page in GuidePage.all {
      var isOpen = false
      for block in try page.blocks() {
        if block.kind == .comment {
          if let head = block.lines[0].firstMatch(of: #/^<!-- help (\w+): (.+) -->$/#) {
            topics.append(Topic(name: String(head.1), summary: String(head.2)))
            isOpen = true
          } else if block.lines[0] == "<!-- end -->" {
            isOpen = false
          }
        } else if isOpen {
          topics[topics.count - 1].lines += try plain(block)
        }
      }
    }
    return topics.sorted { $0.name < $1.name }
  }

  /// The block as lines for a terminal.
  private static func plain(_ block: GuidePage.Block) throws -> [String] {
    switch block.kind {
    case .fence: return block.lines.map { $0.isEmpty ? "" : "    " + $0 } + [""]
    case .table: return table(block.lines) + [""]
    case .text, .comment:
      let text = block.lines.joined(separator: "\n")
        .replacing(#/(?m)^!\[.*$/#, with: "")
      let lines = try commonMark(text)
      return lines.isEmpty ? [] : lines + [""]
    }
  }

  private static func commonMark(_ text: String) throws -> [String] {
    let program = try Program()
    defer { program.remove() }
    let run = try program.run(
      URL(fileURLWithPath: "/usr/bin/cmark-gfm"), ["-t", "plaintext", "--width", "\(width)"],
      Data(text.utf8))
    try #require(run.status == 0, "\(run.errors)")
    return run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .dropLast()
  }

  /// The first column as wide as its longest cell up to 30; the last one is wrapped.
  private static func table(_ lines: [String]) -> [String] {
    let rows = lines.enumerated().filter { $0.offset != 1 }.map { cells(of: $0.element) }
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      min(rows.map { $0[column].count }.max() ?? 0, columns > 2 ? 24 : 30)
    }
    let head = rows[0].allSatisfy(\.isEmpty) ? 1 : 0
    return rows.dropFirst(head).flatMap { row -> [String] in
      let indents = widths.indices.map { 2 + widths[..<$0].reduce(0) { $0 + $1 + 2 } }
      let wrapped = row.enumerated().map { column, cell in
        wrap(cell, at: column == columns - 1 ? width - indents[column] : widths[column])
      }
      return (0..<(wrapped.map(\.count).max() ?? 0)).map { number in
        var line = ""
        for (column, lines) in wrapped.enumerated() where number < lines.count {
          line +=
            String(repeating: " ", count: max(0, indents[column] - line.count)) + lines[number]
        }
        return line
      }
    }
  }

  private static func cells(of line: String) -> [String] {
    line.dropFirst().dropLast().replacing("\\|", with: "\u{0}").split(
      separator: "|", omittingEmptySubsequences: false
    ).map { cell in
      cell.replacing("\u{0}", with: "|").replacing(#/\[([^\]]+)\]\([^)]+\)/#) { String($0.1) }
        .replacing(#/``? ?|\*\*/#, with: "").trimmingCharacters(in: .whitespaces)
    }
  }

  private static func wrap(_ text: String, at width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static func source(of topics: [Topic]) -> String {
    let values = topics.map { topic in
      var lines = topic.lines
      while lines.last?.isEmpty ?? false { lines.removeLast() }
      while lines.first?.isEmpty ?? false { lines.removeFirst() }
      let text = lines.map { $0.isEmpty ? "" : "        " + $0 }.joined(separator: "\n")
      return """
            Topic(
              name: "\(topic.name)", summary: "\(topic.summary)",
              text: #\"""
        \(text)
                \"""#),
        """
    }
    return """
      // Written by GuideTopicTests from the guide.
      // swift-format-ignore-file

      extension Topic {
        static let guide: [Topic] = [
      \(values.joined(separator: "\n"))
        ]
      }

      """
  }

  @Test func theTopicsOfHelpAreThoseOfTheGuide() throws {
    let topics = try Self.topics()
    expectEqual(Set(topics.map(\.name)).count, topics.count)
    for topic in topics {
      #expect(topic.lines.count > 4, "\(topic.name)")
      for line in topic.lines { #expect(line.count <= 80, "\(topic.name): \(line)") }
    }
    let source = Self.source(of: topics)
    if GuidePage.isRecording { try Data(source.utf8).write(to: Self.file) }
    try expectEqual(String(contentsOf: Self.file, encoding: .utf8), source)
  }
}
