internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// Resolves the names, dates and records in an expression for the compiler.
///
/// Keeps its diagnostics by token, because the compiler passes on only a message and the token.
final class ExpressionNames: ExpressionSession {
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

  /// The kept diagnostic for the token of an error; nil if the compiler itself found the error.
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

  /// Falls back to the first name if the path has no single value.
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
      // The key follows the type and an opening bracket.
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
  static let clockNames = ["today", "now"]
  static let environmentName = "env"

  fileprivate func isGiven(_ name: String) -> Bool {
    switch names[name] {
    case .record, .value: true
    case .label, .field, .form, .command, .handler: false
    case nil: Self.clockNames.contains(name)
    }
  }
}

extension [WrittenToken] {
  /// Whether the token is a name, but neither of a function nor of a property after a dot.
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
