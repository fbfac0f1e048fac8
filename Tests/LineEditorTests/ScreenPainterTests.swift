import LineEditor
import TestSupport
import Testing

private struct Painting {
  var grid: Grid
  private var painter: ScreenPainter
  private var size: Screen

  init(columns: Int = 80, rows: Int = 24, isColoured: Bool = true) {
    grid = Grid(columns: columns, rows: rows)
    size = Screen(columns: columns, rows: rows)
    painter = ScreenPainter(isColoured: isColoured)
    grid.write(ScreenPainter.begin)
  }

  init(_ screen: DrawnScreen, columns: Int = 80, rows: Int = 24, isColoured: Bool = true) {
    self.init(columns: columns, rows: rows, isColoured: isColoured)
    paint(screen)
  }

  @discardableResult
  mutating func paint(_ screen: DrawnScreen) -> Set<Int> {
    grid.touched = []
    grid.write(painter.paint(screen, on: size))
    return grid.touched
  }

  mutating func scroll(_ screen: DrawnScreen, by lines: Int) {
    grid.write(painter.scroll(screen, by: lines, on: size))
  }

  mutating func resize(columns: Int, rows: Int) {
    let before = grid
    grid = Grid(columns: columns, rows: rows)
    size = Screen(columns: columns, rows: rows)
    // The terminal may have reflowed the lines, which must be overwritten.
    for row in 0..<min(rows, before.lines.count) {
      grid.write("\u{1B}[\(row + 1);1H" + before[row].prefix(columns / 2))
    }
  }
}

private func show(
  _ change: (inout DrawnScreen) -> Void = { _ in }
) -> DrawnScreen {
  var screen = DrawnScreen(
    title: "The Wire",
    sections: [
      .init(rows: [
        .label(name: "title", text: "The Wire"), .label(name: "average", text: "4.5"),
        .field(.init(name: "year", text: "2002", hint: "1900 to 2100")),
      ]),
      .init(title: "Reviews", rows: [.text("fine"), .text("slow, but worth it")]),
    ],
    menu: [
      .init(key: "F2", title: "add"),
      .init(key: "F3", title: "remove", objection: "no review is selected"),
    ])
  change(&screen)
  return screen
}

private func field(_ field: DrawnScreen.Field) -> DrawnScreen {
  DrawnScreen(
    title: "Ann", sections: [.init(rows: [.field(field)])], focus: .row(section: 0, row: 0))
}

@Suite struct ScreenPainterTests {
  @Test func aScreenHasTitleSectionsFieldsAndMenu() {
    let painting = Painting(show { $0.focus = .row(section: 0, row: 2) })
    let rule = String(repeating: "─", count: 80)
    expectEqual(
      painting.grid.lines,
      ["The Wire", rule]
        + [
          "  title:   The Wire", "  average: 4.5",
          "> year:    2002                  1900 to 2100", "", "Reviews", "  fine",
          "  slow, but worth it",
        ]
        + Array(repeating: "", count: 13)
        + [rule, "F2 add   F3 remove (no review is selected)"])
    expectEqual(painting.grid.unknown, [])
    #expect(!painting.grid.showsCursor)
    expectEqual(painting.grid.text(with: 1, in: 0), "The Wire")
    expectEqual(painting.grid.text(with: 2, in: 23), "F3 remove (no review is selected)")
    expectEqual(painting.grid.text(with: 2, in: 4), "1900 to 2100")
    expectEqual(painting.grid.text(with: 4, in: 4), "2002" + String(repeating: " ", count: 16))
  }

  @Test func justTheLinesThatDifferAreWrittenAgain() {
    var painting = Painting(show())
    expectEqual(painting.paint(show()), [])
    expectEqual(
      painting.paint(show { $0.sections[0].rows[1] = .label(name: "average", text: "4.0") }), [3])
    expectEqual(painting.grid[3], "  average: 4.0")
    expectEqual(painting.paint(show { $0.menu[1].objection = nil }), [3, 23])
    expectEqual(painting.grid.lines.last, "F2 add   F3 remove")
    let notice = show { $0.notice = "saved" }
    expectEqual(painting.paint(notice), [21, 22, 23])
    expectEqual(painting.grid[22], "saved")
  }

  @Test func anotherSizeIsPaintedAnew() {
    var painting = Painting(show())
    for (columns, rows) in [(100, 30), (80, 24), (200, 60)] {
      painting.resize(columns: columns, rows: rows)
      painting.paint(show())
      expectEqual(painting.grid.lines, Painting(show(), columns: columns, rows: rows).grid.lines)
      expectEqual(painting.grid[1].count, columns)
      expectEqual(painting.grid.lines.count, rows)
    }
  }

