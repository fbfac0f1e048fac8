internal import Records
package import Values

/// Parses the tokens of an expression into a tree.
///
/// Only known words and symbols, quoted names and values reach SQLite. SQLite checks the rest, such
/// as the order of clauses. The parser stops at the first error, but returns a tree, because later
/// passes can find errors at earlier tokens.
struct ExpressionParser {
  typealias Token = ExpressionToken
  typealias Node = ExpressionNode

  static let maximumBrackets = 50
  private static let maximumDepth = 120
  /// The maximum number of operators in a chain, because each is a nesting level in SQLite.
  private static let maximumOperations = 1000

  let tokens: [Token]
  /// The names of types, to distinguish `Person/3` from a division.
  let typeNames: Set<String>
  let ownNames: Set<String>
  let isPortable: Bool
  /// The index of the token at which parsing ends.
  private(set) var limit: Int
  /// Whether the expression may end anywhere, because it is being edited or after an error.
  private(set) var isPartial: Bool
  private(set) var failure: ExpressionError?
  var caret: Int?
  var expectations = ExpressionExpectations()
  var parts: [Node.Part]?
  var position = 0
  private var depth = 0
  private var brackets: [Int] = []

  init(
    _ tokens: [Token], for type: RecordType?, among types: [RecordType], isPortable: Bool,
    limit: Int? = nil, caret: Int? = nil
  ) {
    self.tokens = tokens
    self.limit = limit ?? tokens.count
    (self.caret, self.isPortable) = (caret, isPortable)
    isPartial = limit != nil || caret != nil
    typeNames = Set(types.map(\.name))
    ownNames = Set(type?.properties.map(\.name) ?? [])
  }

  mutating func whole() -> Node {
    guard !tokens.isEmpty else { return failed(error("expected an expression")) }
    if let keyword = keyword, ["select", "with", "values"].contains(keyword),
      !ownNames.contains(keyword), tokens.count > 1
    {
      return failed(error("put a subselect in parentheses: (\(keyword) …)"))
    }
    let result = expression()
    if !isPartial, position != limit { fail(unexpected()) }
    return result
  }

  mutating func fail(_ error: ExpressionError) {
    if failure == nil { failure = error }
    limit = min(limit, position)
    isPartial = true
  }

  mutating func failed(_ error: ExpressionError) -> Node {
    fail(error)
    return node(from: position, .missing)
  }

  /// Parses an expression up to an operator of lower precedence.
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
        fail(error("the expression has too many operators in a row"))
      }
    }
    return operations.isEmpty ? first : node(from: start, .operations(first, operations))
  }

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

  var token: Token? { token(0) }

  func token(_ distance: Int) -> Token? {
    position + distance < limit ? tokens[position + distance] : nil
  }

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

  /// Returns whether the part can end here; at the caret, parsing stops.
  mutating func canEnd() -> Bool {
    if isAtCaret { position = limit }
    return isPartial && position == limit
  }

  mutating func accept(_ expected: String) -> Bool {
    note([expected])
    guard keyword == expected || symbol == expected else { return false }
    write(expected.uppercased())
    return true
  }

  mutating func require(_ expected: String) {
    if !accept(expected), !canEnd() { fail(unexpected("\"\(expected)\"")) }
  }

  mutating func open() {
    require("(")
    brackets.append(position - 1)
    if brackets.count > Self.maximumBrackets {
      fail(
        error(
          "parentheses are nested more than \(Self.maximumBrackets) levels deep", at: position - 1))
    }
  }

  mutating func close() {
    let start = brackets.popLast()
    if token == nil, !isPartial { fail(error("this parenthesis is never closed", at: start)) }
    require(")")
  }

  mutating func write(_ sql: String) {
    parts?.append(.word(sql, at: position))
    position += 1
  }

  mutating func newName(_ expected: String = "a name") -> Node.Path.Name {
    guard let name = token?.name else {
      fail(unexpected(expected))
      return Node.Path.Name(text: "", place: position)
    }
    parts?.append(.name(name, at: position))
    position += 1
    return Node.Path.Name(text: name, place: position - 1)
  }

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

  func error(
    _ message: String, at index: Int? = nil, kind: ExpressionError.Kind = .expression,
    candidates: [String] = []
  ) -> ExpressionError {
    ExpressionError(
      kind, message, token: min(index ?? position, max(0, tokens.count - 1)),
      candidates: candidates)
  }

  func unexpected(_ expected: String? = nil) -> ExpressionError {
    if let expected {
      var error = error(
        "expected \(expected)"
          + (token.map { ", not \($0.words)" } ?? " at the end of the expression"))
      error.hint = tokens.percentageHint(before: position)
      return error
    }
    guard let token else { return error("the expression is incomplete") }
    switch token {
    case .symbol(")"): return error("this parenthesis was never opened")
    case .symbol(","): return error("expected one value, not several")
    case .symbol(let symbol) where ExpressionWords.powers[symbol] == nil && symbol != "(":
      return error("\(symbol) is not an operator of expressions")
    case .word(let word):
      var error = error(
        "expected an operator, not \(token.words)", candidates: ExpressionWords.operators)
      if word.asciiLowercased == "having" {
        error.hint = "to filter groups, use sql: sql \"select … group by … having …\""
      }
      return error
    default: return error("expected an operator before \(token.words)")
    }
  }
}

