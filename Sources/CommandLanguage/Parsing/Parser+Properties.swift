package import Values

package struct PropertySyntax: Hashable, Sendable {
  package var name: Name
  package var kind: Spanned<PropertyKind>
  package var isOptional: Bool
  package var key: SourceSpan?
  package var title: SourceSpan?
  package var unique: SourceSpan?
  package var range: RangeSyntax<ValueSyntax>?
  package var length: RangeSyntax<Int>?
  /// The pattern without the slashes.
  package var pattern: Spanned<String>?
  package var unit: Spanned<String>?
  package var prefix: Spanned<String>?
  package var grouped: SourceSpan?
  package var initial: Spanned<ValueSyntax>?
  /// The span is the whole clause.
  package var onDelete: Spanned<OnDeleteSyntax>?
  package var listRole: Spanned<ListRoleSyntax>?
  package var computed: ExpressionSyntax?
  package var span: SourceSpan

  /// The expression that computes the property or its default.
  package var formula: ExpressionSyntax? {
    if case .expression(let expression)? = initial?.value { return expression }
    return computed
  }
}

package enum OnDeleteSyntax: String, CaseIterable, Hashable, Sendable {
  case refuse
  case clear
  /// Also deletes the referring record.
  case cascade
}

package enum ListRoleSyntax: Hashable, Sendable {
  /// - Parameter as: The name by which the records refer to the owner of the list.
  case owned(as: String?)
  /// The property by which the records refer to the owner of the list.
  case inverse(of: String)
}

extension Parser {
  private static let propertyClauses = [
    "key", "title", "unique", "in", "length", "matching", "unit", "prefix", "grouped", "on",
    "owned", "by",
    "=", ":=",
  ]

  package mutating func properties(of type: Name) throws(SyntaxError) -> [PropertySyntax] {
    if isAt("(") {
      let hint = "write the properties in braces: { name: Text, age: Integer }"
      throw unexpected("\"{\"", hint: hint)
    }
    let end = try open("{")
    var properties: [PropertySyntax] = []
    // `String` would compare canonically equivalent names as equal.
    var seen: Set<[UInt8]> = []
    skipPropertySeparators()
    defer { noteOperands(properties) }
    while index != end {
      let property = try property(of: type)
      if !seen.insert(Array(property.name.value.utf8)).inserted {
        throw SyntaxError(
          .name, at: property.name.span, "\"\(property.name.value)\" is defined twice here")
      }
      properties.append(property)
      let isSeparated = current?.kind.isSeparator ?? false || isAt(",")
      skipPropertySeparators()
      guard isSeparated || isAtPropertyStart || index == end else {
        throw unexpected("a property such as \"age: Integer\"")
      }
    }
    try close("}")
    return properties
  }

  /// The session does not know the type being defined, so the parser offers its properties.
  private func noteOperands(_ properties: [PropertySyntax]) {
    guard let recorder else { return }
    let isWanted = recorder.alternatives.contains { expectation in
      if case .expression(let start) = expectation {
        !(start.tokens.last?.endsOperand ?? false)
      } else {
        false
      }
    }
    guard isWanted else { return }
    // A computed property cannot use lists.
    for property in properties where !property.kind.value.isList {
      recorder.note(.definedOperand(property.name.value))
    }
  }

  package func isAtWord(of words: [String]) -> Bool {
    guard isAtWord, let token = current else { return false }
    return words.contains(text(of: token))
  }

  mutating func skipPropertySeparators() {
    while isAt(",") || current?.kind.isSeparator ?? false { advance() }
  }

  var isAtPropertyStart: Bool {
    guard let current, name(current) != nil else { return false }
    return isAdjacent(index + 1) && isToken(index + 1, ":")
  }

