internal import Expressions
internal import Records

/// Translates SQLite's compiler errors into the terms of the expression.
///
/// SQLite reports all of them with the same code, so this type parses the messages. No other type
/// does.
struct ExpressionFailure {
  private let message: String
  private let code: Int
  private let token: Int?
  private let tokens: [ExpressionToken]
  /// The length of the longest chain of records that the calculation follows.
  private let depth: Int

  /// - Parameter offset: The position of the error, in bytes of the SQL.
  init(
    _ failure: ExpressionMirror.Failure, offset: Int?, in sql: AnalyzedExpression.SQL,
    _ tokens: [ExpressionToken], depth: Int = 0
  ) {
    self.depth = depth
    message = failure.message
    code = failure.code
    self.tokens = tokens
    token = offset.flatMap { sql.token(at: $0) }
  }

  var error: StoreError {
    let (kind, message) = translated
    return StoreError(kind, .stated(message), token: token ?? named, code: code)
  }

  /// The index of the token that the message names, if any.
  private var named: Int? {
    if message == "row value misused" { return tokens.firstIndex(of: .symbol("(")) }
    guard let name = message.split(whereSeparator: { " .:()\"".contains($0) }).last else {
      return nil
    }
    return tokens.firstIndex { $0.name?.asciiLowercased == String(name).asciiLowercased }
  }

  private var givenValues: Int {
    guard let token, tokens.indices.contains(token + 2) else { return 0 }
    var depth = 0
    var commas = 0
    for other in tokens[(token + 1)...] {
      if other == .symbol("(") { depth += 1 }
      if other == .symbol(")") { depth -= 1 }
      if other == .symbol(","), depth == 1 { commas += 1 }
      if depth == 0 { break }
    }
    return tokens[token + 2] == .symbol(")") ? 0 : commas + 1
  }

  private var here: String { token.map { tokens[$0].words } ?? "a part" }

  private var translated: (StoreError.Kind, String) {
    let words = Self.self
    if let name = words.rest(of: message, after: "no such column: ") {
      return (.name, "there is no property or result \"\(name)\" here")
    }
    if let name = words.rest(of: message, after: "no such table: ") {
      return (.name, RecordType.missing(name))
    }
    if let name = words.rest(of: message, after: "no such function: ") {
      return (.name, "there is no function \"\(name)\"")
    }
    if let name = words.rest(of: message, after: "ambiguous column name: ") {
      return (.name, "\"\(name)\" is ambiguous here; write TYPE.\(name)")
    }
    if let call = words.rest(of: message, after: "wrong number of arguments to function "),
      let function = ExpressionFunction.named(String(call.dropLast(2)).asciiLowercased)
    {
      let count = givenValues
      return (
        .expression, "\(function.name)() takes \(function.arityWords(given: count)), not \(count)"
      )
    }
    if message.hasPrefix("misuse of aggregate") {
      return (
        .expression,
        "\(here) aggregates many records; put it in a subselect: (select … from …)"
      )
    }
    if message.hasPrefix("misuse of window") {
      return (.expression, "\(here) needs a window; it can only be used in a subselect")
    }
    if message.hasPrefix("near \""), message.hasSuffix("syntax error") {
      return (.expression, "\(here) cannot be used here")
    }
    if message == "incomplete input" { return (.expression, "the expression is incomplete") }
    if message == "row value misused" {
      return (.expression, "expected one value, not several in parentheses")
    }
    if message.hasPrefix("Expression tree is too large") || message == "parser stack overflow" {
      guard depth > 1 else { return (.expression, "the expression is nested too deeply") }
      return (
        .expression,
        "the calculation follows a chain of \(depth) other records and is nested too deeply; "
          + "SQLite allows about 100 nested operators and parentheses"
      )
    }
    if let match = message.wholeMatch(of: #/[0-9]+[a-z]+ (ORDER|GROUP) BY term .*?([0-9]*)/#) {
      let clause = "\"\(match.1.lowercased()) by\""
      return (
        .expression,
        match.2.isEmpty
          ? "\(clause) after several selects accepts only columns that every select returns"
          : "a number after \(clause) is the position of a result, from 1 to \(match.2)"
      )
    }
    if message == "too many SQL variables" {
      return (.expression, "the expression has too many values")
    }
    return (.expression, message)
  }

  private static func rest(of message: String, after prefix: String) -> String? {
    message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : nil
  }
}
