import Interactors
import Presentation
import Records
import TestSupport
import Testing
import Validation

@Suite struct TemplateFormatTests {
  private let type: RecordType
  private let line: RecordType
  private let input: FormatterInput

  init() throws {
    let line = try RecordType("Line", [Property("part", .text), Property("due", .month)])
    let bill = try RecordType(
      "Bill",
      [
        Property("name", .text), Property("day", .date), Property("made", .dateTime),
        Property("at", .time(hasSeconds: false)), Property("took", .duration(hasSeconds: true)),
        Property("paid", .date, isOptional: true), Property("days", .list(of: .date)),
        Property("number", .integer), Property("a|b", .text),
        Property("price", .decimal(integerDigits: 5, fractionDigits: 2...2)),
        Property("lines", .records(of: "Line"), listRole: .owns),
      ])
    let days = [
      CalendarDate(year: 2026, month: 1, day: 5)!, CalendarDate(year: 2026, month: 12, day: 31)!,
    ]
    let lines = ["Bolt", "Nut"].enumerated().map { index, part in
      TypedRecord(
        line, number: index + 1,
        values: [.text(part), .month(CalendarMonth(year: 2028, month: 2)!)])
    }
    let record = TypedRecord(
      bill, number: 1,
      values: [
        .text("<Ann & \"Bo's\">"), .date(days[0]),
        .dateTime(Instant("2026-11-21T23:05:09Z")!),
        .time(ClockTime(secondsSinceMidnight: 9 * 3600 + 300)!),
        .duration(TimeSpan(seconds: -5405)),
        nil, .list(days.map(Value.date)), .integer(17), .text("x"),
        .decimal(ExactDecimal("1234.5")!), .list([1, 2].map { .reference(RecordID("Line", $0)) }),
      ])
    (type, self.line) = (bill, line)
    input = FormatterInput(record) { id in lines.first { $0.number == id.number } }
  }

  @Test(arguments: [
    ("{{day|dd.mm.yyyy}} {{day|d.m.yy}} {{ day | yyyy-mm }}", "05.01.2026 5.1.26 2026-01"),
    ("{{made|dd.mm.yyyy hh:MM}}|{{made|h:mm:ss}}", "21.11.2026 23:05|23:05:09"),
    ("{{at|hh:MM}} {{at|h'h'mm}}", "09:05 9h05"),
    ("{{took|h:MM:ss}} {{took|hh:mm}}", "-1:30:05 -01:30"),
    (
      "{{days|d.m.}}; {{first(days)|yyyy}}; {{#days}}[{{.|dd}}]{{/days}}",
      "5.1., 31.12.; 2026; [05][31]"
    ),
    ("{{paid|dd.mm.yyyy}}{{#paid}}{{.|dd}}{{/paid}}{{#day}} {{.|d/m}}{{/day}}", "«nil» 5/1"),
    ("{{#lines}}{{due|mm/yyyy}} {{/lines}}", "02/2028 02/2028 "),
    ("[{{at|7}}][{{at|>7}}][{{at|2}}]", "[09:05  ][  09:05][09:05]"),
    (
      "[{{day|d.m.|>8}}][{{paid|8}}][{{days|>24}}]",
      "[    5.1.][«nil»   ][  2026-01-05, 2026-12-31]"
    ),
    ("{{#lines}}{{number|>3}} {{part|6}}|\n{{/lines}}", "  1 Bolt  |\n  2 Nut   |"),
    ("{{#lines}}{{index()|>2}}{{/lines}}{{uppercased(at)|6}}|", " 0 109:05 |"),
    ("{{`a|b`|3}}|", "x  |"),
  ])
  func aFormatWritesAValue(template: String, text: String) throws {
    let parsed = try Template(template)
    try parsed.check(for: type) { $0 == "Line" ? line : nil }
    try expectEqual(parsed.text(for: input), text)
  }

  @Test func paddingCountsTheColumnsOfTheInput() throws {
    var input = input
    input.width = { $0.count * 2 }
    try expectEqual(Template("{{at|12}}|{{at|>12}}").text(for: input), "09:05  |  09:05")
  }

  @Test func dateAndTimeOfAPatternAreInTheZoneOfTheUser() throws {
    var input = input
    input.zoneOffset = { _ in 3_600_000 }
    try expectEqual(Template("{{made|dd.mm. hh:MM}}").text(for: input), "22.11. 00:05")
  }

