import Session
import TestSupport
import Testing

@Suite struct FormatterTests {
  @Test func oneRecordHasTwoFacesAndNothingElseChanges() throws {
    let talk = try Conversation(shows)
    expectEqual(talk.tell("show Show/1 with card"), ["Silent Echo", "«nil»"])
    expectEqual(talk.tell("show echo with ratings"), ["Courier: 4"])
    expectEqual(
      talk.tell("show echo"), ["ref=Show/1 title=Silent Echo price=nil reviews=[Review/1]"])
  }

  @Test func aValueIsWrittenInTheLocaleOfTheSession() throws {
    let talk = try Conversation(shows + "set echo.price 12.5\noption locale de_DE")
    expectEqual(talk.tell("show echo with card"), ["Silent Echo", "12,50"])
  }

  @Test(arguments: [
    (
      "formatter a for Show \"x\\n\\n {{titel}}\"",
      "error name 1:29: Show has no property \"titel\" (did you mean \"title\"?)"
    ),
    (
      "formatter a for Show \"x\n {{titel}}\"",
      "error name 2:2: Show has no property \"titel\" (did you mean \"title\"?)"
    ),
    (
      "formatter a for Show \"{{#reviews}}{{titel}}{{/reviews}}\"",
      "error name 1:35: Review has no property \"titel\" (did you mean \"title\"?)"
    ),
    (
      "formatter a for Show \"{{#reviews}}\"",
      "error syntax 1:23: the section \"reviews\" is never closed"
    ),
    (
      "formatter a for Show \"{{uppercase(title)}}\"",
      "error name 1:23: there is no function \"uppercase\" (did you mean \"uppercased\"?)"
    ),
    (
      "formatter a for Show \"\n{{count(title)}}\"",
      "error value 2:1: \"count\" needs a list; title is a single value"
    ),
    (
      "formatter a for Show \"{{last()}}\"",
      "error value 1:23: \"last()\" depends on the position in a list; use it directly within the "
        + "section of a list"
    ),
    (
      "formatter a for Shwo \"x\"",
      "error name 1:17: there is no type \"Shwo\" (did you mean \"Show\"?)"
    ),
    ("formatter a for Show from none.txt", "error file 1:27: none.txt cannot be read"),
    (
      "formatter a for Show from bad.txt",
      "error name 2:1: Show has no property \"b\""
    ),
    (
      "formatter Card for Show \"x\"",
      "error name 1:11: \"Card\" differs only in case from the formatter \"card\""
    ),
    ("show Review/1 with card", "error value 1:20: card is a formatter for Show, not for Review/1"),
    (
      "show echo with crad",
      "error name 1:16: there is no formatter \"crad\" (did you mean \"card\"?)"
    ),
  ])
  func aMistakeIsToldWithItsLine(command: String, error: String) throws {
    let talk = try Conversation(shows, files: ["bad.txt": "a\n{{b}}"])
    expectEqual(talk.tell(command), [error])
    expectEqual(talk.tell("show echo with card"), ["Silent Echo", "«nil»"])
  }

  @Test func aTemplateCanBeInAFile() throws {
    let talk = try Conversation(shows, files: ["face.mustache": "<{{title}}>\nend"])
    expectEqual(talk.tell("formatter face for Show from face.mustache"), [])
    expectEqual(talk.tell("show echo with face"), ["<Silent Echo>", "end"])
  }

  @Test func aDefinitionIsUndoneAndRedoneLikeAnythingElse() throws {
    let talk = try Conversation(shows)
    talk.tell("formatter card for Show \"new {{title}}\"")
    expectEqual(talk.tell("show echo with card"), ["new Silent Echo"])
    talk.tell("undo")
    expectEqual(talk.tell("show echo with card"), ["Silent Echo", "«nil»"])
    talk.tell("redo")
    expectEqual(talk.tell("show echo with card"), ["new Silent Echo"])
    talk.tell("drop formatter card")
    expectEqual(talk.tell("show echo with card").count, 1)
    talk.tell("undo")
    expectEqual(talk.tell("show echo with card"), ["new Silent Echo"])
    expectEqual(talk.tell("check"), [])
  }

