extension Parser {
  package mutating func record(
    _ wanted: String = "a record", _ use: CompletionCategory.RecordUse = .itself
  ) throws(SyntaxError) -> Spanned<RecordSyntax> {
    let first = index
    let name = try name(wanted, .record(use))
    note(adjacent: "/")
    note(adjacent: "[")
    if isAt("/"), isAdjacent || isToken(index + 1, "/") || isNumber(index + 1) {
      guard isAdjacent, isAdjacent(index + 1) else { throw looseSlash }
    } else if !isAt("[") || !isAdjacent {
      return Spanned(.name(name), at: name.span)
    }
    let record = try self.record(after: name)
    return Spanned(record, at: span(from: first))
  }

  mutating func record(after type: Name) throws(SyntaxError) -> RecordSyntax {
    if isAt("[") { return .key(type: type, value: try key(ofType: type.value)) }
    advance()
    let number = try natural("the number of a record", .number(ofType: type.value))
    return .id(type: type, number: number.value)
  }

  package mutating func numberIfAny() throws(SyntaxError) -> Spanned<Int>? {
    guard isAt("/") else { return nil }
    guard isAdjacent, isAdjacent(index + 1) else { throw looseSlash }
    advance()
    return try natural("the number of a record")
  }

  private var looseSlash: SyntaxError {
    SyntaxError(
      .syntax, at: here, "unexpected white space beside \"/\"",
      hint: "write records as \"Person/1\"")
  }

  package mutating func key(ofType type: String) throws(SyntaxError) -> Spanned<ValueSyntax> {
    note(adjacent: "[")
    guard isAt("["), isAdjacent else { throw unexpected("a key in \"[\" and \"]\"") }
    _ = try open("[")
    note(.key(ofType: type))
    let value = try singleValue()
    try close("]")
    return value
  }

  private func isNumber(_ index: Int) -> Bool { index < limit && tokens[index].kind == .number }

  package mutating func recordOrPath(
    _ wanted: String, _ use: CompletionCategory.RecordUse = .either,
    parts: CompletionCategory.InteractorChoice? = nil, takesType: Bool = false
  ) throws(SyntaxError) -> (record: Spanned<RecordSyntax>, steps: [PathStep]) {
    if takesType { note(.type) }
    let record = try record(wanted, use)
    note(adjacent: ".")
    let steps = try steps { before in
      let owner = CompletionCategory.Owner(record: record, steps: before)
      var expected = [
        use == .list ? .listProperty(of: owner) : CompletionCategory.property(of: owner)
      ]
      if let parts, case .name(let name) = record.value {
        expected.append(.part(of: InteractorSyntax(name: name, steps: before), parts))
      }
      if takesType, before.isEmpty, case .name(let name) = record.value {
        expected.append(.property(of: .type(name.value)))
      }
      return expected
    } place: { list in
      .place(in: PathSyntax(record: record, steps: list))
    }
    return (record, steps)
  }

  package mutating func interactor(
    _ wanted: String, _ choice: CompletionCategory.InteractorChoice
  ) throws(SyntaxError) -> InteractorSyntax {
    let name = try name(wanted, .interactor(choice))
    let steps = try steps { before in
      [.part(of: InteractorSyntax(name: name, steps: before), choice)]
    } place: { list in
      .place(in: PathSyntax(record: Spanned(.name(name), at: name.span), steps: list))
    }
    return InteractorSyntax(name: name, steps: steps)
  }

  /// White space before a dot ends the path; white space after a dot is an error.
  mutating func steps(
    _ expected: ([PathStep]) -> [CompletionCategory], place: ([PathStep]) -> CompletionCategory
  ) throws(SyntaxError) -> [PathStep] {
    var steps: [PathStep] = []
    while isAt("."), isAdjacent {
      // After white space the word would be a separate argument.
      guard isAdjacent(index + 1) else {
        index += 1
        throw unexpected("a property directly")
      }
      advance()
      if isAtCaret || recordsUses { for expectation in expected(steps) { note(expectation) } }
      // A copy for each step would be quadratic.
      let before = recorder == nil ? [] : steps
      steps.append(try step { place(before + [$0]) })
    }
    return steps
  }

  mutating func step(place: (PathStep) -> CompletionCategory) throws(SyntaxError) -> PathStep {
    let first = index
    let name = try name("a property")
    var step = PathStep(name: name)
    if isAt("["), isAdjacent {
      _ = try open("[")
      step.index = try natural(
        "the position of an item", place(step), hint: "positions count from 0")
      try close("]")
      if isAt("["), isAdjacent { throw nestedList() }
    }
    step.span = span(from: first)
    return step
  }

  package mutating func path() throws(SyntaxError) -> PathSyntax {
    let (record, steps) = try recordOrPath("a property such as \"ann.age\"", .property)
    if steps.isEmpty { throw unexpected("\".\" and a property") }
    return PathSyntax(record: record, steps: steps)
  }

  package mutating func ruleName(
    _ owners: CompletionCategory.RuleOwners, _ wanted: String
  ) throws(SyntaxError) -> RuleNameSyntax {
    let type = try name("a rule such as \"Person.grown\"", .ruleOwner(owners))
    try takePoint(before: wanted)
    return RuleNameSyntax(type: type, name: try name(wanted, .rule(ofType: type.value)))
  }

  package mutating func propertyName() throws(SyntaxError) -> PropertyNameSyntax {
    let type = try name("a property such as \"Person.age\"", .ruleOwner(.anyType))
    try takePoint(before: "a property")
    return PropertyNameSyntax(
      type: type, name: try name("a property", .property(of: .type(type.value))))
  }

  private mutating func takePoint(before wanted: String) throws(SyntaxError) {
    note(adjacent: ".")
    guard isAt("."), isAdjacent else { throw unexpected("\".\" and \(wanted) directly") }
    guard isAdjacent(index + 1) else {
      index += 1
      throw unexpected("\(wanted) directly")
    }
    advance()
  }
}
