// The reference: slow and obvious, based only on KEYSTROKES.md. It imports nothing.

/// A pattern as a tree, with its texts by definition.
indirect enum ReferencePattern: Hashable, Sendable, CustomStringConvertible {
  case one(of: String)
  case any
  case sequence([ReferencePattern])
  case choice([ReferencePattern])
  case repeated(ReferencePattern, Int, Int?)

  static let world = Array("ab1x\u{301}😀".unicodeScalars)

  static func text(_ text: String) -> ReferencePattern {
    .sequence(text.unicodeScalars.map { .one(of: String($0)) })
  }

  var description: String {
    switch self {
    case .one(let scalars): scalars.unicodeScalars.count == 1 ? scalars : "[\(scalars)]"
    case .any: "."
    case .sequence(let parts): parts.map(\.description).joined()
    case .choice(let parts): "(" + parts.map(\.description).joined(separator: "|") + ")"
    case .repeated(let part, let least, let most):
      "(\(part)){\(least),\(most.map(String.init) ?? "")}"
    }
  }

  /// The scalars of `world` that one part matches.
  private var members: [Unicode.Scalar] {
    switch self {
    case .one(let scalars): Array(scalars.unicodeScalars)
    default: ReferencePattern.world
    }
  }

  // MARK: - L, written down

  func texts(upTo length: Int) -> Set<[Unicode.Scalar]> {
    switch self {
    case .one, .any: return length > 0 ? Set(members.map { [$0] }) : []
    case .choice(let parts):
      return parts.reduce(into: []) { $0.formUnion($1.texts(upTo: length)) }
    case .sequence(let parts):
      return parts.reduce([[]]) { ReferencePattern.joined($0, $1.texts(upTo: length), length) }
    case .repeated(let part, let least, let most):
      let texts = part.texts(upTo: length)
      var all: Set<[Unicode.Scalar]> = least == 0 ? [[]] : []
      var last: Set<[Unicode.Scalar]> = [[]]
      for count in 1...max(1, most ?? length + least) where most.map({ count <= $0 }) ?? true {
        last = ReferencePattern.joined(last, texts, length)
        if count >= least { all.formUnion(last) }
      }
      return all
    }
  }

  private static func joined(
    _ starts: Set<[Unicode.Scalar]>, _ ends: Set<[Unicode.Scalar]>, _ length: Int
  ) -> Set<[Unicode.Scalar]> {
    var joined: Set<[Unicode.Scalar]> = []
    for start in starts {
      for end in ends where start.count + end.count <= length { joined.insert(start + end) }
    }
    return joined
  }

  // MARK: - What is left of the pattern behind a scalar

  var takesEmpty: Bool {
    switch self {
    case .one, .any: false
    case .choice(let parts): parts.contains(where: \.takesEmpty)
    case .sequence(let parts): parts.allSatisfy(\.takesEmpty)
    case .repeated(let part, let least, _): least == 0 || part.takesEmpty
    }
  }

  /// The remaining patterns after a scalar.
  func rest(after scalar: Unicode.Scalar) -> Set<ReferencePattern> {
    switch self {
    case .one, .any: return members.contains(scalar) ? [.sequence([])] : []
    case .choice(let parts):
      return parts.reduce(into: []) { $0.formUnion($1.rest(after: scalar)) }
    case .sequence(let parts):
      guard let first = parts.first else { return [] }
      let others = Array(parts.dropFirst())
      var rest = Set(first.rest(after: scalar).map { $0.followed(by: others) })
      if first.takesEmpty { rest.formUnion(ReferencePattern.sequence(others).rest(after: scalar)) }
      return rest
    case .repeated(let part, let least, let most):
      if most == 0 { return [] }
      let others = ReferencePattern.repeated(part, max(0, least - 1), most.map { $0 - 1 })
      return Set(part.rest(after: scalar).map { $0.followed(by: [others]) })
    }
  }

  private func followed(by others: [ReferencePattern]) -> ReferencePattern {
    guard case .sequence(let parts) = self else { return .sequence([self] + others) }
    return .sequence(parts + others)
  }
}

