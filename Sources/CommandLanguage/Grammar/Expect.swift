/// What `expect` says.
public enum ExpectSyntax: Hashable, Sendable {
  /// The expression is true.
  case holds(Expression)
  /// At least one key is rejected in the commands.
  case rejected([Statement])
  /// The commands end with an error that says so; one that cannot be read is such an error.
  case error(Spanned<String>, [Result<Statement, SyntaxError>])
}

extension Verb {
  static let expect = Verb(
    "expect",
    synopsis: "expect (EXPRESSION) · expect rejected { … } · expect error \"TEXT\" { … }",
    summary: "Stops the script unless it is so.",
    examples: [
      "expect (:ann.age = 42)", "expect rejected { type f \"x\" }",
      "expect error \"no such property\" { set ann.agee 1 }",
    ]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .expect(try parser.expectation())
  }
}

extension Parser {
  fileprivate mutating func expectation() throws(SyntaxError) -> ExpectSyntax {
    note(.sign("("))
    if isAt("(") { return .holds(try bracketedExpression()) }
    if skip("rejected") {
      var statements: [Statement] = []
      for result in try block() { statements.append(try result.get()) }
      return .rejected(statements)
    }
    if skip("error") { return .error(try quotedText("the error"), try block()) }
    throw unexpected(
      "\"(\", \"rejected\" or \"error\"", candidates: ["rejected", "error"])
  }
}
