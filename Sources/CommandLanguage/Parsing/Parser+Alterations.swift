package struct AlterationSyntax: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case add(PropertySyntax)
    case rename(Name, to: Name)
    case change(PropertySyntax)
    case drop(Name)
  }

  package var step: Step
  /// The expression for the new value of the property in each existing record.
  package var conversion: ExpressionSyntax?

  package var name: Name {
    switch step {
    case .add(let property), .change(let property): property.name
    case .rename(let name, to: _), .drop(let name): name
    }
  }

  package var nextName: Name? { if case .rename(_, let next) = step { next } else { nil } }

  package var property: PropertySyntax? {
    switch step {
    case .add(let property), .change(let property): property
    case .rename, .drop: nil
    }
  }
}

extension Parser {
  private static let alterations = ["add", "rename", "change", "drop"]

  package mutating func alterations(of type: Name) throws(SyntaxError) -> [AlterationSyntax] {
    let end = try open("{")
    var alterations: [AlterationSyntax] = []
    skipPropertySeparators()
    note(words: Self.alterations)
    while index != end {
      alterations.append(try alteration(of: type))
      let isSeparated = current?.kind.isSeparator ?? false || isAt(",")
      skipPropertySeparators()
      note(words: Self.alterations)
      guard isSeparated || isAtWord(of: Self.alterations) || index == end else {
        throw unexpected(Self.words, candidates: Self.alterations)
      }
    }
    try close("}")
    return alterations
  }

  private static let words = "\"add\", \"rename\", \"change\" or \"drop\""

  private mutating func alteration(of type: Name) throws(SyntaxError) -> AlterationSyntax {
    guard isAtWord(of: Self.alterations), let token = current else {
      throw unexpected(Self.words, candidates: Self.alterations)
    }
    let known = CompletionCategory.property(of: .type(type.value))
    advance()
    switch text(of: token) {
    case "rename":
      let name = try name("a property", known)
      try take("to")
      return AlterationSyntax(step: .rename(name, to: try self.name("a name for the property")))
    case "drop": return AlterationSyntax(step: .drop(try name("a property", known)))
    case "add":
      let property = try property(of: type, until: Self.alterations + ["using"])
      return AlterationSyntax(step: .add(property), conversion: try conversion(of: type))
    default:
      let property = try property(of: type, known: known, until: Self.alterations + ["using"])
      return AlterationSyntax(step: .change(property), conversion: try conversion(of: type))
    }
  }

  private mutating func conversion(of type: Name) throws(SyntaxError) -> ExpressionSyntax? {
    guard skip("using") else { return nil }
    note(.sign("("))
    guard isAt("(") else {
      throw unexpected(
        "\"(\"", hint: "put the expression in parentheses, as in \"using (age * 12)\"")
    }
    return try bracketedExpression(of: .type(type.value))
  }
}