  @Test(arguments: [(39, 24), (80, 9), (20, 5), (1, 1), (3, 2)])
  func whereThereIsNoRoomThatIsSaid(columns: Int, rows: Int) {
    let painting = Painting(show(), columns: columns, rows: rows)
    let text = "the window has \(columns) columns and \(rows) rows; this screen needs 40 and 10; "
    let said = painting.grid.lines.joined(separator: " ")
    #expect(columns < 20 || (text + "make the window larger, or press Esc").hasPrefix(said))
    expectEqual(painting.grid.unknown, [])
    #expect(!painting.grid.showsCursor)
  }

  @Test(arguments: 10...23)
  func onASmallWindowTheRowsAreScrolled(rows: Int) {
    func screen(_ focus: Int) -> DrawnScreen {
      show { screen in
        screen.sections = [
          DrawnScreen.Section(rows: (0..<30).map { DrawnScreen.Row.text("row \($0)") })
        ]
        screen.focus = .row(section: 0, row: focus)
        screen.menu = (0..<40).map { DrawnScreen.MenuItem(key: nil, title: "command \($0)") }
        screen.notice = "a notice"
      }
    }
    var painting = Painting(screen(0), columns: 80, rows: rows)
    for focus in [0, 15, 29] {
      painting.paint(screen(focus))
      let lines = painting.grid.lines
      expectEqual(lines.count, rows)
      #expect(lines.contains { $0.contains("row \(focus)") }, "\(lines)")
      #expect(lines.contains("a notice") && lines.contains { $0.contains("command 0") })
      #expect(lines.count { $0.contains("row ") } >= 3)
      expectEqual(painting.grid.unknown, [])
    }
  }

  // MARK: Fields

  @Test func theCaretIsWhereTheTextIsEditedAndWhatIsSelectedIsInverse() {
    var painting = Painting(field(.init(name: "name", text: "Ann", caret: 1)))
    #expect(painting.grid.showsCursor)
    expectEqual([painting.grid.row, painting.grid.column], [2, 9])
    painting.paint(field(.init(name: "name", text: "Ann", caret: 3, selection: 1..<3)))
    expectEqual(painting.grid.text(with: 7, in: 2), "nn")
    expectEqual([painting.grid.row, painting.grid.column], [2, 11])
    painting.paint(field(.init(name: "name", text: "Ann")))
    #expect(!painting.grid.showsCursor)
    expectEqual(painting.grid.text(with: 7, in: 2), "")
  }

  @Test(arguments: [
    ("日本", 1, 2, "日本"), ("日本", 2, 4, "日本"), ("e\u{301}x", 1, 1, "e\u{301}x"),
    ("e\u{301}x", 2, 1, "e\u{301}x"), ("אבג", 2, 2, "אבג"), ("a\tb", 2, 3, "a\\tb"),
    ("a\u{202E}b", 2, 9, "a\\u{202e}b"), ("a\r\nb", 2, 5, "a\\r\\nb"),
    ("\u{1B}[2J", 1, 6, "\\u{1b}[2J"), ("\u{301}x", 1, 7, "\\u{301}x"),
    ("\u{9B}x", 1, 6, "\\u{9b}x"),
  ])
  func aCaretStandsAfterTheColumnsOfWhatIsBeforeIt(
    text: String, caret: Int, column: Int, shown: String
  ) {
    let painting = Painting(
      field(.init(name: "name", text: text, caret: caret, hint: "any text")))
    #expect(painting.grid[2].hasPrefix("> name: " + shown))
    expectEqual(painting.grid.column, 8 + column)
    #expect(painting.grid[2].hasSuffix("any text"))
    expectEqual(painting.grid.unknown, [])
  }

  @Test func whatTerminalsDisagreeAboutLeavesTheRestInItsPlace() {
    // This terminal gives the family eight columns, the painter two.
    let painting = Painting(field(.init(name: "name", text: "👨‍👩‍👧x", caret: 0, hint: "any text")))
    let hint = painting.grid.rows[2].map(\.text).joined()
    expectEqual(painting.grid.rows[2][10].text, "x")
    #expect(hint.contains("any text"))
    expectEqual(painting.grid.rows[2][30].text, "a")
  }