  mutating func property(
    of type: Name, known: CompletionCategory? = nil, until words: [String] = []
  ) throws(SyntaxError) -> PropertySyntax {
    let first = index
    var property = try propertyHead("a property such as \"age: Integer\"", known)
    var clauses = Clauses(Self.propertyClauses)
    while true {
      note(clauses, of: property)
      note(words: words)
      if isAtEnd || isAt(",") || isAt("}") || isAtPropertyStart || isAtWord(of: words) { break }
      if isAt("?") { throw misplacedQuestionMark(in: property) }
      try readClause(of: &property, &clauses, in: type)
    }
    property.span = span(from: first)
    return property
  }

  private func misplacedQuestionMark(in property: PropertySyntax) -> SyntaxError {
    let optional = "\(property.kind.value.name)?"
    return SyntaxError(
      .syntax, at: here, "\"?\" must be directly after the kind",
      hint: property.key == nil
        ? "write \"\(optional)\"" : "a key cannot be nil; write \"\(optional) unique\"")
  }

  package mutating func variable() throws(SyntaxError) -> PropertySyntax {
    let first = index
    var variable = try propertyHead("a variable such as \"limit: Integer\"", nil)
    givenNames.append(variable.name.value)
    if skip("=") { variable.initial = try initialValue(of: variable.kind.value) }
    variable.span = span(from: first)
    return variable
  }

  /// A parameter of a command: a name, optionally with a kind and a default.
  ///
  /// - Returns: The definition is nil for a name alone.
  package mutating func parameter() throws(SyntaxError) -> (name: Name, PropertySyntax?) {
    let before = self
    let name = try name("a name for a parameter, or \"{\"")
    guard isAt(":"), isAdjacent else { return (name, nil) }
    self = before
    var parameter = try propertyHead("a name for a parameter", nil)
    if skip("=") { parameter.initial = try initialValue(of: parameter.kind.value) }
    return (name, parameter)
  }

  private mutating func propertyHead(
    _ wanted: String, _ known: CompletionCategory?
  ) throws(SyntaxError) -> PropertySyntax {
    let name = try name(wanted, known)
    guard isAt(":") else {
      let clause = Self.propertyClauses.contains(name.value) ? name.value : nil
      throw unexpected(
        "\":\"",
        hint: isAt(":=")
          ? "write the kind first, as in \"next: Integer := (age + 1)\""
          : clause.map { "write \($0) directly after the kind of its property, without a comma" })
    }
    guard isAdjacent else {
      throw SyntaxError(
        .syntax, at: here, "unexpected white space before \":\"",
        hint: "write \":\" directly after the name, as in \"age: Integer\"")
    }
    advance()
    let kind = try kind()
    var property = PropertySyntax(name: name, kind: kind, isOptional: false, span: kind.span)
    if !kind.value.isList { note(adjacent: "?") }
    if isAt("?") {
      guard isAdjacent else {
        throw SyntaxError(
          .syntax, at: here, "unexpected white space before \"?\"",
          hint: "write \"?\" directly after the kind, as in \"Integer?\"")
      }
      advance()
      property.isOptional = true
    }
    return property
  }

  private func note(_ clauses: Clauses, of property: PropertySyntax) {
    guard isAtCaret else { return }
    for expectation in clauses.expectations {
      if case .word(let word) = expectation { note(.clause(word, of: property)) }
    }
  }

  private mutating func readClause(
    of property: inout PropertySyntax, _ clauses: inout Clauses, in type: Name
  ) throws(SyntaxError) {
    if isAt("=") || isAt(":=") { return try readValue(of: &property, &clauses, in: type) }
    guard let clause = try clause(of: &clauses) else { return }
    switch clause.value {
    case "key": property.key = clause.span
    case "title": property.title = clause.span
    case "unique": property.unique = clause.span
    case "in": property.range = try range()
    case "matching": property.pattern = try pattern()
    case "unit": property.unit = try quotedText("a unit such as \"€\"")
    case "prefix": property.prefix = try quotedText("a prefix such as \"$\"")
    case "grouped": property.grouped = clause.span
    case "on": property.onDelete = try onDelete(from: clause.span)
    case "owned", "by": try readListRole(of: &property, at: clause)
    default: property.length = try naturalRange()
    }
  }