  @Test func aFormatterInUseStaysOneForTheTypeOfItsScreens() throws {
    let talk = try Conversation(shows + details + "screen Brief for Show { formatter card }")
    let users = "the screens Details, Brief use the formatter \"card\""
    expectEqual(
      talk.tell("formatter card for Review \"{{source}}\""),
      [
        "error refused 1:11: \(users), which is a formatter for Show "
          + "(drop screen Details; drop screen Brief)"
      ])
    expectEqual(
      talk.tell("drop formatter card"),
      [
        "error refused 1:16: \(users) (drop screen Details; drop screen Brief)"
      ])
    #expect(talk.tell("open Brief echo").contains("card: Silent Echo"))
    expectEqual(talk.tell("formatter card for Show \"{{title}}\""), [])
    talk.tell("drop screen Details\ndrop screen Brief")
    expectEqual(talk.tell("formatter card for Review \"{{source}}\""), [])
    expectEqual(talk.tell("show Review/1 with card"), ["Courier"])
  }

  @Test func aFunctionThatNoLongerFitsSaysSoInItsItem() throws {
    let talk = try Conversation(
      "define B { c: [C] owned }\nformatter f for B \"x\\n{{#c}}{{count(e)}}{{/c}}\"\n"
        + "define C { e: Text = \"\" }\nnew B\nappend B/1.c new C")
    expectEqual(
      talk.tell("show B/1 with f"),
      [
        "f cannot be shown, line 2: \"count\" needs a list; e is a single value"
      ])
  }

  @Test func theSameDefinitionAgainDoesNothing() throws {
    let talk = try Conversation(shows + details)
    let before = talk.tell("log").count
    talk.tell("formatter   card for Show \"{{title}}\\n{{price}}\"")
    talk.tell(details)
    expectEqual(talk.tell("log").count, before)
  }

  @Test func definitionsAreKeptInTheFile() throws {
    let outsider = try Outsider()
    _ = try Conversation(shows + details, database: outsider.path).finish()
    let talk = try Conversation(database: outsider.path)
    expectEqual(talk.tell("show Show/1 with card"), ["Silent Echo", "«nil»"])
    expectEqual(talk.tell("open Details Show/1").first, "title: Show: Silent Echo")
    expectEqual(talk.tell("check"), [])
  }

  private static let orders = """
    define Line { part: Text, price: Decimal(integer: 5, fraction: 2)? }
    define Order { number: Integer key, day: Date, made: DateTime?, note: Text = "", lines: [Line] owned }
    new Order number=17 day=2026-01-05 made="2026-11-21T23:05:00Z" note="<b> & \\"x\\" 'y'"
    append Order[17].lines new Line part="Bolt" price=1234.5
    append Order[17].lines new Line part="Nut"
    """

  @Test func aFormatterForHTMLWritesJustItsTextToAFile() throws {
    let page = """
      <html>
      \t<p title="{{note}}">{{day|dd.mm.yyyy}}</p>
      {{#lines}}
      <li>{{number}} {{part|6}} {{price|>10}}</li>
      {{/lines}}
      </html>

      """
    let talk = try Conversation(Self.orders, files: ["page.html": page])
    expectEqual(talk.tell("formatter invoice for Order html from page.html"), [])
    expectEqual(talk.tell("show Order[17] with invoice to \"invoice.html\""), [])
    expectEqual(
      talk.files["invoice.html"],
      """
      <html>
      \t<p title="&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;">05.01.2026</p>
      <li>1 Bolt      1234.50</li>
      <li>2 Nut         «nil»</li>
      </html>

      """)
  }

