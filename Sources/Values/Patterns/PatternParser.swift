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

extension PatternParser {
  private enum Escape {
    case scalar(Unicode.Scalar)
    case set(ScalarSet.Class, isNegated: Bool)
    case start
    case end(beforeLineEnd: Bool)
  }

  mutating func escape() throws(PatternError) -> PatternNode {
    switch try anyEscape() {
    case .scalar(let scalar): .scalar(ScalarSet(scalar))
    case .set(let named, let isNegated): .scalar(ScalarSet(named, isNegated: isNegated))
    case .start: .start
    case .end(let beforeLineEnd): .end(beforeLineEnd: beforeLineEnd)
    }
  }

  private mutating func anyEscape() throws(PatternError) -> Escape {
    let start = index
    advance()
    guard let scalar = current else { throw error("expected a character after \"\\\"", at: start) }
    advance()
    switch scalar {
    case "d", "D": return .set(.digit, isNegated: scalar == "D")
    case "w", "W": return .set(.word, isNegated: scalar == "W")
    case "s", "S": return .set(.space, isNegated: scalar == "S")
    case "p", "P": return try property(isNegated: scalar == "P", from: start)
    case "t": return .scalar("\t")
    case "n": return .scalar("\n")
    case "r": return .scalar("\r")
    case "f": return .scalar("\u{C}")
    case "a": return .scalar("\u{7}")
    case "e": return .scalar("\u{1B}")
    case "x": return .scalar(try hexadecimal(skip("{") ? nil : 2, from: start))
    case "u": return .scalar(try hexadecimal(4, from: start))
    case "U": return .scalar(try hexadecimal(8, from: start))
    case "A": return .start
    case "z": return .end(beforeLineEnd: false)
    case "Z": return .end(beforeLineEnd: true)
    case "b", "B":
      throw error("a pattern cannot use word boundaries such as \\\(scalar)", at: start)
    case "1"..."9", "k":
      throw error("a pattern cannot use back references such as \\\(scalar)", at: start)
    case "0"..."9", "a"..."z", "A"..."Z":
      throw error("there is no escape \\\(scalar) in a pattern", at: start)
    default: return .scalar(scalar)
    }
  }

  private mutating func hexadecimal(
    _ count: Int?, from start: Int
  ) throws(PatternError) -> Unicode.Scalar {
    var digits = ""
    while let scalar = current, digits.utf8.count < count ?? 8,
      scalar.properties.isASCIIHexDigit
    {
      digits.unicodeScalars.append(scalar)
      advance()
    }
    let isWhole = count.map { digits.utf8.count == $0 } ?? skip("}")
    guard isWhole, let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init),
      scalar != "\0"
    else { throw error("this escape does not name a character", at: start) }
    return scalar
  }

  private mutating func property(isNegated: Bool, from start: Int) throws(PatternError) -> Escape {
    guard skip("{"), var name = text(upTo: "}") else {
      throw error("expected a property in braces, as in \\p{L}", at: start)
    }
    var isNegated = isNegated
    if name.hasPrefix("^") {
      name.removeFirst()
      isNegated.toggle()
    }
    guard let named = Self.named(name) else {
      throw error(
        "expected a category such as L, Lu, Nd or P, or one of Alphabetic, Uppercase, Lowercase "
          + "and White_Space, not \"\(name)\"", at: start)
    }
    return .set(named, isNegated: isNegated)
  }

  private static func named(_ name: String) -> ScalarSet.Class? {
    switch name {
    case "Alphabetic": return .alphabetic
    case "Uppercase": return .uppercase
    case "Lowercase": return .lowercase
    case "White_Space": return .space
    default: break
    }
    let categories = categories.filter { key, _ in
      name.utf8.count == 1 ? key.hasPrefix(name) : key == name
    }
    return categories.isEmpty ? nil : .categories(Set(categories.values))
  }

  private static let categories: [String: Unicode.GeneralCategory] = [
    "Lu": .uppercaseLetter, "Ll": .lowercaseLetter, "Lt": .titlecaseLetter,
    "Lm": .modifierLetter, "Lo": .otherLetter, "Mn": .nonspacingMark, "Mc": .spacingMark,
    "Me": .enclosingMark, "Nd": .decimalNumber, "Nl": .letterNumber, "No": .otherNumber,
    "Pc": .connectorPunctuation, "Pd": .dashPunctuation, "Ps": .openPunctuation,
    "Pe": .closePunctuation, "Pi": .initialPunctuation, "Pf": .finalPunctuation,
    "Po": .otherPunctuation, "Sm": .mathSymbol, "Sc": .currencySymbol, "Sk": .modifierSymbol,
    "So": .otherSymbol, "Zs": .spaceSeparator, "Zl": .lineSeparator, "Zp": .paragraphSeparator,
    "Cc": .control, "Cf": .format, "Cs": .surrogate, "Co": .privateUse, "Cn": .unassigned,
  ]

  mutating func set() throws(PatternError) -> ScalarSet {
    let start = index
    advance()
    var set = ScalarSet()
    set.isNegated = skip("^")
    if current == "]" {
      throw error("these brackets are empty; write \\] for a literal \"]\"")
    }
    while let scalar = current, scalar != "]" {
      let place = index
      guard let lower = try member(of: &set) else { continue }
      guard current == "-" else {
        set.parts.append(.range(lower...lower))
        continue
      }
      advance()
      if current == "]" {
        set.parts += [.range(lower...lower), .range("-"..."-")]
        break
      }
      if current == nil { break }
      guard let upper = try member(of: &set) else {
        throw error("a class such as \\d cannot end a range; write \\- for a minus", at: place)
      }
      guard lower <= upper else { throw error("this range is in reverse order", at: place) }
      set.parts.append(.range(lower...upper))
    }
    guard skip("]") else { throw error("this \"[\" is never closed", at: start) }
    return set
  }

  /// Parses a member of a set; nil for a class such as `\d`, which is added to `set` directly.
  private mutating func member(of set: inout ScalarSet) throws(PatternError) -> Unicode.Scalar? {
    let start = index
    guard let scalar = current else { return nil }
    switch scalar {
    case "\\":
      switch try anyEscape() {
      case .scalar(let scalar): return scalar
      case .set(let named, let isNegated):
        set.parts.append(.named(named, isNegated: isNegated))
        return nil
      case .start, .end: throw error("an anchor cannot be used in brackets", at: start)
      }
    case "[":
      throw error("brackets cannot be nested; write \\[ for a literal \"[\"")
    case "\0": throw error("a text cannot contain the character U+0000")
    default: break
    }
    if skip("&&") || skip("--") {
      throw error("sets cannot be combined with && or --; write \\& or \\-", at: start)
    }
    advance()
    return scalar
  }
}
