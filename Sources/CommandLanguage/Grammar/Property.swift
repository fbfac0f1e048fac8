/// A property in the definition of a type.
public struct PropertySyntax: Hashable, Sendable {
  /// Its name.
  public var name: Name
  /// The kind of its values.
  public var kind: Spanned<KindSyntax>
  /// Whether it may be `nil`.
  public var isOptional: Bool
  /// Where it says `key`, if it does.
  public var key: SourceSpan?
  /// Where it says `unique`, if it does.
  public var unique: SourceSpan?
  /// The values it may have.
  public var range: RangeSyntax<ValueSyntax>?
  /// How many characters it may have.
  public var length: RangeSyntax<Int>?
  /// The pattern its texts match, without the slashes.
  public var pattern: Spanned<String>?
  /// What stands behind its numbers.
  public var unit: Spanned<String>?
  /// Where it says `grouped`, if it does.
  public var grouped: SourceSpan?
  /// The value it has at first.
  public var initial: Spanned<ValueSyntax>?
  /// The place of all of it.
  public var span: SourceSpan

  /// Makes the property `name` of `kind`, without clauses.
  public init(name: Name, kind: Spanned<KindSyntax>, isOptional: Bool, span: SourceSpan) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
    self.span = span
  }
}

extension Parser {
  private static let propertyClauses = [
    "key", "unique", "in", "length", "matching", "unit", "grouped", "=",
  ]

  /// Whether `name:` comes next.
  var isAtPropertyStart: Bool {
    guard let current, name(current) != nil else { return false }
    return isAdjacent(index + 1) && isToken(index + 1, ":")
  }

  /// Reads a property, its kind and its clauses.
  mutating func property() throws(SyntaxError) -> PropertySyntax {
    let first = index
    let name = try name("a property such as \"age: Integer\"")
    guard isAt(":") else { throw unexpected("\":\"") }
    guard isAdjacent else {
      throw SyntaxError(
        .syntax, at: span(of: tokens[index]), "unexpected white space before \":\"",
        hint: "\":\" follows the name directly, as in \"age: Integer\"")
    }
    advance()
    let kind = try kind()
    var property = PropertySyntax(
      name: name, kind: kind, isOptional: false, span: kind.span)
    note(adjacent: "?")
    if isAt("?") {
      guard isAdjacent else {
        throw SyntaxError(
          .syntax, at: span(of: tokens[index]), "unexpected white space before \"?\"",
          hint: "\"?\" follows its kind directly, as in \"Integer?\"")
      }
      advance()
      property.isOptional = true
    }
    var clauses = Clauses(Self.propertyClauses)
    while true {
      note(clauses, of: property)
      if isAtEnd || isAt(",") || isAt("}") || isAtPropertyStart { break }
      try readClause(of: &property, &clauses)
    }
    property.span = span(from: first)
    return property
  }

  private func note(_ clauses: Clauses, of property: PropertySyntax) {
    guard isAtCaret else { return }
    for expectation in clauses.expectations {
      if case .word(let word) = expectation { note(.clause(word, of: property)) }
    }
  }

  private mutating func readClause(
    of property: inout PropertySyntax, _ clauses: inout Clauses
  ) throws(SyntaxError) {
    if isAt("=") {
      guard clauses.insert("=") else {
        throw SyntaxError(.syntax, at: span(of: tokens[index]), "\"=\" stands here twice")
      }
      advance()
      note(words: property.kind.value.words)
      property.initial = try value()
      return
    }
    guard let clause = try clause(of: &clauses) else { return }
    switch clause.value {
    case "key": property.key = clause.span
    case "unique": property.unique = clause.span
    case "in": property.range = try range()
    case "matching": property.pattern = try pattern()
    case "unit": property.unit = try quotedText("a unit such as \"€\"")
    case "grouped": property.grouped = clause.span
    default: property.length = try naturalRange()
    }
  }
  /// Reads a pattern; its place is that of what stands between the slashes.
  private mutating func pattern() throws(SyntaxError) -> Spanned<String> {
    guard let token = current, token.kind == .pattern else {
      throw unexpected("a pattern such as /[A-Z]+/")
    }
    advance()
    let inside = token.start + 1..<token.end - 1
    return Spanned(text(inside), at: places.span(inside))
  }
}
