import LineEditor
import TestSupport
import Testing

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("❤️", 2),
    ("🇩🇪", 2),
    ("ｱ", 1), ("ＡＢ", 4), ("\u{200B}", 0), ("א", 1), ("│", 1),
  ])
  func aTextTakesAsManyColumnsAsATerminalGivesIt(text: String, columns: Int) {
    expectEqual(text.displayWidth, columns)
  }
}