  private mutating func readValue(
    of property: inout PropertySyntax, _ clauses: inout Clauses, in type: Name
  ) throws(SyntaxError) {
    let sign = tokens[index]
    let isComputed = isAt(":=")
    if isComputed ? property.initial != nil : property.computed != nil {
      throw SyntaxError(
        .syntax, at: span(of: sign), "\"=\" and \":=\" cannot be used together",
        hint: "a computed property cannot have a default")
    }
    guard clauses.insert(text(of: sign)) else {
      throw SyntaxError(.syntax, at: span(of: sign), "\"\(text(of: sign))\" is given twice")
    }
    // `=` and `:=` exclude each other.
    _ = clauses.insert(isComputed ? "=" : ":=")
    advance()
    if isComputed {
      note(.sign("("))
      guard isAt("(") else {
        throw unexpected(
          "\"(\"", hint: "put the expression in parentheses, as in \":= (age + 1)\"")
      }
      property.computed = try bracketedExpression(of: .type(type.value), isComputation: true)
    } else {
      let kind = property.kind.value
      if !kind.isList { note(.sign("(")) }
      if kind == .integer { note(words: ["next"]) }
      if isAt("("), !kind.isList {
        let first = index
        let expression = try bracketedExpression(of: .type(type.value))
        property.initial = Spanned(.expression(expression), at: span(from: first))
      } else {
        property.initial = try initialValue(of: kind)
      }
    }
  }

  private mutating func initialValue(
    of kind: PropertyKind
  ) throws(SyntaxError) -> Spanned<ValueSyntax> {
    guard let item = kind.item else {
      note(words: kind.plainWords)
      return try value()
    }
    note(.sign("["))
    let words = item.plainWords.map(CompletionCategory.word)
    return try isAt("[") ? listed({ words }, about: nil) : value()
  }

  private mutating func readListRole(
    of property: inout PropertySyntax, at clause: Spanned<String>
  ) throws(SyntaxError) {
    guard property.listRole == nil else {
      throw SyntaxError(
        .syntax, at: clause.span, "\"owned\" and \"by\" cannot be used together",
        hint: "a list of owned records cannot be the inverse of another property")
    }
    guard clause.value == "by" else {
      note(words: ["as"])
      guard isAtWord, let current, text(of: current) == "as" else {
        property.listRole = Spanned(.owned(as: nil), at: clause.span)
        return
      }
      advance()
      let name = try self.name("a name for the owner")
      property.listRole = Spanned(
        .owned(as: name.value), at: SourceSpan(from: clause.span, to: name.span))
      return
    }
    let items = property.kind.value.recordType
    let name = try self.name(
      "the property by which the records refer to this type", items.map { .property(of: .type($0)) }
    )
    property.listRole = Spanned(
      .inverse(of: name.value), at: SourceSpan(from: clause.span, to: name.span))
  }

  private mutating func onDelete(
    from start: SourceSpan
  ) throws(SyntaxError) -> Spanned<OnDeleteSyntax> {
    try take("delete")
    let words = OnDeleteSyntax.allCases.map(\.rawValue)
    note(words: words)
    guard isAtWord, let token = current, let choice = OnDeleteSyntax(rawValue: text(of: token))
    else { throw unexpected("\"refuse\", \"clear\" or \"cascade\"", candidates: words) }
    advance()
    return Spanned(choice, at: SourceSpan(from: start, to: span(of: token)))
  }

  private mutating func pattern() throws(SyntaxError) -> Spanned<String> {
    guard let token = current, token.kind == .pattern else {
      throw unexpected("a pattern such as /[A-Z]+/")
    }
    advance()
    let inside = token.start + 1..<token.end - 1
    // Normalize the pattern, because the matched texts are in NFC.
    return Spanned(text(inside).nfc, at: places.span(inside))
  }
}

extension PropertyKind {
  fileprivate var plainWords: [String] { words.filter(\.isPlainWord) }
}
