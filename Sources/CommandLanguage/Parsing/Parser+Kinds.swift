internal import Values

extension Parser {
  mutating func kind() throws(SyntaxError) -> Spanned<PropertyKind> {
    note(.sign("["))
    guard isAt("[") else { return try singleKind() }
    let first = index
    _ = try open("[")
    if isAt("[") { throw nestedList() }
    let item = try singleKind()
    if isAt("?"), let token = current {
      let written = text(tokens[first + 1].start..<tokens[index - 1].end)
      throw SyntaxError(
        .syntax, at: span(of: token), "the items of a list cannot be nil",
        hint: "write \"[\(written)]\"")
    }
    try close("]")
    let kind: PropertyKind =
      if case .reference(let type) = item.value { .records(of: type) } else {
        .list(of: item.value)
      }
    return Spanned(kind, at: span(from: first))
  }

  private mutating func singleKind() throws(SyntaxError) -> Spanned<PropertyKind> {
    note(words: PropertyKind.names)
    note(.type)
    guard let token = current, name(token) != nil else { throw missingKind() }
    let first = index
    let kind: PropertyKind
    if let arguments = PropertyKind.arguments(of: text(of: token)) {
      advance()
      kind = try self.kind(with: arguments)
    } else {
      kind = .reference(to: try typeOfReference().value)
    }
    return Spanned(kind, at: span(from: first))
  }

  private func missingKind() -> SyntaxError {
    unexpected("a kind such as \"Text\"", candidates: PropertyKind.names)
  }

  /// Reads the name of a type; rejects the name of a kind in a different case.
  private mutating func typeOfReference() throws(SyntaxError) -> Name {
    if isAtPropertyStart { throw missingKind() }
    let type = try name("a type")
    // A type older than a kind of the same name is written in backticks.
    let isOlder = tokens[index - 1].kind == .quotedName && type.value.isNameOfLaterKind
    // Types have no arguments.
    if isAt("(") || type.value.isNameOfKind && !isOlder {
      throw unknown("kind", type.value, at: type.span, among: PropertyKind.names)
    }
    return type
  }
}
