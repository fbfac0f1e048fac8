import Foundation
import Testing

/// A page of the guide, or the README.
struct GuidePage: CustomTestStringConvertible {
  /// Lines that belong together: a fence, a comment, a table, or text.
  struct Block {
    enum Kind: Equatable {
      case text
      case table
      /// With its language.
      case fence(String)
      case comment
    }
    var kind: Kind
    /// Without the lines that open and close a fence.
    var lines: [String]

    /// Whether the test types its commands and compares the output.
    var isTranscript: Bool {
      guard case .fence(let language) = kind, language.isEmpty || language == "text" else {
        return false
      }
      return lines.first.map { $0.hasPrefix("> ") || $0.hasPrefix("$ ") } ?? false
    }
  }

  static let folder = Program.root.appending(path: "Sources/workbench/Guide")
  static let isRecording = ProcessInfo.processInfo.environment["WORKBENCH_RECORD"] == "1"

  /// Every page of the guide.
  static let all: [GuidePage] = {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (files ?? []).filter { $0.hasSuffix(".md") }.sorted()
      .map { GuidePage(name: $0, url: folder.appending(path: $0)) }
  }()

  /// The path in the guide.
  let name: String
  let url: URL
  var testDescription: String { name }

  func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }

  func blocks() throws -> [Block] {
    var blocks: [Block] = []
    var isClosed = true
    for line in try text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    {
      let last = blocks.indices.last
      if let last, case .fence = blocks[last].kind, !isClosed {
        if line.hasPrefix("```") { isClosed = true } else { blocks[last].lines.append(line) }
      } else if let last, blocks[last].kind == .comment, !isClosed {
        blocks[last].lines.append(line)
        isClosed = line.hasSuffix("-->")
      } else if line.hasPrefix("```") {
        blocks.append(Block(kind: .fence(String(line.dropFirst(3))), lines: []))
        isClosed = false
      } else if line.hasPrefix("<!--") {
        blocks.append(Block(kind: .comment, lines: [line]))
        isClosed = line.hasSuffix("-->")
      } else {
        let kind: Block.Kind = line.hasPrefix("|") ? .table : .text
        if let last, blocks[last].kind == kind {
          blocks[last].lines.append(line)
        } else {
          blocks.append(Block(kind: kind, lines: [line]))
        }
      }
    }
    return blocks
  }

  func write(_ blocks: [Block]) throws {
    let lines = blocks.flatMap { block in
      guard case .fence(let language) = block.kind else { return block.lines }
      return ["```" + language] + block.lines + ["```"]
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: url)
  }
}