  @Test(arguments: [
    (
      "formatter a for Order html \"x\n {{{note}}}\"",
      "error syntax 2:2: a formatter for html escapes every value; write {{title}}"
    ),
    (
      "formatter a for Order local html \"{{&note}}\"",
      "error syntax 1:35: a formatter for html escapes every value; write {{title}}"
    ),
    (
      "formatter a for Order \"{{note|dd}}\"",
      "error value 1:24: \"dd\" is the day, but note is of kind Text"
    ),
    (
      "formatter a for Order from bad.txt",
      "error value 2:2: \"dd\" is the day, but note is of kind Text"
    ),
    (
      "formatter a for Order from big.txt",
      "error file 1:28: big.txt is larger than 1 MB; expected a template"
    ),
  ])
  func aMistakeInAFormatIsToldWithItsPlace(command: String, error: String) throws {
    let talk = try Conversation(
      Self.orders,
      files: [
        "bad.txt": "a\n {{note|dd}}", "big.txt": String(repeating: "x\n", count: 500_001),
      ])
    expectEqual(talk.tell(command), [error])
    expectEqual(talk.tell("schema").filter { $0.hasPrefix("formatter") }, [])
  }

  @Test func aLocalFormatterWritesDatesAndTimesInTheLocaleOfTheSession() throws {
    let talk = try Conversation(Self.orders + "\noption locale de_DE", hoursAhead: 1)
    talk.tell("formatter f for Order \"{{day}} {{made}}{{#lines}} {{price}}{{/lines}}\"")
    expectEqual(
      talk.tell("show Order[17] with f"), ["2026-01-05 2026-11-21T23:05:00.000Z 1234,50 «nil»"])
    talk.tell("formatter f for Order local \"{{day}} {{made}}{{#lines}} {{price}}{{/lines}}\"")
    expectEqual(talk.tell("show Order[17] with f"), ["05.01.2026 22.11.2026 00:05 1234,50 «nil»"])
    talk.tell("screen S for Order { formatter f }\nopen S Order[17]")
    expectEqual(
      talk.tell("option locale en_US"), ["f: 01/05/2026 11/22/2026 00:05 1234.50 «nil»"])
  }

  @Test(arguments: ["html local", "local html"])
  func theWordsAreKeptWithTheDefinition(words: String) throws {
    let talk = try Conversation(Self.orders)
    talk.tell("formatter f for Order \(words) \"{{note|20}}\"")
    let definition = "formatter f for Order html local \"{{note|20}}\""
    for command in ["schema", "dump", "history --script"] {
      let lines = talk.tell(command).flatMap { $0.split(separator: "\n") }
      #expect(lines.contains { $0.contains(definition) }, "\(command): \(lines)")
    }
    expectEqual(talk.tell("alter Order { rename note to remark }"), [])
    expectEqual(
      talk.tell("schema").flatMap { $0.split(separator: "\n") }.filter { $0.contains("formatter") },
      ["formatter f for Order html local \"{{remark|20}}\""])
    expectEqual(talk.tell("check"), [])
  }

  @Test func aPropertyNumberOfAnItemIsNotTakenForItsPlaceOnceItIsAltered() throws {
    let talk = try Conversation(
      """
      define L { number: Integer }
      define B { c: [L] owned }
      formatter f for B "{{#c}}{{number|>3}}{{/c}}"
      new B
      append B/1.c new L number=5
      """)
    expectEqual(
      talk.tell("alter L { drop number }").first?.contains(
        "the formatter \"f\" would no longer work"), true)
    expectEqual(talk.tell("alter L { rename number to position }"), [])
    expectEqual(talk.tell("show B/1 with f"), ["  5"])
    talk.tell("formatter f for B \"{{#c}}{{number|>3}}{{/c}}\"")
    expectEqual(talk.tell("show B/1 with f"), ["  1"])
  }

  @Test func aTemplateThatNoLongerFitsSaysSoInItsItem() throws {
    let talk = try Conversation(
      "define B { c: [C] owned }\nformatter f for B \"x\\n{{#c}}{{d}}{{/c}}\"\n"
        + "define C { e: Text = \"\" }\nnew B\nappend B/1.c new C")
    expectEqual(
      talk.tell("show B/1 with f"), ["f cannot be shown, line 2: C has no property \"d\""])
  }
}