final class ReferencePatternTexts {
  private var suffixes: [[Unicode.Scalar]: [ArraySlice<Unicode.Scalar>]] = [:]
  private var known: [[Unicode.Scalar]: Bool] = [:]
  let complete: Set<[Unicode.Scalar]>

  /// - Parameters:
  ///   - length: The maximum length of known texts, in scalars.
  ///   - characters: Their lengths in characters.
  init(_ pattern: ReferencePattern, upTo length: Int, characters: ClosedRange<Int>? = nil) {
    complete = pattern.texts(upTo: length).filter {
      characters?.contains(ReferencePatternTexts.string($0).count) ?? true
    }
    for text in complete {
      for end in 0...text.count { suffixes[Array(text[..<end]), default: []].append(text[end...]) }
    }
  }

  /// Rule 2: a text starts with `before`, and its rest has `after` as a subsequence.
  func accepts(_ before: [Unicode.Scalar], followedBy after: [Unicode.Scalar]) -> Bool {
    let key = before + ["\u{0}"] + after
    if let known = known[key] { return known }
    let result = (suffixes[before] ?? []).contains { suffix in
      var rest = after[...]
      for scalar in suffix where scalar == rest.first { rest.removeFirst() }
      return rest.isEmpty
    }
    known[key] = result
    return result
  }

  static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

/// Like ``ReferencePatternTexts``, for infinite patterns: keeps the remaining patterns after each
/// scalar.
struct ReferencePatternRest {
  private var rest: Set<ReferencePattern>

  init(_ pattern: ReferencePattern) {
    rest = [pattern]
  }

  var isEmpty: Bool { rest.isEmpty }
  var takesEmpty: Bool { rest.contains(where: \.takesEmpty) }

  mutating func read(_ text: [Unicode.Scalar]) {
    for scalar in text {
      rest = rest.reduce(into: []) { $0.formUnion($1.rest(after: scalar)) }
    }
  }

  /// Reads a text with any gaps before its scalars.
  mutating func readWithGaps(_ text: [Unicode.Scalar]) {
    for scalar in text {
      var pending = Array(rest)
      while let pattern = pending.popLast() {
        for other in ReferencePattern.world.flatMap(pattern.rest)
        where rest.insert(other).inserted { pending.append(other) }
      }
      read([scalar])
    }
  }
}

/// N4 for patterns: the possible meanings of a paste. The unchanged text comes first, because
/// displayed text can always be pasted back, and a pattern may match white space or invisible
/// characters.
struct ReferencePaste {
  var prefix: String
  var suffix: String

  func readings(_ text: String) -> [[Unicode.Scalar]] {
    let invisible = "\u{FEFF}\u{200B}\u{AD}\u{2060}\u{200E}\u{200F}\u{61C}".unicodeScalars
    func bare(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
      var text = text.filter { !invisible.contains($0) }
      while text.first?.properties.isWhitespace == true { text.removeFirst() }
      while text.last?.properties.isWhitespace == true { text.removeLast() }
      return text
    }
    let visible = bare(Array(text.unicodeScalars))
    var stripped = visible
    // Both affixes are removed on either side; a currency has a sign and a code.
    let affixes = [prefix, suffix].flatMap(ReferenceSymbols.affixes)
      .map { bare(Array($0.unicodeScalars)) }.filter { !$0.isEmpty }
      .sorted { $0.count > $1.count }
    if let affix = affixes.first(where: { stripped.starts(with: $0) }) {
      stripped.removeFirst(affix.count)
    }
    if let affix = affixes.first(where: { stripped.suffix($0.count) == $0[...] }) {
      stripped.removeLast(affix.count)
    }
    return [Array(text.unicodeScalars), visible, bare(stripped)].filter { !$0.isEmpty }
  }
}
