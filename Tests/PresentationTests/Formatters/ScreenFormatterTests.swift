import Interactors
import Presentation
import Records
import TestSupport
import Testing

@Suite struct ScreenFormatterTests {
  private final class Lamp: PropertySubject {
    let propertyChanged = PropertyChanged()
    @Observed var name = "desk"
    @Observed var watts: Int? = nil
  }

  private enum Row: Hashable, Sendable {
    case image
    case review(RecordID)
    case add
  }
  private enum RowKind: Hashable, Sendable {
    case image(address: String)
    case review, button
  }

  private struct CustomFormatter: ScreenFormatter {
    func output(for input: Shows) -> [ItemSection<Row, RowKind>] {
      let reviews = input.reviews.map {
        Item(Row.review(RecordID("Review", $0.number ?? 0)), RowKind.review, "\($0["rating"]!)")
      }
      return [
        ItemSection(items: [Item(.image, .image(address: "a.png"), "picture")]),
        ItemSection(title: "Reviews", items: reviews + [Item(.add, .button, "Add a review")]),
      ]
    }
  }

  @Test func theIdsAndKindsOfItemsAreTheScreensOwn() throws {
    let sections = CustomFormatter().output(for: try Shows())
    expectEqual(sections.map(\.items.count), [1, 3])
    expectEqual(sections[1].items.last?.id, .add)
    expectEqual(sections[0].items[0].kind, .image(address: "a.png"))
  }

  @Test func detailsAreThePropertiesAndASectionForEachList() throws {
    let sections = DetailsFormatter().output(for: try Shows().input)
    expectEqual(sections.map(\.title), [nil, "reviews"])
    expectEqual(
      sections[0].items.map { "\($0.id): \($0.text)" },
      [
        "title: Silent Echo", "größe: «nil»", "running: true", "card: •••• 1111",
        "tags: new, <b>", "`recommended by`: Ann",
      ])
    expectEqual(
      sections[1].items.map { "\($0.id): \($0.text)" },
      [
        "Review/1: 1, text 1, Ann", "Review/2: 2, text 2, Ann",
      ])
  }

  @Test func aListWithoutItemsSaysSo() throws {
    let sections = DetailsFormatter().output(for: try Shows(reviews: 0).input)
    expectEqual(sections[1].items.map(\.kind), [.none])
    expectEqual(sections[1].items.map(\.text), ["no reviews"])
  }

  @Test func aPlainObjectAndItsRelatedObjectsAreShownToo() throws {
    let lamp = Lamp()
    let input = FormatterInput(lamp, related: ["bulbs": [Lamp(), Lamp()]])
    let details = DetailsFormatter().output(for: input)
    expectEqual(
      details.flatMap(\.items).map { "\($0.id): \($0.text)" },
      [
        "name: desk", "watts: «nil»", "bulbs[0]: desk, «nil»", "bulbs[1]: desk, «nil»",
      ])
    let template = try Template("{{name}}\n{{#bulbs}}\n{{name}}, {{watts}}\n{{/bulbs}}")
    let items = TemplateFormatter("lamp", template).output(for: input).flatMap(\.items)
    expectEqual(
      items.map { "\($0.id): \($0.text)" },
      [
        "subject: desk", "bulbs[0]: desk, «nil»", "bulbs[1]: desk, «nil»",
      ])
  }

