import Interchange
import TestSupport
import Testing

@Suite struct MarkdownWriterTests {
  @Test func numbersAreAtTheRight() {
    let columns = [CellColumn("name"), CellColumn("age", isNumeric: true)]
    expectEqual(
      written(MarkdownWriter(), columns, [[.text("Ann"), .integer(41)], [.text("Bob"), .none]]),
      """
      | name | age |
      | --- | ---: |
      | Ann | 41 |
      | Bob |  |

      """)
  }

  @Test(arguments: [
    ("a|b", "a\\|b"), ("a\nb", "a<br>b"), ("a\r\nb\rc", "a<br>b<br>c"), ("*x*", "\\*x\\*"),
    ("<b>&amp;", "\\<b\\>\\&amp;"), ("[a](b)", "\\[a\\](b)"), ("\\", "\\\\"), ("`c`", "\\`c\\`"),
    ("$x$", "\\$x\\$"), ("plain, text.", "plain, text."),
  ])
  func whatMarkdownWouldTakeForItsOwnIsText(text: String, cell: String) {
    expectEqual(written(MarkdownWriter(), [.text(text)]), "| \(cell) |\n")
  }

  @Test func theItemsOfAListHaveCommasBetweenThem() {
    expectEqual(
      written(
        MarkdownWriter(), [.list([.text("a|b"), .integer(2), .reference("P/", 3)]), .list([])]),
      "| a\\|b, 2, P/3 |  |\n")
  }
}