  @Test(arguments: [0, 1, 25, 26, 27, 28, 50, 51, 499, 500, 999, 1000])
  func aLongTextIsSeenAroundItsCaret(caret: Int) {
    let text = String((0..<1000).map { Character(String($0 % 10)) })
    let painting = Painting(
      field(.init(name: "name", text: text, caret: caret, hint: "any text")))
    let line = painting.grid[2]
    let before = painting.grid.rows[2][..<painting.grid.column].map(\.text).joined()
    if caret > 0 { expectEqual(before.last, Character(String((caret - 1) % 10))) }
    if caret < 1000 {
      expectEqual(painting.grid.rows[2][painting.grid.column].text, String(caret % 10))
    }
    #expect(line.contains("…"))
    #expect(line.hasSuffix("  any text"))
    expectEqual(painting.grid.unknown, [])
  }

  @Test(arguments: 0...60)
  func wideTextScrollsByWholeCharacters(caret: Int) {
    let text = String(repeating: "日本", count: 30)
    let painting = Painting(
      field(.init(name: "n", text: text, caret: caret, hint: "a hint of thirty six columns width")))
    expectEqual(painting.grid.unknown, [])
    #expect(painting.grid.column < 46)
    let after = painting.grid.rows[2][painting.grid.column].text
    expectEqual(after, (caret == 60 ? " " : caret % 2 == 0 ? "日" : "本"))
  }

  @Test func aRefusalIsBesideTheFieldAllOfIt() {
    let reason =
      "\"x\" is not a digit; expected 0 to 150, a whole number of years, without any "
      + "sign, blank or separator of thousands"
    let painting = Painting(
      field(.init(name: "age", text: "4", caret: 1, unit: "years", state: .refused, hint: reason)))
    #expect(painting.grid[2].hasPrefix(">!age: 4                    years  \"x\" is not"))
    let said = painting.grid.rows[2...5].map { row in
      row[35...].map(\.text).joined().split(separator: " ").joined(separator: " ")
    }
    expectEqual(said.joined(separator: " ").trimmed, reason)
    #expect(painting.grid.text(with: 31, in: 2).hasPrefix("!\"x\" is not"))
    expectEqual([painting.grid.row, painting.grid.column], [2, 8])
  }

  @Test func withoutColoursNoneAreWritten() {
    let screen = field(.init(name: "age", text: "4", state: .refused, hint: "no"))
    expectEqual(Painting(screen).grid.text(with: 31, in: 2), "!no")
    let plain = Painting(screen, isColoured: false).grid
    expectEqual(plain.text(with: 31, in: 2), "")
    expectEqual(plain.text(with: 1, in: 2), ">!age:no")
  }

  @Test func prefixAndUnitAreOutsideOfTheText() {
    let painting = Painting(
      field(
        .init(name: "fee", text: "12.50", caret: 0, selection: 0..<5, prefix: "$", unit: "net")))
    expectEqual(painting.grid[2], "> fee: $12.50                net")
    expectEqual(painting.grid.text(with: 7, in: 2), "12.50")
    expectEqual(painting.grid.column, 8)
  }

  // MARK: What does not fit

  @Test func theFocusIsSeenHoweverManyRowsThereAre() {
    var painting = Painting()
    for focus in Array(0..<100) + [50, 99, 0, 98, 3] {
      painting.paint(many(100, focus: focus))
      #expect(painting.grid.lines.contains { $0 == "> row \(focus)" })
      expectEqual(painting.grid.lines.count, 24)
    }
    painting.paint(many(100, focus: 50))
    #expect(painting.grid[1].hasSuffix("more ──"))
    #expect(painting.grid[22].hasSuffix("more ──"))
  }

  @Test func aRowThatIsSeenAlreadyScrollsNothing() {
    var painting = Painting(many(100, focus: 40))
    let top = painting.grid[2]
    expectEqual(painting.paint(many(100, focus: 39)).count, 2)
    expectEqual(painting.grid[2], top)
  }

  @Test func whoScrollsSeesTheRestUntilTheFocusMoves() {
    let screen = many(100, focus: 0)
    var painting = Painting(screen)
    painting.scroll(screen, by: 18)
    #expect(painting.grid[1].hasSuffix("↑ 18 more ──"))
    expectEqual(painting.grid[2], "  row 17")
    painting.paint(screen)
    expectEqual(painting.grid[2], "  row 17")
    painting.scroll(screen, by: 1000)
    expectEqual(painting.grid[21], "  row 99")
    painting.paint(many(100, focus: 1))
    #expect(painting.grid.lines.contains("> row 1"))
  }

