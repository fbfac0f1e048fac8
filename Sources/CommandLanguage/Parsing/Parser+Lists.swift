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

  /// Zero-based.
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
}
