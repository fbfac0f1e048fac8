internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// Says what the names, dates and records in an expression mean in a session.
///
/// Their errors are kept until the end, for the error to report is the first one by its place.
final class ExpressionNames: ExpressionSession {
  /// Takes notice of a name, and says which of the values given at evaluation is its own, and of
  /// what kind that is.
  typealias Bind = (SessionPath) throws(Diagnostic) -> (Int, PropertyKind?)

  private let resolver: Resolver
  private let tokens: [WrittenToken]
  private let bind: Bind
  private var answers: [Int: RecordExpression.Given] = [:]
  private var errors: [Int: Diagnostic] = [:]

  init(_ tokens: [WrittenToken], in resolver: Resolver, bind: @escaping Bind) {
    self.tokens = tokens
    self.resolver = resolver
    self.bind = bind
  }

  /// What a mistake of the expression is in the words of the session, if it is one of the session's.
  func diagnostic(of error: StoreError) -> Diagnostic? { error.token.flatMap { errors[$0] } }

  func value(
    of names: [String], isMarked: Bool, at place: Int
  ) throws(ExpressionError) -> RecordExpression.Given? {
    if let answer = answers[place] { return answer }
    guard isMarked || resolver.isGiven(names[0]) else { return nil }
    let answer = try said(at: place) { () throws(Diagnostic) in
      isMarked ? try marked(names, at: place) : try bare(names, at: place)
    }
    answers[place] = answer
    return answer
  }

  private func marked(_ names: [String], at place: Int) throws(Diagnostic) -> RecordExpression.Given
  {
    let span = tokens[place].span
    let (index, kind) = try bind(
      SessionPath(names: names.map { Name($0, at: span) }, span: span))
    return RecordExpression.Given(index, kind)
  }

  /// The value at the end of the names; that of the first where no single value is there.
  private func bare(_ names: [String], at place: Int) throws(Diagnostic) -> RecordExpression.Given {
    var path = SessionPath(
      names: names.enumerated().map { Name($1, at: tokens[place + 2 * $0].span) },
      span: tokens[place].span)
    if names.count > 1, let value = try? resolver.value(path), value.property?.kind.isList != true {
      let (index, kind) = try bind(path)
      return RecordExpression.Given(index, kind, count: 2 * names.count - 1)
    }
    path.names.removeSubrange(1...)
    let (index, kind) = try bind(path)
    return RecordExpression.Given(index, kind)
  }

  func moment(at place: Int) throws(ExpressionError) -> Value? {
    try said(at: place) { () throws(Diagnostic) in
      try tokens[place].moment(zoneOffset: resolver.zoneOffset)
    }
  }

  func check(
    _ record: RecordExpression.Record, of type: String, at place: Int
  ) throws(ExpressionError) {
    let span = tokens[place].span
    let type = Name(type, at: span)
    let syntax: RecordSyntax? =
      switch record {
      case .number(let number): .id(type: type, number: number)
      // The type and a bracket come before it.
      case .key: tokens[place + 2].value.map { .key(type: type, value: $0) }
      }
    guard let syntax else { return }
    _ = try said(at: place) { () throws(Diagnostic) in
      try resolver.record(Spanned(syntax, at: span))
    }
  }

  private func said<Answer>(
    at place: Int, _ body: () throws(Diagnostic) -> Answer
  ) throws(ExpressionError) -> Answer {
    do {
      return try body()
    } catch {
      errors[place] = error
      throw ExpressionError(.name, error.message, token: place)
    }
  }
}

extension Resolver {
  /// The names that the clock has in every session.
  static let clockNames = ["today", "now"]
  /// The name that the variables of the environment are read by, in every session.
  static let environmentName = "env"

  /// Whether a name of the session has a value in an expression.
  fileprivate func isGiven(_ name: String) -> Bool {
    switch names[name] {
    case .record, .value: true
    case .label, .field, .form, .command, .handler: false
    case nil: Self.clockNames.contains(name)
    }
  }
}

extension [WrittenToken] {
  /// Whether the token is a name that a session could have, and not a function, a word or what a
  /// point leads to.
  func isBareName(at place: Int) -> Bool {
    switch self[place].kind {
    case .word, .quotedName: symbol(at: place - 1) != "." && symbol(at: place + 1) != "("
    case .text, .number, .date, .sessionName, .symbol: false
    }
  }

  private func symbol(at place: Int) -> String? {
    guard indices.contains(place), case .symbol(let symbol) = self[place].kind else {
      return nil
    }
    return symbol
  }
}

extension WrittenToken {
  /// The token as a value of a command; nil for a name of SQL and for signs.
  fileprivate var value: Spanned<ValueSyntax>? {
    let value: ValueSyntax? =
      switch kind {
      case .text(let text): .text(text)
      case .word(let word): .word(word)
      case .number(let number): .number(number)
      case .date(let date): .date(date)
      case .sessionName(let names):
        .name(SessionPath(names: names.map { Name($0, at: span) }, span: span))
      case .quotedName, .symbol: nil
      }
    return value.map { Spanned($0, at: span) }
  }
}
