import Presentation
import Records
import TestSupport
import Testing

@Suite struct TemplateTests {
  @Test(arguments: [
    ("{{title}}", "Silent Echo"),
    ("{{größe}}, {{running}}, {{card}}", "«nil», true, •••• 1111"),
    ("{{`recommended by`}} = {{`recommended by`.name}}", "Ann = Ann"),
    ("{{#running}}on{{/running}}{{^running}}off{{/running}}", "on"),
    ("{{^größe}}no size{{/größe}}{{#größe}}{{.}}{{/größe}}", "no size"),
    ("{{#tags}}{{.}}{{^last()}}, {{/last()}}{{/tags}}", "new, <b>"),
    ("{{tags}} {{count(tags)}} {{reviews}}", "new, <b> 2 2"),
    ("{{uppercased(title)}}", "SILENT ECHO"),
    ("{{uppercased(größe)}} {{#empty(größe)}}none{{/empty(größe)}}", "«nil» none"),
    ("{{uppercased(first(tags))}} {{#tags}}{{capitalized(.)}}{{/tags}}", "NEW New<B>"),
    ("{{#first(reversed(reviews))}}{{rating}}{{/first(reversed(reviews))}}", "2"),
    (
      "{{#reviews}}{{index()}}:{{rating}} of {{title}} by {{author.name}}; {{/reviews}}",
      "0:1 of Silent Echo by Ann; 1:2 of Silent Echo by Ann; "
    ),
    ("{{#`recommended by`}}{{name}}{{/`recommended by`}}", "Ann"),
    ("{{! a comment }}a{{=<% %>=}} {{b}} <%title%>", "a {{b}} Silent Echo"),
    ("{{{title}}}{{&title}}", "Silent EchoSilent Echo"),
    ("{{#tags}}\n- {{.}}\n{{/tags}}\nend\n\n", "- new\n- <b>\nend"),
    ("", ""),
  ])
  func aTemplateShowsValuesAsLabelsDo(template: String, text: String) throws {
    try expectEqual(Shows().text(template), text)
  }

  @Test(arguments: [
    ("| This Is\n{{#running}}\n|\n{{/running}}\n| A Line", "| This Is\n|\n| A Line"),
    ("| This Is\n  {{#running}}\n|\n \t{{/running}} \n| A Line", "| This Is\n|\n| A Line"),
    ("|\r\n{{#running}}\r\n{{/running}}\r\n|", "|\n|"),
    ("  {{#running}}\n#{{/running}}\n/", "#\n/"),
    ("#{{#running}}\n/\n  {{/running}}", "#\n/"),
    (" | {{#running}}\t|\t{{/running}} | \n", " | \t|\t | "),
    (" | {{#running}} {{! Important }}\n {{/running}} | \n", " |  \n  | "),
    (" {{#running}}YES{{/running}}\n {{#running}}GOOD{{/running}}\n", " YES\n GOOD"),
    ("|{{# running }}={{/ running }}|{{^ running }}x{{/ running }}|", "|=||"),
    (
      "{{#running}}\n* first\n{{/running}}\n* second\n{{#running}}\n* third\n{{/running}}",
      "* first\n* second\n* third"
    ),
    ("|\n{{^größe}}\n|\n{{/größe}}\n|", "|\n|\n|"),
    ("| A {{^größe}}B {{^größe}}C{{/größe}} D{{/größe}} E |", "| A B C D E |"),
    ("| A {{^running}}B {{^größe}}C{{/größe}} D{{/running}} E |", "| A  E |"),
    ("Begin.\n  {{! a\n  b }}\nEnd.", "Begin.\nEnd."),
    ("  12 {{! 34 }}\n{{! 5 }} 6", "  12 \n 6"),
    ("!\n  {{! a }}", "!"),
    ("| {{=@ @=}} |\n{{a}}", "|  |\n{{a}}"),
    ("Begin.\n {{=<% %>=}}\n<%title%>", "Begin.\nSilent Echo"),
    // Whether a tag is alone on its line does not depend on tags of other lines.
    ("x{{#running}}\n{{/running}}\n  {{#running}}\ny\n{{/running}}", "x\ny"),
    ("{{#running}}\nx{{/running}} {{#running}}\ny{{/running}}", "x \ny"),
  ])
  func tagsAreThoseOfMustacheAlsoAloneInALine(template: String, text: String) throws {
    try expectEqual(Shows().text(template), text)
  }