  @Test func aLiveFormatterFormatsAgainOnlyWhereWhatItHasReadHasChanged() throws {
    let shows = try Shows()
    var labels = 0
    var input = shows.input
    input.label = {
      labels += 1
      return LabelInteractor($0, $1)
    }
    let template = try Template("{{#reviews}}\n{{rating}} by {{author}}\n{{/reviews}}")
    let formatter = LiveFormatter(TemplateFormatter("ratings", template))
    func texts() -> [String] { formatter.output(for: input).flatMap(\.items).map(\.text) }
    expectEqual(texts(), ["1 by Ann", "2 by Ann"])
    expectEqual(formatter.found.count, 3)
    let count = labels
    try shows.show.set("title", to: .text("other"))
    try shows.reviews[0].set("text", to: .text("other"))
    expectEqual(texts(), ["1 by Ann", "2 by Ann"])
    expectEqual(labels, count)
    try shows.reviews[0].set("rating", to: .integer(5))
    try shows.person.set("name", to: .text("Eve"))
    expectEqual(texts(), ["5 by Eve", "2 by Eve"])
    shows.show.restore("reviews", to: .list([.reference(RecordID("Review", 2))]))
    expectEqual(texts(), ["2 by Eve"])
    let before = labels
    formatter.forget()
    expectEqual(texts(), ["2 by Eve"])
    #expect(labels > before)
  }

  @Test func aLiveFormatterFormatsAgainIfTheInputHasGotRelatedLists() throws {
    let lamp = Lamp()
    let template = try Template("{{name}}\n{{#bulbs}}\n{{name}}\n{{/bulbs}}")
    let formatter = LiveFormatter(TemplateFormatter("lamp", template))
    func count(_ related: [String: [any PropertySubject]]) -> Int {
      formatter.output(for: FormatterInput(lamp, related: related)).flatMap(\.items).count
    }
    expectEqual(count(["bulbs": []]), 1)
    expectEqual(count(["bulbs": [Lamp()]]), 2)
    let plain = LiveFormatter(TemplateFormatter("lamp", try Template("{{name}}")))
    let before = plain.output(for: FormatterInput(lamp)).flatMap(\.items).map(\.text)
    let after = plain.output(for: FormatterInput(lamp, related: ["name": [Lamp(), Lamp()]]))
    #expect(after.flatMap(\.items).map(\.text) != before)
  }

  @Test func theLabelsOfTheScreenWriteTheValues() throws {
    let shows = try Shows()
    try shows.show.set("größe", to: .decimal(ExactDecimal("1234.5")!))
    var input = shows.input
    input.label = { LabelInteractor($0, $1, isGrouped: true) }
    let text = try Template("{{größe}}").text(for: input)
    expectEqual(text, "1,234.50")
  }

  @Test func aLineIsAboutTheItemWhoseValuesItHas() throws {
    let template = try Template(
      """
      {{title}}
      {{#reviews}}
      {{rating}} for {{title}}
      by {{author.name}}
      --
      {{/reviews}}
      {{#reviews}}{{rating}} {{/reviews}}
      {{#`recommended by`}}
      {{name}}
      {{/`recommended by`}}
      """)
    let sections = TemplateFormatter("faces", template).output(for: try Shows().input)
    expectEqual(sections.map(\.title), ["faces"])
    expectEqual(
      sections[0].items.map { "\($0.id) \($0.kind): \($0.text)" },
      [
        "Show/1 text: Silent Echo", "Review/1 record: 1 for Silent Echo",
        "Review/1:2 record: by Ann", "Show/1:2 text: --", "Review/2 record: 2 for Silent Echo",
        "Review/2:2 record: by Ann", "Show/1:3 text: --", "Show/1:4 text: 1 2 ",
        "Person/7 record: Ann",
      ])
    expectEqual(Set(sections[0].items.map(\.id)).count, sections[0].items.count)
  }

  @Test func aTemplateThatFailsOnASubjectSaysSoInItsItem() throws {
    let template = try Template("{{title}}\n{{watts}}")
    let items = TemplateFormatter("face", template).output(for: try Shows().input)[0].items
    expectEqual(items.map(\.kind), [.failure])
    expectEqual(items.map(\.text), ["face cannot be shown, line 2: Show has no property \"watts\""])
  }

  @Test func aReferenceToARecordThatIsGoneIsNamed() throws {
    let shows = try Shows()
    shows.show.restore("recommended by", to: .reference(RecordID("Person", 9)))
    let template = "{{`recommended by`}} {{`recommended by`.name}}"
    try expectEqual(shows.text(template), "Person/9 (deleted) «nil»")
  }
}
