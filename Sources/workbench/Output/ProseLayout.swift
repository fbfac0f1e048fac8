internal import LineEditor

/// Lays out a page of help on a screen that is narrower than its lines.
///
/// A page has paragraphs, which begin at the left, indented lines, and entries: words with what they
/// mean in a column of its own.
struct ProseLayout {
  /// A meaning in fewer columns than this is read better below its words.
  private static let narrowest = 24
  /// How much further than its beginning a line is indented that only goes on.
  private static let hanging = 4

  /// A paragraph, a line or an entry.
  private struct Block {
    var margin: Int
    var words: String
    /// What the words mean, and in which column that is said.
    var meaning = ""
    var column = 0

    /// Whether a line with this margin goes on with the block.
    func goesOn(at margin: Int) -> Bool {
      margin >= self.margin + ProseLayout.hanging || margin == 0 && self.margin == 0 && column == 0
    }
  }

  /// The page with its lines broken.
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