  @Test(arguments: [
    ("x\n {{day|}}", 2, 2, "\"\" is not a format; "),
    ("{{day|20000}}", 1, 1, "\"20000\" is not a format; "),
    ("{{day|0}}", 1, 1, "\"0\" is not a format; "),
    ("{{day|>}}", 1, 1, "\">\" is not a format; "),
    ("{{day|...}}", 1, 1, "\"...\" is not a format; "),
    ("{{day|20|dd}}", 1, 1, "\"dd\" is not a format; "),
    ("{{day|dd|mm}}", 1, 1, "\"mm\" is not a format; "),
    ("{{day|dd'x}}", 1, 1, "\"dd'x\" is not a format; "),
    ("{{day|DD.mm}}", 1, 1, "a pattern has no part \"DD\"; "),
    ("{{day|mmm}}", 1, 1, "a pattern has no part \"mmm\"; "),
    (
      "{{day|dd.MM.yyyy}}", 1, 1,
      "\"MM\" is the minute and must follow the hour, as in hh:MM; the month is \"mm\""
    ),
    ("{{day|hh:MM}}", 1, 1, "\"hh\" is the hour, but day is of kind Date"),
    ("\n{{name|dd}}", 2, 1, "\"dd\" is the day, but name is of kind Text"),
    ("{{at|dd}}", 1, 1, "\"dd\" is the day, but at is of kind Time"),
    ("{{count(days)|dd}}", 1, 1, "\"dd\" is the day, but count(days) is of kind Integer"),
    ("{{uppercased(day)|dd}}", 1, 1, "\"dd\" is the day, but uppercased(day) is of kind Text"),
    (
      "{{#lines}}{{number|dd}}{{/lines}}", 1, 11,
      "\"dd\" is the day, but number is of kind Integer"
    ),
    ("{{#lines}}{{due|dd}}{{/lines}}", 1, 11, "\"dd\" is the day, but due is of kind Month"),
    ("{{#lines|20}}{{/lines}}", 1, 1, "\"lines\" is a section, and only values have a format"),
  ])
  func aFormatThatDoesNotFitIsAnErrorWithItsPlace(
    template: String, line: Int, column: Int, message: String
  ) throws {
    let error = #expect(throws: TemplateError.self) {
      try Template(template).check(for: type) { $0 == "Line" ? self.line : nil }
    }
    expectEqual(error?.line, line)
    expectEqual(error?.column, column)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test func aPatternThatDoesNotFitAnUncheckedTypeSaysSoInItsItem() throws {
    let template = try Template("{{#lines}}{{part|dd}}{{/lines}}")
    try template.check(for: type) { _ in nil }
    let error = #expect(throws: TemplateError.self) { try template.text(for: input) }
    expectEqual(error?.message, "\"dd\" is the day, but part is of kind Text")
  }

  @Test func numberIsTheItemsOwnPropertyIfThereIsOne() throws {
    try expectEqual(
      Template("{{number}}:{{#lines}} {{number}}{{/lines}}").text(for: input), "17: 1 2")
    try expectEqual(
      Template("{{#days}}{{number}}={{.}} {{/days}}").text(for: input), "1=2026-01-05 2=2026-12-31 "
    )
    let item = try RecordType("Line", [Property("number", .integer)])
    let numbered = FormatterInput(input.subject) { id in
      TypedRecord(item, number: id.number, values: [.integer(id.number * 50)])
    }
    try expectEqual(Template("{{#lines}}{{number}} {{/lines}}").text(for: numbered), "50 100 ")
  }

  @Test func numberCountsNothingOutsideOfAList() throws {
    #expect(throws: TemplateError.self) {
      try Template("{{number}}").check(for: line) { _ in nil }
    }
    #expect(throws: TemplateError.self) {
      try Template("{{#lines}}{{number}}{{/lines}}").check(
        for: type, types: { _ in self.line }, altered: "Line")
    }
  }

  @Test func everyValueOfHTMLIsEscapedAfterItIsPadded() throws {
    let template = try Template(
      "<a title='{{name|17}}'>{{#name}}{{.}}{{/name}}</a> {{took|h'<'mm}} &", isHTML: true)
    let name = "&lt;Ann &amp; &quot;Bo&#39;s&quot;&gt;"
    try expectEqual(
      template.text(for: input), "<a title='\(name)   '>\(name)</a> -1&lt;30 &")
  }

  @Test(arguments: [
    ("a\n{{{name}}}", 2, 1), ("x {{&name}}", 1, 3), ("{{=<% %>=}}<%&name%>", 1, 12),
  ])
  func aTemplateForHTMLHasNoValueThatIsNotEscaped(template: String, line: Int, column: Int) throws {
    let error = #expect(throws: TemplateError.self) { try Template(template, isHTML: true) }
    expectEqual(error?.kind, .unescaped)
    expectEqual(error?.line, line)
    expectEqual(error?.column, column)
    _ = try Template(template)
  }

  @Test func paddingDoesNotMakeAResultOfAnyLength() throws {
    let tags = String(repeating: "{{number|1000}}", count: 20)
    let template = try Template("{{#l}}\(tags){{/l}}")
    let item = FixedItem()
    let many = FormatterInput(item, related: ["l": Array(repeating: item, count: 9_000)])
    let error = #expect(throws: TemplateError.self) { try template.text(for: many) }
    expectEqual(error?.kind, .tooLong)
  }

  private final class FixedItem: PropertySubject {
    let propertyChanged = PropertyChanged()
    @Observed var name = "x"
  }

  @Test func aLocalFormatterUsesTheLabelsOfTheLocale() throws {
    var input = input
    input.localLabel = { subject, property in
      let label = LabelInteractor(subject, property)
      label.symbols.groupingSeparator = "."
      label.symbols.decimalSeparator = ","
      label.calendar = CalendarNotation(.init(order: .dayMonthYear, separator: ".")) { _ in
        3_600_000
      }
      return label
    }
    let template = try Template(
      "{{day}} {{made}} {{at}} {{took}} {{price}} {{days}} {{#days}}{{.}} {{/days}}")
    func text(isLocal: Bool) -> String? {
      TemplateFormatter("f", template, isLocal: isLocal).output(for: input).first?.items.first?.text
    }
    expectEqual(
      text(isLocal: true),
      "05.01.2026 22.11.2026 00:05:09 09:05 -1:30:05 1234,50 05.01.2026, 31.12.2026 "
        + "05.01.2026 31.12.2026 ")
    expectEqual(
      text(isLocal: false),
      "2026-01-05 2026-11-21T23:05:09.000Z 09:05 -1:30:05 1234.50 2026-01-05, 2026-12-31 "
        + "2026-01-05 2026-12-31 ")
  }
}