  @Test func aLongTextGoesOnInFurtherLinesAndNothingOfItIsLost() {
    let words = (0..<60).map { "word\($0)" }
    let text = words.joined(separator: " ") + " " + String(repeating: "x", count: 200)
    let painting = Painting(
      DrawnScreen(
        title: "t", sections: [.init(rows: [.label(name: "notes", text: text), .text(text)])]),
      rows: 40)
    let seen = painting.grid.lines[2...].joined(separator: " ").split(separator: " ")
    expectEqual(seen.filter { $0.hasPrefix("word") }, (words + words).map { $0[...] })
    expectEqual(seen.filter { $0.hasPrefix("x") }.joined().count, 400)
  }

  @Test func aTitleOfTenThousandCharactersIsCut() {
    let painting = Painting(show { $0.title = String(repeating: "日本語 ", count: 2500) })
    #expect(painting.grid[0].hasPrefix("日本語 日本語 "))
    #expect(painting.grid[0].hasSuffix("…"))
    expectEqual(painting.grid[1], String(repeating: "─", count: 80))
    expectEqual(painting.grid.unknown, [])
  }

  @Test func aMenuOfManyCommandsShowsTheOneInFocus() {
    let menu = (0..<200).map { DrawnScreen.MenuItem(key: "\($0)", title: "command number \($0)") }
    for focus in [0, 7, 100, 199] {
      let painting = Painting(
        show {
          $0.menu = menu
          $0.focus = .menu(focus)
        })
      let row = painting.grid.lines.firstIndex { $0.contains(" command number \(focus)") }
      expectEqual(
        row.map { painting.grid.text(with: 7, in: $0) }, "\(focus) command number \(focus)")
      expectEqual(painting.grid.lines.last?.hasSuffix("more lines"), true)
      #expect(painting.grid.lines.contains("  average: 4.5"))
    }
  }

  /// Random screens of any size: no line is exceeded, and incremental painting equals painting at
  /// once.
  @Test(arguments: 0..<(Seeded.isLong ? 20 : 8) as Range<UInt64>)
  func whatIsPaintedStepByStepIsWhatIsPaintedAtOnce(seed: UInt64) {
    var random = Seeded(seed: seed)
    let size = (columns: 80 + random.below(60), rows: 24 + random.below(20))
    var painting = Painting(columns: size.columns, rows: size.rows)
    for _ in 0..<20 {
      var screen = random.screen()
      // The focus keeps the same rows visible.
      screen.focus = .row(section: 0, row: 0)
      painting.paint(screen)
      let anew = Painting(screen, columns: size.columns, rows: size.rows)
      expectEqual(painting.grid.rows, anew.grid.rows)
      expectEqual(painting.grid.unknown, [])
    }
  }
}

private func many(_ count: Int, focus: Int) -> DrawnScreen {
  DrawnScreen(
    title: "Many", sections: [.init(title: "Rows", rows: (0..<count).map { .text("row \($0)") })],
    menu: [.init(key: "Esc", title: "back")], focus: .row(section: 0, row: focus))
}

extension String {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}

extension Seeded {
  private mutating func text() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "b", " ", " ", "é", "日", "\u{301}", "א", "\n", "\u{1B}", "\u{202E}", "가", "Ａ", "\u{7F}",
    ]
    var view = String.UnicodeScalarView()
    for _ in 0..<below([3, 30, 300][below(3)]) {
      view.append(scalars[below(scalars.count)])
    }
    return String(view)
  }

  private mutating func row() -> DrawnScreen.Row {
    switch below(3) {
    case 0: return .text(text())
    case 1: return .label(name: text(), text: text())
    default:
      let content = text()
      let count = content.unicodeScalars.count
      let ends = [below(count + 1), below(count + 1)].sorted()
      return .field(
        .init(
          name: text(), text: content, caret: below(2) == 0 ? nil : ends[1],
          selection: ends[0]..<ends[1], prefix: below(3) == 0 ? text() : nil,
          unit: below(3) == 0 ? text() : nil,
          state: [.unchanged, .changed, .refused][below(3)], hint: text()))
    }
  }

  mutating func screen() -> DrawnScreen {
    let sections = (0...below(3)).map { _ in
      DrawnScreen.Section(
        title: below(2) == 0 ? nil : text(), rows: (0..<below(9)).map { _ in row() })
    }
    let menu = (0..<below(5)).map { _ in
      DrawnScreen.MenuItem(
        key: below(2) == 0 ? nil : "F1", title: text(),
        objection: below(2) == 0 ? nil : text())
    }
    return DrawnScreen(
      title: text(), sections: sections, menu: menu, notice: below(2) == 0 ? nil : text())
  }
}
