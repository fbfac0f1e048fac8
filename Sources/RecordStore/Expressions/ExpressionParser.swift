internal import Records

/// Reads the tokens of an expression as SQLite's grammar has them, and writes each as SQL.
///
/// Only what it has understood is written, so no token reaches SQLite that is not a known word or
/// symbol, a quoted name, or a bound value. It knows how far each operand goes and what sort of
/// number it is; from that it decides where Decimals need help to compare as they read.
struct ExpressionParser {
  typealias Token = Expression.Token

  /// A part of the expression that has a value.
  struct Operand {
    var range: ClosedRange<Int>
    var nature: ExpressionNature
  }

  /// How deep brackets can be nested.
  static let maximumBrackets = 50
  /// How deep parts without brackets can be nested in each other.
  private static let maximumDepth = 120

  let tokens: [Token]
  /// What the session has for names that no record has, by the place of their first token.
  let given: [Int: Expression.Given]
  /// The moments that texts are where they are compared with one, by their places.
  let moments: [Int: Value]
  let types: [RecordType]
  /// Whether every program is to understand what is written, as it must where it becomes a part of
  /// a table: SQLite's own functions, nothing bound, and the record's own properties only.
  let isPortable: Bool
  /// Whether values of unlike kinds are taken, as by what a file had before that was an error.
  let isLenient: Bool
  var emission: ExpressionEmission
  var position = 0
  /// The place of the token that is read as if it were the end.
  var limit: Int
  var scopes: [ExpressionScope] = []
  /// The subselects named by a `with`, with what is known of their columns.
  var common: [[String: ExpressionScope.Source]] = []
  /// The properties of the record itself that are read, and `id` where its number is.
  var ownProperties: Set<String> = []
  /// Those of them that are not only gathered of many records.
  var bareProperties: Set<String> = []
  /// Whether values of many of the records are gathered.
  var isAggregate = false
  /// The types whose records are counted or gone through.
  var countedTypes: Set<String> = []
  /// What can be at the end of an expression that somebody is writing; nil for a whole one.
  var expectations: ExpressionExpectations?
  /// What the operand that is read is beside; nil if it is beside nothing.
  var neighbour: Neighbour?
  /// How many tables have got a name of ours.
  var aliases = 0
  private var depth = 0

  init(
    _ expression: Expression, for type: RecordType?, among types: [RecordType],
    isPortable: Bool = false, isLenient: Bool = false
  ) {
    tokens = expression.tokens
    given = expression.given
    moments = expression.moments
    limit = tokens.count
    self.types = types
    self.isPortable = isPortable
    self.isLenient = isLenient
    emission = ExpressionEmission(count: tokens.count)
    if let type {
      // The columns of lists that the record can be in come and go after its own.
      let source = ExpressionScope.Source(type, among: isPortable ? [] : types)
      scopes = [ExpressionScope(sources: [source], isOwn: true)]
    }
  }

  /// Reads all tokens as one expression.
  mutating func whole() throws(StoreError) -> Operand {
    guard !tokens.isEmpty else { throw StoreError(.expression, "expected an expression") }
    try checkBrackets()
    if let keyword = keyword, ["select", "with", "values"].contains(keyword),
      scopes.last?.nature(of: keyword) == nil, tokens.count > 1
    {
      throw error("a subselect is written in brackets: (\(keyword) …)")
    }
    let result = try expression()
    guard position == tokens.count else { throw unexpected() }
    return result
  }

  private func checkBrackets() throws(StoreError) {
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token {
      case .symbol("("):
        open.append(index)
        if open.count > Self.maximumBrackets {
          throw StoreError(
            .expression, "brackets are nested more than \(Self.maximumBrackets) deep", token: index)
        }
      case .symbol(")"):
        guard open.popLast() != nil else {
          throw StoreError(.expression, "this bracket was never opened", token: index)
        }
      default: break
      }
    }
    if let last = open.last {
      throw StoreError(.expression, "this bracket is never closed", token: last)
    }
  }

  /// Reads an expression whose operators bind at least as tightly as asked for.
  mutating func expression(_ power: Int = 0) throws(StoreError) -> Operand {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw error("the expression is nested too deeply")
    }
    var left = try primary()
    while let next = try continued(left, power) { left = next }
    return left
  }

  // MARK: Tokens

  var token: Token? { token(0) }

  func token(_ distance: Int) -> Token? {
    position + distance < limit ? tokens[position + distance] : nil
  }

  /// The word at the place of reading in lower case; nil if there is no word there.
  var keyword: String? { keyword(0) }

  func keyword(_ distance: Int) -> String? {
    guard case .word(let word) = token(distance) else { return nil }
    return word.asciiLowercased
  }

  var symbol: String? {
    guard case .symbol(let symbol) = token else { return nil }
    return symbol
  }

  /// Writes the word at the place of reading as one of SQL's if it is that.
  mutating func accept(_ expected: String) -> Bool {
    note(words: [expected])
    guard keyword == expected else { return false }
    write(expected.uppercased())
    return true
  }

  mutating func accept(symbol expected: String) -> Bool {
    note(sign: expected)
    guard symbol == expected else { return false }
    write(expected)
    return true
  }

  mutating func require(_ expected: String) throws(StoreError) {
    guard accept(expected) else { throw unexpected("\"\(expected)\"") }
  }

  mutating func require(symbol expected: String) throws(StoreError) {
    guard accept(symbol: expected) else { throw unexpected("\"\(expected)\"") }
  }

  /// Writes the token at the place of reading and goes on to the next.
  mutating func write(_ sql: String) {
    emission.write(sql, at: position)
    position += 1
  }

  mutating func write(name: String) {
    emission.write(name: name, at: position)
    position += 1
  }

  mutating func bind(_ binding: CompiledExpression.Binding) {
    emission.bind(binding, at: position)
    position += 1
  }

  // MARK: Errors

  func error(
    _ message: String, at index: Int? = nil, kind: StoreError.Kind = .expression,
    candidates: [String] = [], hint: String? = nil
  ) -> StoreError {
    let last = max(0, tokens.count - 1)
    return StoreError(
      kind, message, token: min(index ?? position, last), candidates: candidates, hint: hint)
  }

  /// That something else was expected at the place of reading.
  func unexpected(_ expected: String? = nil) -> StoreError {
    guard let token else {
      return error("expected \(expected ?? "more") at the end of the expression")
    }
    if let expected { return error("expected \(expected), not \(token.words)") }
    switch token {
    case .symbol(")"): return error("this bracket was never opened")
    case .symbol(","): return error("expected one value, not several")
    case .symbol(let symbol) where ExpressionWords.powers[symbol] == nil && symbol != "(":
      return error("\(symbol) is not an operator of expressions")
    case .word:
      return error(
        "expected an operator, not \(token.words)", candidates: ExpressionWords.operators)
    default: return error("expected an operator before \(token.words)")
    }
  }
}

extension Expression.Token {
  /// The token as a message names it.
  var words: String {
    switch self {
    case .word(let text), .symbol(let text): "\"\(text)\""
    case .quotedName(let name): "`\(name)`"
    case .text(let text): text.count > 20 ? "a text" : "the text \"\(text)\""
    case .number(let text), .date(let text): text
    case .parameter: "the name of a value"
    }
  }
}

extension String {
  /// The text with `A` to `Z` in lower case, as SQLite compares its words.
  var asciiLowercased: String {
    guard utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return self }
    return String(
      decoding: utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
