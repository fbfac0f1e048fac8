import CommandLanguage
import TestSupport
import Testing

@Suite struct TemplateSyntaxTests {
  @Test(arguments: [
    ("", ""), ("plain", "text 'plain'"), (":a", "name :a"), (":a.b", "name :a.b"),
    (":a.", "name :a, text '.'"), (":a. b", "name :a, text '. b'"), ("a:b", "text 'a', name :b"),
    ("::", "text ':'"), (":::a", "text ':', name :a"), ("10:30 :) : :", "text '10:30 :) : :'"),
    (":`a b`.`c`!", "name :a b.c, text '!'"), (":(1)", "expression (1)"),
    (":(a(1, ')'))x", "expression (a(1, ')')), text 'x'"), (":é-", "name :é, text '-'"),
    (":(\\\"a\\\" || \\\"b\\\")", "expression (\"a\" || \"b\")"), (":a:b", "name :a, name :b"),
    (":(:a.b)", "expression (:a.b)"), ("\\u{3A}a", "name :a"), (":1", "text ':1'"),
    ("x:\ny", "text 'x:\ny'"),
  ])
  func namesAndExpressionsAreCutOut(text: String, parts: String) {
    expectEqual(
      sketches("echo \"\(text)\""),
      [
        "echo [text " + (parts.isEmpty ? "" : "parts: [\(parts)]") + "]"
      ])
  }

  @Test func otherTextsAreLiteral() {
    expectEqual(sketches("sql \":a :(\""), ["sql statement: :a :("])
    expectEqual(sketches("set a.b \":a\""), ["set property a.b text ':a'"])
  }

  @Test func placesInATemplateAreThoseOfTheScript() throws {
    let statement = try #require(try read("echo \"é\\n\\u{41}:ann.age \n :(1 +  b)\"").first?.get())
    let template = try #require(firstPart(TemplateSyntax.self, of: statement.command))
    for case .name(let path) in template.parts {
      expectEqual(path.span.start, SourcePosition(line: 1, column: 16))
      expectEqual(path.names[1].span.start.column, 21)
      expectEqual(path.span.end.column, 24)
    }
    for case .expression(let expression) in template.parts {
      expectEqual(expression.span.start, SourcePosition(line: 2, column: 4))
      expectEqual(expression.tokens.map(\.span.start.column), [4, 6, 9])
      expectEqual(expression.text, "1 +  b")
    }
    expectEqual(template.parts.count, 4)
  }
}
