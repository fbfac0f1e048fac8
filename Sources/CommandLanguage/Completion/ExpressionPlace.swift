/// A place in an expression, and what can be there as far as the tokens before it tell.
///
/// SQLite's grammar is larger; where this does not know it, as in a subselect, it expects nothing.
struct ExpressionPlace {
  private enum Next: Hashable {
    case operand
    /// An operator, or what ends the expression.
    case operation
    /// The operator that a `not` after an operand belongs to.
    case negatedOperation
    case list
    case collation
    case property(of: String)
    case unknown
  }

  /// The whole expression, or a bracket or a `case` in it.
  private struct Part {
    /// The type whose properties the names in it are.
    var type: String?
    /// Whether it began with `count(`, after which a type can be.
    var isCount = false
    /// The name right after `count(`, which may be a type's.
    var counted: String?
    var isChoice = false
    var isUnknown = false
    var isEmpty = true
  }

  /// Whether a property is computed so, which takes only what every program understands, of one
  /// record.
  private let isComputation: Bool
  private var next = Next.operand
  /// The parts that are open, the whole expression first.
  private var parts: [Part]
  /// What was read last, if it is a name.
  private var name: String?

  init(after tokens: [ExpressionToken], of type: String?, isComputation: Bool) {
    self.isComputation = isComputation
    parts = [Part(type: type)]
    for token in tokens { read(token.kind) }
  }

  private var part: Part {
    get { parts[parts.count - 1] }
    set { parts[parts.count - 1] = newValue }
  }

  /// Whether the expression can end here.
  var canEnd: Bool { parts.count == 1 && next == .operation }

  /// What can be here.
  ///
  /// - Parameter words: Those that end the expression outside brackets.
  func expectations(reserved words: [String]) -> [Alternative] {
    guard !part.isUnknown else { return [] }
    let reserved = parts.count == 1 ? words : []
    switch next {
    case .operand:
      var expected = Self.constants.map(Alternative.word)
      if let type = part.type { expected.append(.operand(of: type, reserved: reserved)) }
      if part.isCount, part.isEmpty, !isComputation { expected.append(.type) }
      return expected
    case .operation:
      if let counted = part.counted { return [.condition(of: counted), .sign(")")] }
      let isBracket = parts.count > 1 && !part.isChoice
      return possible(Self.operations) + (isBracket ? [.sign(")")] : [])
    case .negatedOperation: return possible(Self.negatedOperations) + [.word("null")]
    case .list: return [.sign("(")]
    case .collation: return Self.collations.map(Alternative.word)
    case .property(let owner):
      let isKnown = parts.contains { $0.type == owner }
      return isKnown ? [.operand(of: owner, reserved: reserved)] : []
    case .unknown: return []
    }
  }

  private func possible(_ operations: [String]) -> [Alternative] {
    operations.filter { !isComputation || $0 != "regexp" }.map(Alternative.word)
  }

  private static let constants = ["false", "nil", "not", "true"]
  private static let negatedOperations = ["between", "glob", "in", "like", "regexp"]
  private static let operations =
    negatedOperations + ["and", "collate", "is", "isnull", "not", "notnull", "or"]
  private static let collations = ["binary", "nocase", "rtrim"]

  // MARK: - Reading

  private mutating func read(_ kind: ExpressionToken.Kind) {
    let before = name
    let isFirst = part.isEmpty
    name = nil
    part.isEmpty = false
    if part.counted != nil, kind != .word("where") { part.counted = nil }
    switch kind {
    case .number, .text, .date, .sessionName: next = .operation
    case .quotedName(let name): read(name: name, isFirst)
    case .symbol(let symbol): read(symbol: symbol, after: before)
    case .word(let word):
      switch next {
      case .operand: read(prefix: word, isFirst)
      case .operation: read(infix: word.lowercased(), after: before)
      case .negatedOperation: read(negated: word.lowercased())
      case .collation, .property: next = .operation
      case .list, .unknown: next = .unknown
      }
    }
  }

  private mutating func read(name: String, _ isFirst: Bool) {
    self.name = name
    next = .operation
    if part.isCount, isFirst { part.counted = name }
  }

  private mutating func read(prefix word: String, _ isFirst: Bool) {
    switch word.lowercased() {
    case "case": parts.append(Part(type: part.type, isChoice: true))
    case "when", "then", "else", "not", "distinct", "all": break
    case "select", "with", "values":
      if isFirst, parts.count > 1 { part.isUnknown = true } else { read(name: word, isFirst) }
    default: read(name: word, isFirst)
    }
  }

  private mutating func read(infix word: String, after name: String?) {
    switch word {
    case "and", "or", "is", "like", "glob", "regexp", "between", "escape": next = .operand
    case "not": next = .negatedOperation
    case "in": next = .list
    case "collate": next = .collation
    case "isnull", "notnull": break
    case "when", "then", "else": next = part.isChoice ? .operand : .unknown
    case "end":
      if part.isChoice { parts.removeLast() } else { next = .unknown }
    case "where":
      next = part.counted == nil ? .unknown : .operand
      if let counted = part.counted { part.type = counted }
      part.counted = nil
    default: next = .unknown
    }
  }

  private mutating func read(negated word: String) {
    switch word {
    case "in": next = .list
    case "null": next = .operation
    default: next = Self.negatedOperations.contains(word) ? .operand : .unknown
    }
  }

  private mutating func read(symbol: String, after name: String?) {
    switch symbol {
    case "(":
      var inner = Part(type: part.type, isUnknown: part.isUnknown || next == .unknown)
      inner.isCount = next == .operation && name?.lowercased() == "count"
      parts.append(inner)
      next = .operand
    case ")":
      if parts.count > 1 { parts.removeLast() }
      next = .operation
    case ".":
      if next == .operation, let name { next = .property(of: name) } else { next = .unknown }
    case "*" where next == .operand: next = .operation
    default: next = .operand
    }
  }
}
