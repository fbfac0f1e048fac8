import TestSupport
import Testing

/// Tests of the screen emulation itself, against xterm's behaviour.
@Suite struct ScreenEmulationTests {
  private func screen(_ text: String, columns: Int = 10, rows: Int = 4) -> Screen {
    var screen = Screen(columns: columns, rows: rows)
    screen.write(text.utf8)
    return screen
  }

  private func cursor(_ text: String, columns: Int = 10, rows: Int = 4) -> [Int] {
    let cursor = screen(text, columns: columns, rows: rows).cursor
    return [cursor.row, cursor.column]
  }

  @Test(arguments: [
    ("a", 1), ("é", 1), ("\u{301}", 0), ("\u{200D}", 0), ("\u{FE0F}", 0), ("\u{7}", 0),
    ("日", 2), ("한", 2), ("ガ", 2), ("ｶ", 1), ("Ａ", 2), ("　", 2), ("🙂", 2), ("☺", 1), ("⌚", 2),
    ("€", 1), ("¥", 1), ("─", 1), ("•", 1), ("«", 1), ("\u{1160}", 0), ("\u{20000}", 2), ("क", 1),
    ("\u{1F1E9}", 1), ("〇", 2), ("힣", 2), ("\u{D7B0}", 0),
  ])
  func aCharacterTakesItsColumns(text: Unicode.Scalar, columns: Int) {
    expectEqual(text.columns, columns)
  }

  @Test func textStandsWhereItIsWritten() {
    let screen = screen("ab\r\ncd\nef\rg")
    expectEqual(screen.text, "ab\ncd\ng ef")
    expectEqual(screen.line, "g ef")
    expectEqual(screen.beforeCursor, "g")
    expectEqual(screen.afterCursor, " ef")
    expectEqual(screen.depth, 2)
    expectEqual(screen.flow, "ab        cd        g ef                ")
  }

  @Test func aWideCharacterTakesTwoColumnsAndAMarkNone() {
    expectEqual(cursor("日本"), [0, 4])
    expectEqual(cursor("e\u{301}x"), [0, 2])
    expectEqual(screen("e\u{301}x").line, "e\u{301}x")
    expectEqual(screen("日\u{301}x").line, "日\u{301}x")
  }

  @Test func halfOfAWideCharacterIsNothing() {
    expectEqual(screen("日本\rx").line, "x 本")
    expectEqual(screen("日本\r\u{1B}[Cx").line, " x本")
    expectEqual(screen("日本\r\u{1B}[C\u{1B}[K").line, "")
    expectEqual(screen("日本x\r\u{1B}[P").line, " 本x")
    expectEqual(screen("日本x\r\u{1B}[C\u{1B}[@y").line, " y 本x")
  }

  @Test func theLastColumnIsWrittenBeforeTheLineWraps() {
    expectEqual(cursor("0123456789"), [0, 9])
    expectEqual(cursor("0123456789x"), [1, 1])
    expectEqual(screen("0123456789x").text, "0123456789\nx")
    expectEqual(screen("0123456789\rx").text, "x123456789")
    expectEqual(screen("0123456789\u{8}x").text, "01234567x9")
    expectEqual(screen("0123456789\r\nx").text, "0123456789\nx")
    expectEqual(screen("0123456789\u{301}").line, "0123456789\u{301}")
    expectEqual(screen("012345678日").text, "012345678\n日")
    expectEqual(cursor("01234567日"), [0, 9])
    expectEqual(screen("01234567日\u{301}x").text, "01234567日\u{301}\nx")
  }

  @Test func whatGoesOutAtTheTopIsKept() {
    let screen = screen("1\r\n2\r\n3\r\n4\r\n5\r\n6")
    expectEqual(screen.lines, ["3", "4", "5", "6"])
    expectEqual(screen.scrolledOff, ["1", "2"])
    expectEqual(screen.transcript, "1\n2\n3\n4\n5\n6")
    expectEqual(screen.depth, 5)
  }

  @Test(arguments: [
    ("\u{1B}[2A", [1, 4]), ("\u{1B}[9A", [0, 4]), ("\u{1B}[B", [3, 4]), ("\u{1B}[C", [3, 5]),
    ("\u{1B}[99C", [3, 9]), ("\u{1B}[2D", [3, 2]), ("\u{1B}[99D", [3, 0]), ("\u{1B}[3G", [3, 2]),
    ("\u{1B}[H", [0, 0]), ("\u{1B}[2;3H", [1, 2]), ("\u{1B}[;3f", [0, 2]), ("\u{1B}[2d", [1, 4]),
    ("\u{8}", [3, 3]), ("\t", [3, 8]), ("\t\t", [3, 9]), ("\u{1B}M", [2, 4]),
    ("\u{1B}7\u{1B}[H\u{1B}8", [3, 4]), ("\u{1B}[0A", [2, 4]), ("\u{1B}[2\u{8}D", [3, 1]),
  ])
  func aSequenceMovesTheCursor(sequence: String, place: [Int]) {
    expectEqual(cursor("\u{1B}[4;5H" + sequence), place)
  }

