internal import Records

/// Reads the tokens of an expression into a tree.
///
/// No token reaches SQLite that is not a known word or sign, a quoted name, or a bound value. What
/// need not be known to find the values and names, such as the order of clauses, is left to SQLite.
/// After a mistake nothing more is read, and what was read before is a tree all the same, in which
/// the passes after it can find mistakes that come first.
struct ExpressionParser {
  typealias Token = ExpressionToken
  typealias Node = ExpressionNode

  /// How deep brackets can be nested.
  static let maximumBrackets = 50
  /// How deep parts without brackets can be nested in each other.
  private static let maximumDepth = 120
  /// How many operators can follow each other, each of which is a level to SQLite.
  private static let maximumOperations = 1000

  let tokens: [Token]
  /// The names of the types, by which `Person/3` is told from a division.
  let typeNames: Set<String>
  /// The names that the record itself has for its properties.
  let ownNames: Set<String>
  /// Whether it becomes a part of a table, where some words cannot be used.
  let isPortable: Bool
  /// The place of the token that is read as if it were the end.
  private(set) var limit: Int
  /// Whether the end may come anywhere, as in what somebody is writing, or after a mistake.
  private(set) var isPartial: Bool
  /// The first mistake.
  private(set) var failure: ExpressionError?
  /// The place of the token that stands for what somebody is writing.
  var caret: Int?
  /// The words and signs that can be at the caret.
  var expectations = ExpressionExpectations()
  /// What has been read of a subselect or a window; nil outside of them.
  var parts: [Node.Part]?
  var position = 0
  private var depth = 0
  /// The places of the brackets that are open.
  private var brackets: [Int] = []

  init(
    _ tokens: [Token], for type: RecordType?, among types: [RecordType], isPortable: Bool,
    limit: Int? = nil, caret: Int? = nil
  ) {
    self.tokens = tokens
    self.limit = limit ?? tokens.count
    self.caret = caret
    self.isPortable = isPortable
    isPartial = limit != nil || caret != nil
    typeNames = Set(types.map(\.name))
    ownNames = Set(type?.properties.map(\.name) ?? [])
  }

  /// Reads all tokens as one expression.
  mutating func whole() -> Node {
    guard !tokens.isEmpty else { return failed(error("expected an expression")) }
    if let keyword = keyword, ["select", "with", "values"].contains(keyword),
      !ownNames.contains(keyword), tokens.count > 1
    {
      return failed(error("a subselect is written in brackets: (\(keyword) …)"))
    }
    let result = expression()
    if !isPartial, position != limit { fail(unexpected()) }
    return result
  }

  /// Notes a mistake, after which nothing is read.
  mutating func fail(_ error: ExpressionError) {
    if failure == nil { failure = error }
    limit = min(limit, position)
    isPartial = true
  }

  /// Notes a mistake, and returns what is in the place of a value.
  mutating func failed(_ error: ExpressionError) -> Node {
    fail(error)
    return node(from: position, .missing)
  }

  /// Reads an expression whose operators bind at least as tightly as asked for.
  mutating func expression(_ power: Int = 0) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      return failed(error("the expression is nested too deeply"))
    }
    let outer = parts
    parts = nil
    defer { parts = outer }
    let start = position
    let first = primary()
    var operations: [Node.Operation] = []
    while let next = operation(power) {
      operations.append(next)
      if operations.count > Self.maximumOperations {
        fail(error("the expression is nested too deeply"))
      }
    }
    return operations.isEmpty ? first : node(from: start, .operations(first, operations))
  }

  /// Reads expressions with commas between them.
  mutating func expressions() -> [Node] {
    var result: [Node] = []
    repeat { result.append(expression()) } while accept(",")
    return result
  }

  func node(from start: Int, _ form: Node.Form) -> Node { Node(range(from: start), form) }

  func range(from start: Int) -> ClosedRange<Int> {
    let first = max(0, min(start, tokens.count - 1))
    return first...max(first, position - 1)
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
    return word == "nil" ? "null" : word.asciiLowercased
  }

  var symbol: String? {
    guard case .symbol(let symbol) = token else { return nil }
    return symbol
  }

  var isAtCaret: Bool { position == caret }

  /// Whether what is missing here is no mistake; nothing more is then looked for.
  mutating func canEnd() -> Bool {
    if isAtCaret { position = limit }
    return isPartial && position == limit
  }

  /// Goes past the word or sign at the place of reading if it is that.
  mutating func accept(_ expected: String) -> Bool {
    note([expected])
    guard keyword == expected || symbol == expected else { return false }
    write(expected.uppercased())
    return true
  }

  mutating func require(_ expected: String) {
    if !accept(expected), !canEnd() { fail(unexpected("\"\(expected)\"")) }
  }

  /// Reads an opening bracket, the other of which ``close()`` expects.
  mutating func open() {
    require("(")
    brackets.append(position - 1)
    if brackets.count > Self.maximumBrackets {
      fail(
        error("brackets are nested more than \(Self.maximumBrackets) deep", at: position - 1))
    }
  }

  mutating func close() {
    let start = brackets.popLast()
    if token == nil, !isPartial { fail(error("this bracket is never closed", at: start)) }
    require(")")
  }

  /// Takes the token at the place of reading as a word of SQL and goes on to the next.
  mutating func write(_ sql: String) {
    parts?.append(.word(sql, at: position))
    position += 1
  }

  /// Reads a name that is whatever its author wants.
  mutating func newName(_ expected: String = "a name") -> Node.Path.Name {
    guard let name = token?.name else {
      fail(unexpected(expected))
      return Node.Path.Name(text: "", place: position)
    }
    parts?.append(.name(name, at: position))
    position += 1
    return Node.Path.Name(text: name, place: position - 1)
  }

  /// Notes words and signs that can be at the caret.
  mutating func note(_ expected: [String]) {
    guard isAtCaret else { return }
    for text in expected {
      if text.first?.isLetter == true {
        expectations.words.insert(text)
      } else {
        expectations.signs.insert(text)
      }
    }
  }

  // MARK: Errors

  func error(
    _ message: String, at index: Int? = nil, kind: ExpressionError.Kind = .expression,
    candidates: [String] = []
  ) -> ExpressionError {
    ExpressionError(
      kind, message, token: min(index ?? position, max(0, tokens.count - 1)),
      candidates: candidates)
  }

  /// That something else was expected at the place of reading.
  func unexpected(_ expected: String? = nil) -> ExpressionError {
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

extension ExpressionToken {
  /// The token as a message names it.
  package var words: String {
    switch self {
    case .word(let text), .symbol(let text): "\"\(text)\""
    case .quotedName(let name): "`\(name)`"
    case .text(let text): text.count > 20 ? "a text" : "the text \"\(text)\""
    case .number(let text), .date(let text): text
    case .sessionName(let names): ":" + names.map(\.asName).joined(separator: ".")
    }
  }

  /// The token as it is written, where it is a number or a symbol; else as a message names it.
  var unquotedWords: String { if case .symbol(let text) = self { text } else { words } }

  /// The name that a word or a name in backticks is.
  package var name: String? {
    switch self {
    case .word(let name), .quotedName(let name): name
    default: nil
    }
  }
}

extension String {
  /// The text with `A` to `Z` in lower case, as SQLite compares its words.
  package var asciiLowercased: String {
    guard utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return self }
    return String(
      decoding: utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
