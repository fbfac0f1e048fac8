internal import CommandLanguage
internal import RecordStore
internal import Records

enum ExpectCommand: Command {
  static let verb = Verb(
    "expect",
    usage: "expect (EXPRESSION) · expect rejected { … } · expect error \"TEXT\" { … }",
    summary: "Stops the script unless an expectation holds.",
    examples: [
      "expect (:ann.age = 42)", "expect rejected { type f \"x\" }",
      "expect error \"no such property\" { set ann.agee 1 }",
    ])

  /// The expression is true.
  case holds(ExpressionSyntax)
  /// At least one key is rejected in the commands.
  case rejected([Statement])
  /// The commands end with an error that says so; one that cannot be read is such an error.
  case error(Spanned<String>, [Result<Statement, SyntaxError>])

  init(parsing parser: inout Parser) throws(SyntaxError) {
    parser.note(.sign("("))
    if parser.isAt("(") {
      self = .holds(try parser.bracketedExpression())
    } else if parser.skip("rejected") {
      var statements: [Statement] = []
      for result in try parser.block() { statements.append(try result.get()) }
      self = .rejected(statements)
    } else if parser.skip("error") {
      self = .error(try parser.quotedText("the error"), try parser.block())
    } else {
      throw parser.unexpected(
        "\"(\", \"rejected\" or \"error\"", candidates: ["rejected", "error"])
    }
  }

  func run(in session: Session) throws(Diagnostic) {
    switch self {
    case .holds(let expression):
      let value = try session.resolver.evaluate(expression)
      guard value.isTrue else {
        let found = value == .integer(0) ? "false" : value?.literal ?? "nil"
        throw Diagnostic(
          .expect, "expected (\(expression.text)), which is \(found)", at: expression.span)
      }
    case .rejected(let statements):
      let before = session.editing.rejectedKeys
      do {
        for statement in statements where session.runner.exitStatus == nil {
          try session.runner.execute(statement)
        }
      } catch {
        // A Return that is refused is a key that is refused; the error that follows says the same.
        guard error.isOfReturn else { throw error }
      }
      guard session.editing.rejectedKeys > before || session.runner.exitStatus != nil else {
        throw Diagnostic(.expect, "expected a key to be rejected; all were accepted")
      }
    case .error(let text, let results):
      do throws(Diagnostic) {
        for result in results where session.runner.exitStatus == nil {
          try session.runner.execute(try statement(result))
        }
      } catch {
        guard error.kind != .expect else { throw error }
        guard error.message.contains(text.value) else {
          throw Diagnostic(
            .expect, "expected an error with \"\(text.value)\"; it was: \(error.message)",
            at: text.span)
        }
        return
      }
      guard session.runner.exitStatus == nil else { return }
      throw Diagnostic(
        .expect, "expected an error with \"\(text.value)\"; there was none", at: text.span)
    }
  }

  private func statement(_ result: Result<Statement, SyntaxError>) throws(Diagnostic) -> Statement {
    do {
      return try result.get()
    } catch {
      throw Diagnostic(error)
    }
  }
}
