internal import LineEditor

/// Wraps a page of help for a narrow screen.
///
/// A page consists of paragraphs, indented lines and entries. A paragraph starts in the first
/// column. An entry has its meaning in a second column, after two or more spaces.
struct ProseLayout {
  private static let narrowest = 24
  private static let hanging = 4

  private struct Block {
    var margin: Int
    var words: String
    var meaning = ""
    var column = 0

    func goesOn(at margin: Int) -> Bool {
      margin >= self.margin + ProseLayout.hanging || margin == 0 && self.margin == 0 && column == 0
    }
  }

  let text: String

  init(_ page: String, within columns: Int) {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.contains(where: { String($0).displayWidth > columns }) else {
      text = page
      return
    }
    var blocks: [Block] = []
    for line in lines {
      let block = Self.block(line)
      if let last = blocks.last, !last.words.isEmpty, !block.words.isEmpty,
        last.goesOn(at: block.margin), block.column == 0 || block.margin > 0
      {
        let text = String(line.drop { $0 == " " })
        if last.margin == 0, last.column == 0 {
          blocks[blocks.count - 1].words += " " + text
        } else {
          blocks[blocks.count - 1].meaning += (last.meaning.isEmpty ? "" : " ") + text
          blocks[blocks.count - 1].column = max(last.column, block.margin)
        }
      } else {
        blocks.append(block)
      }
    }
    text = blocks.flatMap { Self.lines(of: $0, within: columns) }.joined(separator: "\n")
  }

  private static func block(_ line: Substring) -> Block {
    let margin = line.prefix { $0 == " " }.count
    let words = line.dropFirst(margin)
    guard let gap = words.firstRange(of: "  ") else {
      return Block(margin: margin, words: String(words))
    }
    let meaning = words[gap.lowerBound...].drop { $0 == " " }
    return Block(
      margin: margin, words: String(words[..<gap.lowerBound]), meaning: String(meaning),
      column: line.count - meaning.count)
  }

  private static func lines(of block: Block, within columns: Int) -> [String] {
    let margin = String(repeating: " ", count: block.margin)
    let hanging = margin + String(repeating: " ", count: Self.hanging)
    let words = margin + block.words
    guard !block.meaning.isEmpty else {
      return words.filled(to: columns, indent: block.margin == 0 ? "" : hanging)
    }
    guard words.displayWidth < block.column, columns - block.column >= narrowest else {
      return words.filled(to: columns, indent: hanging)
        + (hanging + block.meaning).filled(to: columns, indent: hanging)
    }
    let indent = String(repeating: " ", count: block.column)
    return (words.padded(to: block.column) + block.meaning).filled(to: columns, indent: indent)
  }
}