  @Test(arguments: [
    ("{{#uppercased(title)}}{{.}}{{/uppercased(title)}}", "SILENT ECHO"),
    ("{{#count(tags)}}{{.}} of {{title}}{{/count(tags)}}", "2 of Silent Echo"),
    ("{{sorted(tags)}}; {{reversed(reviews)}}", "<b>, new; Review/2, Review/1"),
  ])
  func whatAFunctionReturnsIsWrittenAndIsTheItemOfItsSection(template: String, text: String) throws
  {
    try expectEqual(Shows().text(template), text)
  }

  @Test func wordsBeginWithACapital() throws {
    let shows = try Shows(title: "it's 2nd a.b ǆ-STRASSE")
    try expectEqual(shows.text("{{capitalized(title)}}"), "It's 2Nd A.B ǅ-Strasse")
  }

  @Test func nothingIsEscapedForHTMLAndControlCharactersAreWrittenOut() throws {
    let shows = try Shows(title: "<b>&\"\u{1B}[31m\n\u{202E}é\u{1}2\u{2}")
    try expectEqual(shows.text("{{title}}"), "<b>&\"\\u{1b}[31m\\n\\u{202e}é\\u{1}2\\u{2}")
    try expectEqual(shows.text("a\u{1B}b"), "a\\u{1b}b")
  }

  @Test(arguments: [
    ("a\nb {{title", 2, 3, "this tag is never closed"),
    ("{{}}", 1, 1, "expected a name in the tag"),
    ("\n{{ti tle}}", 2, 1, "\"ti tle\" is not a name; expected one such as {{title}}"),
    ("{{#reviews}}\n{{title}}", 1, 1, "the section \"reviews\" is never closed"),
    ("x\n{{/reviews}}", 2, 1, "no section \"reviews\" is open"),
    ("{{#a}}\n {{/b}}", 2, 2, "the section \"a\" is open; expected {{/a}}, not {{/b}}"),
    ("{{> other}}", 1, 1, "a template has no {{>…}} tags; expected a name, or #, ^, /, & or !"),
    (
      "{{% CONTENT_TYPE: HTML}}", 1, 1,
      "a template has no {{%…}} tags; expected a name, or #, ^, /, & or !"
    ),
    ("{{=<=}}", 1, 1, "expected delimiters such as {{=<% %>=}}"),
    ("{{larger(title)}}", 1, 1, "there is no function \"larger\""),
  ])
  func aTemplateThatDoesNotParseSaysWhere(
    template: String, line: Int, column: Int, message: String
  ) {
    let error = #expect(throws: TemplateError.self) { try Template(template) }
    expectEqual(error?.line, line)
    expectEqual(error?.column, column)
    expectEqual(error?.message, message)
  }

