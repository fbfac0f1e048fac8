internal import Values

extension Parser {
  mutating func listed(
    _ expected: () -> [CompletionCategory], about owner: CompletionCategory.Owner?
  ) throws(SyntaxError) -> Spanned<ValueSyntax> {
    let first = index
    let end = try open("[")
    var items: [Spanned<ValueSyntax>] = []
    note(.sign("]"))
    if index != end || isAtCaret {
      repeat {
        if isAtCaret { for expectation in expected() { note(expectation) } }
        items.append(try listItem(about: owner))
      } while skip(",")
    }
    try close("]")
    return Spanned(.list(items), at: span(from: first))
  }

  package mutating func listItem(
    about owner: CompletionCategory.Owner? = nil
  ) throws(SyntaxError) -> Spanned<ValueSyntax> {
    if isAt("[") { throw nestedList() }
    return try singleValue(about: owner)
  }

  func nestedList() -> SyntaxError {
    SyntaxError(.syntax, at: here, "the items of a list cannot be lists")
  }

  package mutating func list(hint: String? = nil) throws(SyntaxError) -> PathSyntax {
    let (record, steps) = try recordOrPath("a list such as \"ann.tags\"", .list)
    guard let last = steps.last else { throw unexpected("\".\" and a list") }
    if let index = last.index {
      throw SyntaxError(.syntax, at: index.span, "expected a list, not an item of it", hint: hint)
    }
    return PathSyntax(record: record, steps: steps)
  }

  /// Reads a zero-based index.
  package mutating func place(
    _ wanted: String, hint: String?, in list: @autoclosure () -> PathSyntax
  ) throws(SyntaxError) -> Spanned<Int> {
    try natural(wanted, .place(in: list()), hint: hint)
  }
}

extension PathSyntax {
  package var expectation: CompletionCategory? {
    guard let last = steps.last else { return nil }
    let owner = CompletionCategory.Owner(record: record, steps: steps.dropLast())
    return last.index == nil
      ? .value(of: owner, property: last.name.value) : .item(of: owner, property: last.name.value)
  }
}

extension CompletionCategory {
  package var ofItem: CompletionCategory? {
    guard case .value(let owner, let property) = self else { return nil }
    return .item(of: owner, property: property)
  }
}

extension CompletionCategory.Owner {
  package init(record: Spanned<RecordSyntax>, steps: some Sequence<PathStep>) {
    let steps = Array(steps)
    self = steps.isEmpty ? .record(record.value) : .path(PathSyntax(record: record, steps: steps))
  }

  /// The owner of the properties of a value, or of the items of a list; nil unless the value is a
  /// record or a path.
  package init?(of value: ValueSyntax) {
    switch value {
    case .record(let record): self = .record(record)
    case .name(let path): self.init(path.names)
    case .expression(let expression):
      guard let names = expression.path else { return nil }
      self.init(names)
    default: return nil
    }
  }

  private init(_ path: [Name]) {
    self.init(
      record: Spanned(.name(path[0]), at: path[0].span),
      steps: path.dropFirst().map { PathStep(name: $0) })
  }
}

extension ExpressionSyntax {
  /// The names of an expression such as `:ann.crew` or `ann.crew`; nil for another expression.
  fileprivate var path: [Name]? {
    if tokens.count == 1, case .sessionName(let names) = tokens[0].kind {
      return names.map { Name($0, at: tokens[0].span) }
    }
    guard tokens.count.isMultiple(of: 2) == false else { return nil }
    var names: [Name] = []
    for (place, token) in tokens.enumerated() {
      switch token.kind {
      case .word(let name), .quotedName(let name):
        guard place.isMultiple(of: 2) else { return nil }
        names.append(Name(name, at: token.span))
      case .symbol("."): if place.isMultiple(of: 2) { return nil }
      case .text, .number, .date, .sessionName, .symbol: return nil
      }
    }
    return names
  }
}