  @Test(arguments: [
    ("\u{1B}[K", "abcdef\ngh\nmnopqr"), ("\u{1B}[1K", "abcdef\n   jkl\nmnopqr"),
    ("\u{1B}[2K", "abcdef\n\nmnopqr"), ("\u{1B}[J", "abcdef\ngh"),
    ("\u{1B}[1J", "\n   jkl\nmnopqr"), ("\u{1B}[2J", ""), ("\u{1B}[2P", "abcdef\nghkl\nmnopqr"),
    ("\u{1B}[99P", "abcdef\ngh\nmnopqr"), ("\u{1B}[2@", "abcdef\ngh  ijkl\nmnopqr"),
    ("\u{1B}[6@", "abcdef\ngh      ij\nmnopqr"), ("\u{1B}[2X", "abcdef\ngh  kl\nmnopqr"),
    ("\u{1B}[L", "abcdef\n\nghijkl\nmnopqr"), ("\u{1B}[M", "abcdef\nmnopqr"),
    ("\u{1B}[4hxy\u{1B}[4lz", "abcdef\nghxyzjkl\nmnopqr"),
    ("\u{1B}[4h日", "abcdef\ngh日ijkl\nmnopqr"), ("\u{1B}[H\u{1B}Mx", "x\nabcdef\nghijkl\nmnopqr"),
  ])
  func aSequenceChangesCells(sequence: String, text: String) {
    expectEqual(screen("abcdef\r\nghijkl\r\nmnopqr\u{1B}[2;3H" + sequence).text, text)
  }

  @Test func whatIsNotSeenIsNotShown() {
    let screen = screen(
      "a\u{1B}[1;31mb\u{1B}]0;title\u{7}c\u{1B}]8;;\u{1B}\\d\u{1B}(B\u{1B}=\u{1B}[?25le")
    expectEqual(screen.text, "abcde")
    expectEqual(screen.unknown, [])
  }

  @Test func whatIsNotKnownIsNoted() {
    expectEqual(screen("\u{1B}[5n").unknown, [.sequence(mark: "", numbers: [5], final: "n")])
    expectEqual(screen("\u{1B}[?6l").unknown, [.sequence(mark: "?", numbers: [6], final: "l")])
    expectEqual(screen("\u{1B}c").unknown, [.escape("c")])
    expectEqual(screen("\u{E}").unknown, [.control(0xE)])
  }

  @Test func bellsAreCountedAndBracketsForPastesNoted() {
    expectEqual(screen("\u{7}a\u{7}").bells, 2)
    expectEqual(screen("\u{1B}]0;x\u{7}").bells, 0)
    #expect(screen("\u{1B}[?2004h").isPasteBracketed)
    #expect(!screen("\u{1B}[?2004h\u{1B}[?2004l").isPasteBracketed)
  }

  @Test func theAlternateScreenGivesTheOtherBack() {
    let shown = screen("ab\u{1B}[?1049h\u{1B}[Hxy")
    #expect(shown.isAlternate)
    expectEqual(shown.text, "xy")
    let back = screen("ab\u{1B}[?1049h\u{1B}[Hxy\r\n\n\n\n\n\u{1B}[?1049lc")
    expectEqual(back.text, "abc")
    expectEqual(back.scrolledOff, [])
  }

  @Test func aCharacterMayComeByteByByteAndMayBeNone() {
    var screen = Screen(columns: 10, rows: 1)
    for byte in "é日🙂".utf8 {
      screen.write([byte])
    }
    expectEqual(screen.text, "é日🙂")
    screen.write([0x0D, 0xE6, 0x97, 0x41, 0xFF, 0x42])
    expectEqual(screen.text, "\u{FFFD}A\u{FFFD}B")
  }

  @Test func aResizedWindowCutsItsLinesAndKeepsTheCursor() {
    var screen = screen("0123456789\r\nab\r\ncd\r\nef")
    screen.resize(columns: 4, rows: 2)
    expectEqual(screen.lines, ["cd", "ef"])
    expectEqual(screen.scrolledOff, ["0123456789", "ab"])
    expectEqual(screen.cursor, Screen.Position(row: 1, column: 2))
    screen.resize(columns: 6, rows: 3)
    screen.write("ghijk".utf8)
    expectEqual(screen.lines, ["cd", "efghij", "k"])
  }
}