  @Test func sectionsAreNestedToADepthOfFifty() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "{{#reviews}}", count: depth)
        + String(repeating: "{{/reviews}}", count: depth)
    }
    _ = try Template(nested(50))
    #expect(throws: TemplateError.self) { try Template(nested(51)) }
  }

  @Test func functionsAreNestedToADepthOfFifty() throws {
    func nested(_ depth: Int) -> String {
      let front = String(repeating: "uppercased(", count: depth)
      return "{{" + front + "title" + String(repeating: ")", count: depth) + "}}"
    }
    _ = try Template(nested(50))
    let error = #expect(throws: TemplateError.self) { try Template(nested(51)) }
    expectEqual(error?.kind, .tooManyFunctions)
    expectEqual(error?.message, "functions are nested more than 50 levels deep")
  }

  @Test(arguments: [
    ("{{titel}}", 1, "Show has no property \"titel\""),
    ("{{#reviews}}\n{{ratng}}{{/reviews}}", 2, "Review has no property \"ratng\""),
    ("{{title.length}}", 1, "\"title\" is not a reference and has no properties"),
    ("{{`recommended by`.age}}", 1, "Person has no property \"age\""),
  ])
  func aNameThatIsNotThereIsAnErrorWithItsLine(template: String, line: Int, message: String) throws
  {
    let shows = try Shows()
    let type = shows.show.type
    let checked = #expect(throws: TemplateError.self) {
      try Template(template).check(for: type) { shows.types[$0] }
    }
    expectEqual(checked?.line, line)
    expectEqual(checked?.message, message)
    expectEqual(checked?.candidates.isEmpty, (message.contains("not a reference")))
    let rendered = #expect(throws: TemplateError.self) { try shows.text(template) }
    expectEqual(rendered?.line, line)
  }

  @Test(arguments: [
    ("x\n {{count(title)}}", 2, "\"count\" needs a list; title is a single value"),
    ("{{uppercased(tags)}}", 1, "\"uppercased\" needs a single value; tags is a list"),
    (
      "{{#sorted(running)}}{{/sorted(running)}}", 1,
      "\"sorted\" needs a list; running is a single value"
    ),
    (
      "{{lowercased(count(tags))}}", 1,
      "\"lowercased\" needs a single value; count(tags) is a number"
    ),
    (
      "{{reversed(empty(tags))}}", 1,
      "\"reversed\" needs a list or a single value; empty(tags) is true or false"
    ),
    ("{{#tags}}\n{{count(.)}}{{/tags}}", 2, "\"count\" needs a list; . is a single value"),
    (
      "{{count(`recommended by`.name)}}", 1,
      "\"count\" needs a list; `recommended by`.name is a single value"
    ),
    (
      "{{#first(reviews)}}{{count(rating)}}{{/first(reviews)}}", 1,
      "\"count\" needs a list; rating is a single value"
    ),
  ])
  func aFunctionThatDoesNotTakeItsValueIsAnErrorWithItsLine(
    template: String, line: Int, message: String
  ) throws {
    let shows = try Shows()
    let type = shows.show.type
    let checked = #expect(throws: TemplateError.self) {
      try Template(template).check(for: type) { shows.types[$0] }
    }
    expectEqual(checked?.line, line)
    expectEqual(checked?.message, message)
    // Errors in earlier definitions are reported when they are rendered.
    let rendered = #expect(throws: TemplateError.self) { try shows.text(template) }
    expectEqual(rendered, checked)
  }

  @Test(arguments: [
    ("{{last()}}", false), ("{{#`recommended by`}}{{index()}}{{/`recommended by`}}", false),
    ("{{#reviews}}{{#author}}{{first()}}{{/author}}{{/reviews}}", false),
    ("{{#reviews}}{{^tags}}{{first()}}{{/tags}}{{/reviews}}", false),
    ("{{#reviews}}{{^last()}}{{index()}}{{/last()}}{{/reviews}}", true),
    ("{{#reviews}}{{^running}}{{#running}}{{index()}}{{/running}}{{/running}}{{/reviews}}", true),
    ("{{#sorted(tags)}}{{index()}}{{/sorted(tags)}}", true),
  ])
  func thePlaceInAListIsKnownDirectlyInItsSection(template: String, isKnown: Bool) throws {
    let shows = try Shows()
    let parsed = try Template(template)
    var error: TemplateError?
    do {
      try parsed.check(for: shows.show.type) { shows.types[$0] }
    } catch let misplaced {
      error = misplaced
    }
    expectEqual((error == nil), isKnown)
  }

  @Test func aNameOfATypeThatIsNotDefinedYetIsTakenOnTrust() throws {
    let shows = try Shows()
    try Template("{{#reviews}}{{ratng}}{{/reviews}}").check(for: shows.show.type) { _ in nil }
  }

  @Test func aTemplateThatWouldNeverEndIsCutOff() throws {
    let shows = try Shows(reviews: 1000)
    let error = #expect(throws: TemplateError.self) {
      try shows.text(
        "{{#reviews}}{{#reviews}}{{#reviews}}{{title}}{{/reviews}}{{/reviews}}{{/reviews}}")
    }
    expectEqual(error?.kind, .tooLong)
  }

  @Test func aThousandItemsAndALongTitleAreShown() throws {
    let shows = try Shows(title: String(repeating: "長い", count: 5000), reviews: 1000)
    let lines = try shows.text("{{#reviews}}\n{{text}}\n{{/reviews}}\n{{title}}").split(
      separator: "\n")
    expectEqual(lines.count, 1001)
    expectEqual(lines.last?.count, 10_000)
  }
}
