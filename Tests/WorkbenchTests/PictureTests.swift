import Foundation
import TestSupport
import Testing

/// The pictures of a terminal in README and guide, drawn from its screen. Each has the colours of the page around it.
///
/// `WORKBENCH_RECORD=1 swift test` redraws them; review the result like a transcript.
@Suite(.waits) struct PictureTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test func aPromptRefusesAndUndoes() throws {
    defer { program.remove() }
    let lab = Program.root.appending(path: "Tests/WorkbenchTests/Fixtures/lab.wb")
    try program.write(try Data(contentsOf: lab), to: "lab.wb")
    let terminal = try program.prompt(
      "--actor", "marc", "--color", "never", "--no-init", columns: 80, rows: 60)
    let shown = try run(
      [
        "include \"lab.wb\"",
        "list Lot code, reagent, amount, expires where amount < 500 order by expires",
        "set Lot/2.amount 21O",
        "set Lot/2.amount 210",
        "history Lot/2.amount",
        "undo",
        "get Lot/2.amount at #15",
      ], at: terminal, from: "> list Lot")
    try compare(shown, with: "prompt", "The prompt of the workbench")
  }

  @Test func anImportReportsWhatIsWrong() throws {
    defer { program.remove() }
    try program.write(
      """
      name;born;fee
      Ada Okafor;1.2.1984;30,00
      Jonas Kern;31.2.1990;30,00
      Ute Meier;17.5.1971;free
      Deniz Yılmaz;9.11.2001;15,00

      """, to: "members.csv")
    let terminal = try program.prompt(
      "--color", "never", "--no-init", columns: 96, rows: 60)
    let shown = try run(
      [
        "define Member { name: Text key, born: Date, fee: Decimal(integer: 4, fraction: 2) unit \"€\" }",
        "import members.csv into Member --locale de_DE --keep-going --rejects wrong.csv",
        "list Member",
      ], at: terminal, from: "> import")
    try compare(shown, with: "import", "An import and its report")
  }

  @Test func aPlotIsDrawnInTheTerminal() throws {
    defer { program.remove() }
    let readings = Program.root.appending(path: "Examples/readings.wb").path
    #expect(try program("readings.db", "-f", readings).status == 0)
    let terminal = try program.prompt(
      "readings.db", "--color", "never", "--no-init", columns: 80, rows: 20)
    let shown = try run(
      ["plot Reading.value by at where place = \"roof\""], at: terminal, from: "> plot")
    try compare(shown, with: "plot", "A plot in the terminal")
  }

  @Test func aFormListsTheRecordsThatAPieceOfANameFits() throws {
    defer { program.remove() }
    let workshop = Program.root.appending(path: "Examples/workshop.wb").path
    #expect(try program("shop.db", "-f", workshop).status == 0)
    let parts = """
      new Part number="KM-0020" name="Kette Shimano" price=19.90 stock=9 least=4
      new Part number="KB-3" name="Kettenblatt 38 Zähne" price=17.50 stock=3 least=2
      new Part number="KS-9" name="Kettenschutz" price=11.00 stock=5 least=2
      append Order[2].lines new Line part=Part["BZ-1"] quantity=2
      """
    #expect(try program("shop.db", "-c", parts).status == 0)
    let terminal = try program.prompt(
      "shop.db", "--color", "never", "--no-init", columns: 84, rows: 22)
    try terminal.send("edit Order[2]\r")
    try terminal.wait("the form") { $0.isAlternate && $0.text.contains("Ctrl-S store") }
    // To the end of the second row, and into a new one.
    try terminal.send(String(repeating: "\t", count: 15) + "kett")
    let screen = try terminal.wait("the candidates") {
      $0.text.contains("Kettenschutz") && $0.beforeCursor.hasSuffix("kett")
    }
    var lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    try #require(screen.cursor.row < lines.count)
    let row = screen.cursor.row
    lines[row] = screen.beforeCursor + "▏" + screen.afterCursor.dropFirst()
    try compare(lines, with: "form", "A form in the terminal")
  }

  /// What the lines show, from the one that begins with a text, up to the next prompt.
  private func run(
    _ lines: [String], at terminal: PseudoTerminal, from start: String
  ) throws -> [String] {
    for line in lines { try terminal.run(line) }
    return terminal.screen.transcript.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().drop { !$0.hasPrefix(start) }
      .map { String($0).replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "2026-11-21 10:00") }
  }

  private func compare(
    _ lines: [String], with name: String, _ title: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = Program.root.appending(
      path: "Sources/workbench/Guide/Pictures/\(name).svg")
    let picture = Self.picture(of: lines, title)
    if ProcessInfo.processInfo.environment["WORKBENCH_RECORD"] == "1" {
      try Data(picture.utf8).write(to: file)
    }
    try expectEqual(
      String(contentsOf: file, encoding: .utf8), picture, sourceLocation: sourceLocation)
  }

  private static func picture(of lines: [String], _ title: String) -> String {
    let (cell, lineHeight, margin) = (8.4, 17, 16)
    let columns = lines.map { $0.reduce(0) { $0 + max(1, $1.unicodeScalars.first?.columns ?? 1) } }
    let width = Int(Double(max(80, columns.max() ?? 0)) * cell) + 2 * margin
    let height = lines.count * lineHeight + 2 * margin
    let rows = lines.enumerated().flatMap { number, line in
      let y = margin + (number + 1) * lineHeight - 5
      let kind =
        line.hasPrefix("> ")
        ? "p" : line.contains("error:") ? "e" : line.contains("warning:") ? "w" : ""
      return runs(of: line).map { start, text in
        let x = Double(margin) + Double(start) * cell
        let length = Double(text.count) * cell
        let words = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return """
          <text\(kind.isEmpty ? "" : " class=\"\(kind)\"") x="\(rounded(x))" y="\(y)" \
          textLength="\(rounded(length))">\(words)</text>
          """
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve">
      <title>\(title)</title>
      <style>
      rect { fill: #f6f8fa } text { fill: #32383f } .p { fill: #000 } .e { fill: #b3261e } .w { fill: #7d4e00 }
      @media (prefers-color-scheme: dark) {
      rect { fill: #0d1117 } text { fill: #c9d1d9 } .p { fill: #fff } .e { fill: #ef6b6b } .w { fill: #d9a636 }
      }
      </style>
      <rect width="\(width)" height="\(height)" rx="8"/>
      \(rows.joined(separator: "\n"))
      </svg>

      """
  }

  private static func rounded(_ number: Double) -> String {
    let text = String(format: "%.1f", number)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The pieces of a line that blanks of several columns separate, each with its column. A font may draw signs of
  /// another script in a width of its own, so these are pieces too.
  private static func runs(of line: String) -> [(column: Int, text: String)] {
    let blank: Character = "\u{2800}"
    var runs: [(column: Int, text: String)] = []
    func kind(_ character: Character) -> Int {
      switch character {
      case " ", blank: 0
      case "\u{2801}"..."\u{28FF}": 1
      case "\u{2500}"..."\u{259F}": 2
      default: 3
      }
    }
    var (text, last, start) = ("", 0, 0)
    func end() {
      let trimmed = text.reversed().drop { $0 == " " }
      if !trimmed.isEmpty { runs.append((start, String(trimmed.reversed()))) }
      text = ""
    }
    for (column, character) in line.enumerated() {
      let next = kind(character)
      if next == 0 {
        // A blank between words stays in its piece.
        if last == 3, !text.hasSuffix(" ") { text.append(" ") } else { end() }
        if text.isEmpty { last = 0 }
        continue
      }
      if next != last { end() }
      if text.isEmpty { start = column }
      text.append(character)
      last = next
    }
    end()
    return runs
  }
}
