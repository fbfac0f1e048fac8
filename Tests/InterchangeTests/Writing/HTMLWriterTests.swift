import Interchange
import TestSupport
import Testing

@Suite struct HTMLWriterTests {
  private static let columns = [CellColumn("name"), CellColumn("<age>", isNumeric: true)]

  private func page(_ rows: [[Cell]], isSafe: Bool = false) -> String {
    written(
      HTMLWriter(title: "P where a < \"b\"", language: "de-DE", isSafe: isSafe), Self.columns, rows)
  }

  @Test func theTitleIsThatOfThePageAndTheCaptionOfTheTable() {
    let page = page([])
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"de-DE\">\n"))
    #expect(page.contains("<title>P where a &lt; &quot;b&quot;</title>"))
    #expect(page.contains("<caption>P where a &lt; &quot;b&quot;</caption>"))
    #expect(page.hasSuffix("</script>\n</body>\n</html>\n"))
  }

  @Test func headingsSayWhatTheyAreOf() {
    let page = page([[.text("Ann"), .integer(41)]])
    #expect(page.contains("<th scope=\"col\">name</th>"))
    #expect(page.contains("<th scope=\"col\" data-kind=\"number\">&lt;age&gt;</th>"))
    #expect(page.contains("<tr><th scope=\"row\">Ann</th><td>41</td></tr>\n"))
    #expect(page.contains("tr > :nth-child(2) { text-align: right }"))
  }

  @Test func everyTextIsEscaped() {
    let page = page([[.text("</script><b a='x'>&\r\""), .list([.text("<i>")])]])
    #expect(
      page.contains(
        "<th scope=\"row\">&lt;/script&gt;&lt;b a=&#39;x&#39;&gt;&amp;&#13;&quot;</th>"
          + "<td>&lt;i&gt;</td>"))
    expectEqual(page.split(separator: "<script>").count, 2)
  }

  @Test func whatIsOrderedByAnotherTextHasThat() {
    let page = page([[.percent("12.5%", part: "0.125"), .shown("1.234,5", key: "1234.5")]])
    #expect(
      page.contains(
        "<th scope=\"row\" data-value=\"0.125\">12.5%</th><td data-value=\"1234.5\">1.234,5</td>"))
  }

  @Test func nothingComesFromElsewhere() {
    let page = page([[.text("x"), .integer(1)]])
    #expect(page.contains("default-src 'none'"))
    for word in ["http:", "https:", "src=", "href=", "url(", "@import"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains("prefers-color-scheme: dark"))
  }

  @Test func formulasAreTextsWhereAskedFor() {
    #expect(page([[.text("=1+1"), .integer(-1)]], isSafe: true).contains(">&#39;=1+1</th><td>-1<"))
    #expect(page([[.text("=1+1"), .integer(-1)]]).contains(">=1+1</th><td>-1<"))
  }
}
