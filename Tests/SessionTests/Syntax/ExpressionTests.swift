import CommandLanguage
import TestSupport
import Testing
import Values

@Suite struct ExpressionTests {
  private func expression(_ text: String) throws -> ExpressionSyntax {
    let statement = try #require(try read("expect (\(text))").first?.get())
    return try #require(firstPart(of: statement.command))
  }

  private func condition(_ command: String) throws -> ExpressionSyntax? {
    let command = try #require(try read(command).first?.get()).command
    return type(of: command).verb.name == "expect" ? nil : firstPart(of: command)
  }

  @Test(
    arguments: [
      ("age", .word("age")), ("`a``b c`", .quotedName("a`b c")), ("'O''Neil'", .text("O'Neil")),
      ("''", .text("")), ("\"a\\n'\"", .text("a\n'")), ("1e5", .number("1e5")),
      ("0x1F", .number("0x1F")), ("1.50", .number("1.50")), ("2026-11-21", .date("2026-11-21")),
      (":today", .sessionName(["today"])), (":ann.age", .sessionName(["ann", "age"])),
      (":`a b`.`c`", .sessionName(["a b", "c"])), ("'a\nb'", .text("a\nb")),
    ] as [(String, ExpressionToken)])
  func eachSortOfTokenHasItsValue(text: String, kind: ExpressionToken) throws {
    let tokens = try expression(text).tokens
    expectEqual(tokens.map(\.kind), [kind])
    expectEqual(tokens.map(\.text), [text])
  }

  @Test(arguments: [
    "||", "->", "->>", "<=", ">=", "<>", "!=", "==", "=", "<", ">", "<<", ">>", "+", "-", "*", "/",
    "%", "&", "|",
  ])
  func operatorsAreTokensWithAndWithoutSpaces(symbol: String) throws {
    for text in ["a\(symbol)b", "a \(symbol) b"] {
      let kinds = try expression(text).tokens.map(\.kind)
      expectEqual(kinds, [.word("a"), .symbol(symbol), .word("b")])
    }
  }

  @Test func tokensStandWhereTheyAreWritten() throws {
    let expression = try expression(" é || :ann.age  <= ~1 ")
    expectEqual(expression.text, "é || :ann.age  <= ~1")
    expectEqual(expression.tokens.map(\.span.start.column), [10, 12, 15, 25, 28, 29])
    expectEqual(expression.tokens.map(\.span.end.column), [11, 14, 23, 27, 29, 30])
    expectEqual(expression.span.start.column, 10)
    expectEqual(expression.span.end.column, 30)
  }

  @Test func aDateIsOneValueAndItsPartsApartSubtract() throws {
    try expectEqual(expression("2026-11-21").tokens.count, 1)
    try expectEqual(expression("2026 - 11 - 21").tokens.count, 5)
    try expectEqual(expression("age-2026-11-21").tokens.count, 3)
  }

  @Test(arguments: [
    ("list P where a > 1", "a > 1"), ("list P where a > 1;types", "a > 1"),
    ("list P where a > 1 limit 3", "a > 1"), ("list P where a order by b", "a"),
    ("list P where (a order b) limit 3", "(a order b)"),
    ("list P where `limit` > 1", "`limit` > 1"),
    ("list P where a = 'x limit 3'", "a = 'x limit 3'"),
    ("history P where old > 3 since #1", "old > 3"), ("history P where a by ann", "a"),
    ("list P where a by b", "a by b"),
    ("expect rejected { list P where a }", nil),
    ("list P where a # comment", "a"), ("list P where (a # comment\n+ b)", "(a\n+ b)"),
    ("list P where count(Q where b, c) > 0", "count(Q where b, c) > 0"),
  ])
  func anExpressionEndsAtAWordThatItsCommandExpects(command: String, text: String?) throws {
    try expectEqual(condition(command)?.text, text)
  }

  @Test(arguments: [
    ("list P where a, b", "1:15"), ("list P where a { b", "1:16"), ("list P where a: b", "1:15"),
    ("list P where a --trace", "1:16"), ("list P where a )", "1:16"), ("list P where a ]", "1:16"),
  ])
  func anExpressionEndsAtASignThatCannotBePartOfIt(command: String, place: String) {
    #expect(firstError(command).hasPrefix(place + ": "))
  }

  @Test func orderHasSeveralTermsEachWithItsDirection() {
    expectEqual(
      sketches("list P order by a + 1 asc, max(b, c) desc, d limit 2"),
      [
        "list query: type: P order: [expression: (a + 1), expression: (max(b, c)) isDescending, "
          + "expression: (d)] limit: 2"
      ])
  }

  @Test(arguments: [
    ("", "1:9: syntax: expected an expression after \"(\", not \")\""),
    ("a -- b", "1:11: syntax: unexpected \"--\" in an expression"),
    ("a --b", "1:11: syntax: unexpected \"--b\" in an expression"),
    ("a/*b*/", "1:10: syntax: unexpected \"/*\" in an expression"),
    ("a; b", "1:10: syntax: unexpected \";\" in an expression"),
    ("[a]", "1:9: syntax: unexpected \"[\" in an expression"),
    ("a = ?", "1:13: syntax: unexpected \"?\" in an expression"),
    ("a = : b", "1:15: syntax: expected a name directly after \":\", not \"b\""),
    ("a = $b", "1:13: syntax: unexpected character \"$\""),
    ("a = .5", "1:13: syntax: a number cannot begin with \".\""),
    (
      "a = 31.12.2025",
      "1:18: syntax: a number cannot end with \".\" (write dates as 2025-12-31)"
    ),
    ("a = 5.", "1:14: syntax: a number cannot end with \".\""),
    ("5.a", "1:10: syntax: a number cannot end with \".\""),
    ("5 kg #12", "1:14: syntax: unexpected \"#12\" in an expression"),
    ("1...2", "1:10: syntax: unexpected \"...\" in an expression"),
    ("{}", "1:9: syntax: unexpected \"{\" in an expression"),
    ("a = 12abc", "1:15: syntax: unexpected character \"a\" in a number"),
    ("a ! b", "1:11: syntax: unexpected character \"!\""),
  ])
  func whatCannotStandInAnExpressionIsAnErrorAtItsPlace(text: String, error: String) {
    #expect(firstError("expect (\(text))").hasPrefix(error))
  }

  @Test func bracketsAreBalancedToADepthOfFifty() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth)
    }
    try expectEqual(expression(nested(50)).tokens.count, 101)
    expectEqual(
      firstError("expect (\(nested(51)))"), "1:59: syntax: parentheses are nested too deeply")
  }
}
