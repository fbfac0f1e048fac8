import Foundation
import TestSupport
import Testing

/// The topics of `help` are parts of the guide's pages, each between `<!-- help NAME: SUMMARY -->` and
/// `<!-- end -->`.
///
/// `WORKBENCH_RECORD=1 swift test --filter GuideTopicTests` writes them into a file that is
/// embedded in the program.
@Suite struct GuideTopicTests {
  private struct Topic {
    var name: String
    var summary: String
    var lines: [String] = []
  }

  private static let file = Program.root.appending(
    path: "Sources/Session/Topics/Generated/Topics.txt")
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
        // Plain text has no other mark for code.
        .replacing(#/(`+)( ?)(.+?)\2\1/#) { code in
          "\\`"
            + code.3.map { $0.isASCII && ($0.isPunctuation || $0.isSymbol) ? "\\\($0)" : "\($0)" }
            .joined()
            + "\\`"
        }
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

  /// The columns but the last are as wide as their longest cell, up to 28. A longer first cell has a
  /// line of its own.
  private static func table(_ lines: [String]) -> [String] {
    var rows = lines.enumerated().filter { $0.offset != 1 }.map { cells(of: $0.element) }
    if rows[0].allSatisfy(\.isEmpty) { rows.removeFirst() }
    let columns = rows.map(\.count).max() ?? 0
    let most = columns > 2 ? 22 : 28
    var indents = [2]
    for column in 0..<columns - 1 {
      let widths = rows.map(\.[column].count).filter { $0 <= most }
      indents.append(indents[column] + (widths.max() ?? most) + 2)
    }
    return rows.flatMap { row -> [String] in
      var result: [String] = []
      var row = row
      if row[0].count > most {
        result.append("  " + row[0])
        row[0] = ""
      }
      let wrapped = row.enumerated().map { column, cell in
        wrap(cell, at: (column == columns - 1 ? width : indents[column + 1] - 2) - indents[column])
      }
      for number in 0..<(wrapped.map(\.count).max() ?? 0) {
        var line = ""
        for (column, lines) in wrapped.enumerated() where number < lines.count {
          line +=
            String(repeating: " ", count: max(0, indents[column] - line.count)) + lines[number]
        }
        result.append(line)
      }
      return result
    }
  }

  private static func cells(of line: String) -> [String] {
    line.dropFirst().dropLast().replacing("\\|", with: "\u{0}").split(
      separator: "|", omittingEmptySubsequences: false
    ).enumerated().map { column, cell in
      let text = cell.replacing("\u{0}", with: "|").replacing("**", with: "")
        .replacing(#/\[([^\]]+)\]\([^)]+\)/#) { String($0.1) }
        .trimmingCharacters(in: .whitespaces)
      return column == 0 ? text.replacing(#/(`+)( ?)(.+?)\2\1/#) { String($0.3) } : text
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

  private static func file(of topics: [Topic]) -> String {
    topics.map { topic in
      var lines = topic.lines
      lines = lines.indices.filter { $0 == 0 || !lines[$0].isEmpty || !lines[$0 - 1].isEmpty }
        .map { lines[$0] }
      while lines.last?.isEmpty ?? false { lines.removeLast() }
      while lines.first?.isEmpty ?? false { lines.removeFirst() }
      return (["== \(topic.name): \(topic.summary)"] + lines).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  @Test func theTopicsOfHelpAreThoseOfTheGuide() throws {
    let topics = try Self.topics()
    expectEqual(Set(topics.map(\.name)).count, topics.count)
    for topic in topics {
      #expect(topic.lines.count > 4, "\(topic.name)")
      for line in topic.lines {
        #expect(line.count <= 80 && !line.hasPrefix("== "), "\(topic.name): \(line)")
      }
    }
    let text = Self.file(of: topics)
    if GuidePage.isRecording { try Data(text.utf8).write(to: Self.file) }
    try expectEqual(String(contentsOf: Self.file, encoding: .utf8), text)
  }
}
