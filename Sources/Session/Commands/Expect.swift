internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

enum ExpectCommand: Command {
  static let verb = Verb(
    "expect",
    usage: "expect (EXPRESSION) · expect rejected { … } · expect error [KIND] [\"TEXT\"] { … }",
    summary:
      "Checks that an expression is true, that a key typed in a block is rejected, or that a "
      + "block fails; otherwise the script stops, except with `--tap`. If you give KIND, the "
      + "error must be of this kind. If you give TEXT, the error message must contain TEXT. The "
      + "changes of a block that fails are undone.",
    examples: [
      "expect (:ann.age = 42)", "expect rejected { type f \"x\" }",
      "expect error \"no such property\" { set ann.agee 1 }",
      "expect error rule { set ann.age 151 }",
    ])

  struct Failure: Sendable {
    var kind: Spanned<Diagnostic.Kind>?
    var text: Spanned<String>?
    /// A syntax error counts as a failure of its command.
    var commands: [Result<Statement, SyntaxError>]
  }

  case holds(ExpressionSyntax)
  /// The typed keys, at least one of which must be rejected.
  case rejected(BlockSyntax)
  case error(Failure)

  init(parsing parser: inout Parser) throws(SyntaxError) {
    parser.note(.sign("("))
    if parser.isAt("(") {
      self = .holds(try parser.bracketedExpression())
    } else if parser.skip("rejected") {
      self = .rejected(try parser.block(jumps: .nowhere))
    } else if parser.skip("error") {
      let kind = try Self.kind(&parser)
      let text = parser.isAtText ? try parser.quotedText("a text of the error") : nil
      self = .error(
        Failure(kind: kind, text: text, commands: try parser.tolerantBlock(jumps: .nowhere)))
    } else {
      throw parser.unexpected(
        "\"(\", \"rejected\" or \"error\"", candidates: ["rejected", "error"])
    }
  }

  private static func kind(
    _ parser: inout Parser
  ) throws(SyntaxError) -> Spanned<Diagnostic.Kind>? {
    let kinds = Diagnostic.Kind.allCases.map(\.rawValue)
    parser.note(words: kinds)
    guard !parser.isAtEnd, !parser.isAtText, !parser.isAt("{") else { return nil }
    let place = parser
    let name = try parser.name("a kind of error, a text or \"{\"")
    guard let kind = Diagnostic.Kind(rawValue: name.value) else {
      throw place.unexpected("a kind of error, a text or \"{\"", candidates: kinds)
    }
    return Spanned(kind, at: name.span)
  }

  static let catchesErrors = true
  var blocks: [BlockSyntax] {
    switch self {
    case .holds: []
    case .rejected(let block): [block]
    case .error(let failure): failure.block.map { [$0] } ?? []
    }
  }

  func run(in session: Session) throws(Diagnostic) {
    guard session.configuration.reportsExpectations else { return try check(in: session) }
    do throws(Diagnostic) {
      try check(in: session)
      session.runner.report(nil)
    } catch {
      guard error.kind == .expect else { throw error }
      session.runner.report(error)
    }
  }

  private func check(in session: Session) throws(Diagnostic) {
    switch self {
    case .holds(let expression):
      let value = try session.resolver.evaluate(expression)
      guard value.isTrue else {
        let found = value == .integer(0) ? "false" : value?.literal ?? "nil"
        throw Diagnostic(
          .expect, "expected (\(expression.text)), which is \(found)", at: expression.span)
      }
    case .rejected(let block):
      let before = session.workspace.editing.rejectedKeys
      do {
        try session.runner.run(block)
      } catch {
        // If Return is refused, that counts as a rejected key, and its error must not end the
        // script.
        guard error.isOfReturn else { throw error }
      }
      guard session.workspace.editing.rejectedKeys > before || session.runner.exitStatus != nil
      else {
        throw Diagnostic(.expect, "expected a key to be rejected, but all keys were accepted")
      }
    case .error(let failure): try failure.check(in: session)
    }
  }
}

extension ExpectCommand.Failure {
  fileprivate var block: BlockSyntax? {
    let statements = commands.compactMap { try? $0.get() }
    guard let first = statements.first, let last = statements.last else { return nil }
    return BlockSyntax(
      statements: statements, span: SourceSpan(from: first.span, to: last.span))
  }

  fileprivate func check(in session: Session) throws(Diagnostic) {
    do throws(Diagnostic) {
      if commands.count > 1 {
        try session.blocks.asOneTransaction(mayChange: block?.mayChange ?? false, isAttempt: true) {
          () throws(Diagnostic) in try run(in: session)
        }
      } else {
        // If a single command fails, it rolls back its own changes.
        try run(in: session)
      }
    } catch {
      guard error.canBeCaught else { throw error }
      return try check(error)
    }
    guard session.runner.exitStatus == nil else { return }
    throw unmet("the commands succeeded")
  }

  private func run(in session: Session) throws(Diagnostic) {
    for result in commands where session.runner.exitStatus == nil {
      let statement: Statement
      do throws(SyntaxError) {
        statement = try result.get()
      } catch {
        throw Diagnostic(error)
      }
      try session.runner.execute(statement)
    }
  }

  private func check(_ error: Diagnostic) throws(Diagnostic) {
    if let kind, error.kind != kind.value {
      throw unmet("the error was of kind \(error.kind.rawValue): \(error.message)")
    }
    if let text, !error.message.contains(text.value) {
      throw unmet("the error was: \(error.message)")
    }
  }

  private func unmet(_ found: String) -> Diagnostic {
    let words =
      "an error" + (kind.map { " of kind \($0.value.rawValue)" } ?? "")
      + (text.map { " with \"\($0.value)\"" } ?? "")
    let diagnostic = Diagnostic(.expect, "expected \(words); \(found)")
    return (text?.span ?? kind?.span).map(diagnostic.at) ?? diagnostic
  }
}
