struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private(set) var index = 0
  private var depth = 0

  /// Maximum nesting of groups, so that no pattern can exhaust the stack.
  private static let greatestDepth = 50
  private static let greatestCount = 1000

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
  }

  mutating func whole() throws(PatternError) -> PatternNode {
    if scalars.isEmpty { throw PatternError(at: 0, "a pattern cannot be empty") }
    let node = try choice()
    if current != nil {
      throw error("this \")\" has no matching \"(\"; write \\) for a literal \")\"")
    }
    return node
  }

  var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  mutating func advance() { index += 1 }

  mutating func skip(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  mutating func text(upTo end: Unicode.Scalar) -> String? {
    guard let place = scalars[index...].firstIndex(of: end) else { return nil }
    defer { index = place + 1 }
    return String(String.UnicodeScalarView(scalars[index..<place]))
  }

  func error(_ message: String, at offset: Int? = nil) -> PatternError {
    PatternError(at: offset ?? min(index, max(0, scalars.count - 1)), message)
  }

  private mutating func choice() throws(PatternError) -> PatternNode {
    var branches = [try sequence()]
    while skip("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let scalar = current, scalar != "|", scalar != ")" {
      let node = try atom()
      nodes.append(try repeated(node))
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private mutating func atom() throws(PatternError) -> PatternNode {
    guard let scalar = current else { throw error("expected a character") }
    switch scalar {
    case "(": return try group()
    case "[": return .scalar(try set())
    case "\\": return try escape()
    case "*", "+", "?", "{":
      throw error("there is nothing before this \"\(scalar)\" to repeat")
    case "}": throw error("this \"}\" has no matching \"{\"; write \\} for a literal \"}\"")
    case "\0": throw error("a text cannot contain the character U+0000")
    default: break
    }
    advance()
    switch scalar {
    case ".": return .scalar(ScalarSet(.anyInLine))
    case "^": return .start
    case "$": return .end(beforeLineEnd: true)
    default: return .scalar(ScalarSet(scalar))
    }
  }

  private mutating func group() throws(PatternError) -> PatternNode {
    let start = index
    advance()
    if skip("?") {
      if skip("<=") || skip("<!") || skip("=") || skip("!") {
        throw error("a pattern cannot use lookaround: (?=, (?!, (?<= or (?<!", at: start)
      }
      if skip("<") {
        let isLetter = { (byte: UInt8) in (byte | 0x20) &- 0x61 < 26 }
        guard let name = text(upTo: ">"), name.utf8.first.map(isLetter) ?? false,
          name.utf8.allSatisfy({ isLetter($0) || $0 &- 0x30 < 10 })
        else {
          throw error("a group name must be a letter, then letters or digits", at: start)
        }
      } else if !skip(":") {
        throw error("a group must begin with (, (?: or (?<name>", at: start)
      }
    }
    depth += 1
    defer { depth -= 1 }
    if depth > Self.greatestDepth { throw error("these groups are nested too deeply", at: start) }
    let node = try choice()
    guard skip(")") else { throw error("this \"(\" is never closed", at: start) }
    return node
  }

  private mutating func repeated(_ node: PatternNode) throws(PatternError) -> PatternNode {
    let start = index
    var result = node
    switch current {
    case "*":
      advance()
      result = .repeated(node, least: 0, most: nil)
    case "+":
      advance()
      result = .repeated(node, least: 1, most: nil)
    case "?":
      advance()
      result = .repeated(node, least: 0, most: 1)
    case "{": result = try counted(node)
    default: return node
    }
    // Greediness is irrelevant, because the whole text has to match.
    if skip("?") { return result }
    if current == "+" {
      throw error("possessive quantifiers are not supported; remove this \"+\"")
    }
    if let next = current, ["*", "?", "{"].contains(next) {
      throw error("a repetition cannot be repeated directly; put it in ( )", at: start)
    }
    return result
  }

  private mutating func counted(_ node: PatternNode) throws(PatternError) -> PatternNode {
    let start = index
    advance()
    guard let least = try number() else {
      throw error("expected a number of repetitions, as in {2} or {2,5}", at: start)
    }
    var most: Int? = least
    if skip(",") { most = try number() }
    guard skip("}") else {
      throw error("expected \"}\" after a number of repetitions, as in {2} or {2,5}", at: start)
    }
    if let most, most < least {
      throw error("the minimum number of repetitions is above the maximum", at: start)
    }
    return .repeated(node, least: least, most: most)
  }

  private mutating func number() throws(PatternError) -> Int? {
    let start = index
    var number: Int?
    while let digit = current.flatMap({ "0"..."9" ~= $0 ? Int($0.value - 0x30) : nil }) {
      number = (number ?? 0) * 10 + digit
      if number ?? 0 > Self.greatestCount {
        throw error("expected at most \(Self.greatestCount) repetitions", at: start)
      }
      advance()
    }
    return number
  }
}

indirect enum PatternNode: Sendable {
  case scalar(ScalarSet)
  case sequence([PatternNode])
  case choice([PatternNode])
  case repeated(PatternNode, least: Int, most: Int?)
  case start
  /// An anchor at the end of the text, or also before a final line end.
  case end(beforeLineEnd: Bool)
}