extension [ExpressionToken] {
  /// Returns a hint for a percentage such as `15%` without a right operand.
  func percentageHint(before place: Int) -> String? {
    guard place >= 2, place <= count, self[place - 1] == .symbol("%"),
      case .number(let text) = self[place - 2],
      let part = ExactDecimal(text).flatMap(ExactDecimal.init(percentage:))
    else { return nil }
    return "write \(part)"
  }
}

extension ExpressionToken {
  package var words: String {
    switch self {
    case .word(let text), .symbol(let text): "\"\(text)\""
    case .quotedName(let name): "`\(name)`"
    case .text(let text): text.count > 20 ? "a text" : "the text \"\(text)\""
    case .number(let text), .date(let text): text
    case .sessionName(let names): ":" + names.map(\.asName).joined(separator: ".")
    }
  }

  var unquotedWords: String { if case .symbol(let text) = self { text } else { words } }

  package var name: String? {
    switch self {
    case .word(let name), .quotedName(let name): name
    default: nil
    }
  }
}

extension String {
  /// In lower case for ASCII letters only, like SQLite compares keywords.
  package var asciiLowercased: String {
    guard utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return self }
    return String(decoding: utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

enum ExpressionWords {
  static let itemColumns: [String: InferredType] = [
    "key": .integer, "value": .unknown, "type": .text, "atom": .unknown,
  ]

  static let collations: Set<String> = ["binary", "nocase", "rtrim"]

  static let castTypes: Set<String> = [
    "text", "integer", "int", "real", "numeric", "blob", "decimal", "double", "float", "boolean",
  ]

  static let operators = [
    "and", "or", "is", "not", "in", "like", "between", "glob", "regexp", "collate", "escape",
    "isnull", "notnull",
  ]

  /// The precedence of the operators.
  static let powers: [String: Int] = [
    "=": 4, "==": 4, "<>": 4, "!=": 4, "<": 5, "<=": 5, ">": 5, ">=": 5,
    "&": 7, "|": 7, "<<": 7, ">>": 7, "+": 8, "-": 8, "*": 9, "/": 9, "%": 9,
    "||": 10, "->": 10, "->>": 10,
  ]

  enum Power {
    static let or = 1, and = 2, not = 3, equality = 4, collate = 11, sign = 12
  }
}

extension ExpressionToken {
  package static func isOperator(_ sign: String) -> Bool { ExpressionWords.powers[sign] != nil }
}
