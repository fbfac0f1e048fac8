import TestSupport
import Testing

@Suite struct SchemaTests {
  @Test func whatIsPrintedDefinesTheSameInANewStore() throws {
    let talk = try Conversation(
      """
      define Show { title: Text key, reviews: [Review] owned }
      define Review { rating: Integer in 1...5, text: Text? }
      rule Review.told "a bad one says why" : rating > 2 or text is not null
      index Review.rating
      formatter line for Show "{{title}}"
      screen Sheet for Show { title "{{title}}" }
      formatter line for Show "Show {{title}}"
      rule Review.gone : rating > 0
      drop rule Review.gone
      let lost = new Show title="Lost"
      label name on lost.title
      save layout desk
      """)
    let lines = talk.tell("schema")
    #expect(lines.contains { $0.contains("Show {{title}}") })
    #expect(!lines.contains { $0.contains("Review.gone") })
    let copy = try Conversation(lines.joined(separator: "\n"))
    expectEqual(copy.tell("schema"), lines)
    #expect(copy.tell("check; types").contains { $0.contains("Review") })
  }

  @Test(arguments: [
    ("--sql --diagram", "1:14", "--diagram", "--sql"),
    ("--diagram --json-schema", "1:18", "--json-schema", "--diagram"),
    ("--json-schema --sql --diagram", "1:22", "--sql", "--json-schema"),
  ])
  func theFormsExcludeEachOther(options: String, place: String, second: String, first: String)
    throws
  {
    let talk = try Conversation("define T { a: Text }")
    expectEqual(
      talk.tell("schema \(options)"),
      ["error syntax \(place): \"\(second)\" cannot be given with \"\(first)\""])
  }
}
