internal import Values

/// An expression derived from the condition of a rule.
package struct DerivedExpression {
  package private(set) var expression = RecordExpression([])
  /// The index of each token in the original condition.
  package private(set) var places: [Int] = []

  fileprivate mutating func append(_ token: ExpressionToken, at place: Int) {
    expression.tokens.append(token)
    places.append(place)
  }

  fileprivate mutating func append(_ place: Int, of condition: RecordExpression) {
    expression.given[places.count] = condition.given[place]
    expression.moments[places.count] = condition.moments[place]
    append(condition.tokens[place], at: place)
  }

  /// The index of a token in the original condition; the last index for the end of the expression.
  package func place(of token: Int) -> Int {
    places.indices.contains(token) ? places[token] : places.last ?? 0
  }
}

/// The condition of a rule, split into the parts that read the record before the change and the
/// rest.
package struct FormerParts {
  /// A part that reads the record before the change: `old.total`, or a whole call such as
  /// `count(old.lines where price > 3)`.
  package struct Part {
    package var derived: DerivedExpression
    /// As written in the rule.
    package var words: String
    package var isCall: Bool
  }

  package private(set) var parts: [Part] = []
  /// The condition with a session name in place of each part.
  package private(set) var condition = DerivedExpression()
  /// The part that each session name in ``condition`` replaces, by token index.
  package private(set) var partOfToken: [Int: Int] = [:]

  package init(of rule: RecordExpression, type: String) {
    var next = 0
    while next < rule.tokens.count {
      guard let range = rule.formerPart(from: next) else {
        condition.append(next, of: rule)
        next += 1
        continue
      }
      partOfToken[condition.places.count] = parts.count
      let words = rule.words(range)
      condition.append(.sessionName([words]), at: next)
      parts.append(
        Part(
          derived: rule.former(range, of: type), words: words,
          isCall: rule.tokens[range.upperBound - 1] == .symbol(")")))
      next = range.upperBound
    }
  }
}

extension RecordExpression {
  private static let point = ExpressionToken.symbol(".")

  /// The index of the first `old` that means the record before the change: it is followed by a dot
  /// and does not follow a dot.
  package var firstFormer: Int? { tokens.indices.first(where: isFormer) }

  package func asFormer(of type: String) -> DerivedExpression {
    former(tokens.indices, of: type)
  }

  /// The same tokens with the name of the type in place of `old`.
  package func namingFormer(_ type: String) -> RecordExpression {
    var result = self
    for index in tokens.indices where isFormer(index) { result.tokens[index] = .quotedName(type) }
    return result
  }

  private func isFormer(_ index: Int) -> Bool {
    tokens[index] == .word("old") && token(index + 1) == Self.point
      && token(index - 1) != Self.point
  }

  private func token(_ index: Int) -> ExpressionToken? {
    tokens.indices.contains(index) ? tokens[index] : nil
  }

  /// Omits `old.`, or replaces `old` by the name of the type if another record would capture the
  /// property.
  fileprivate func former(_ range: Range<Int>, of type: String) -> DerivedExpression {
    var result = DerivedExpression()
    var depth = 0
    var index = range.lowerBound
    while index < range.upperBound {
      if tokens[index] == .symbol("(") { depth += 1 }
      if tokens[index] == .symbol(")") { depth -= 1 }
      guard isFormer(index) else {
        result.append(index, of: self)
        index += 1
        continue
      }
      // At the beginning of a list, the name of the type would mean all records of the type.
      if depth > 0, !beginsList(index) {
        result.append(.quotedName(type), at: index)
        result.append(index + 1, of: self)
      }
      index += 2
    }
    return result
  }

  private func beginsList(_ index: Int) -> Bool {
    if token(index - 1)?.name?.asciiLowercased == "in" { return true }
    return token(index - 1) == .symbol("(") && aggregate(before: index - 1) != nil
  }

  private func aggregate(before bracket: Int) -> ExpressionFunction? {
    guard let name = token(bracket - 1)?.name else { return nil }
    return ExpressionFunction.named(name.asciiLowercased).flatMap { $0.isOfLists ? $0 : nil }
  }

  fileprivate func formerPart(from start: Int) -> Range<Int>? {
    if isFormer(start) {
      var end = start + 1
      while token(end) == Self.point, token(end + 1)?.name != nil { end += 2 }
      return start..<max(end, start + 2)
    }
    guard token(start + 1) == .symbol("("), tokens.indices.contains(start + 2),
      isFormer(start + 2), let function = aggregate(before: start + 1)
    else { return nil }
    var depth = 0
    for index in (start + 1)..<tokens.count {
      if tokens[index] == .symbol("(") { depth += 1 }
      if tokens[index] == .symbol(")") { depth -= 1 }
      // With several arguments, min() and max() are not aggregates.
      if depth == 1, tokens[index] == .symbol(","), function.name != "join" { return nil }
      if depth == 0 { return start..<index + 1 }
    }
    return nil
  }

  fileprivate func words(_ range: Range<Int>) -> String {
    var words = ""
    for index in range {
      let isTight =
        [".", ")", ",", "("].contains { tokens[index] == .symbol($0) }
        || [".", "("].contains { token(index - 1) == .symbol($0) }
      if !words.isEmpty, !isTight { words += " " }
      words += tokens[index].written
    }
    return words
  }
}

extension ExpressionToken {
  fileprivate var written: String {
    switch self {
    case .text(let text): text.asSQLText
    case .number(let text), .date(let text), .symbol(let text), .word(let text): text
    case .quotedName(let name): name.asName
    case .sessionName(let names): ":" + names.joined(separator: ".")
    }
  }
}
