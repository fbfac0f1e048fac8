internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

// Indirect, because commands are copied often.
indirect enum SetCommand: Command, Equatable {
  static let verb = Verb(
    "set",
    usage: "set RECORD.PROPERTY VALUE · set RECORD PROPERTY=VALUE … "
      + "· set TYPE where EXPRESSION : PROPERTY=VALUE …",
    summary: "Sets properties of a record, or of all records that match a condition. A list "
      + "of owned records can only be reordered: give all its records in the new order.",
    examples: [
      "set ann.age 42", "set ann.tags [\"old\", \"new\"]", "set ann age=42 name=\"Anna\"",
      "set Person/1.age nil",
      "set Person where age > 64 : age=64", "set Person where age < 64 : age=(age + 1)",
    ],
    changesRecords: true)

  case property(PathSyntax, Spanned<ValueSyntax>)
  case assignments(Spanned<RecordSyntax>, [AssignmentSyntax])
  case all(RecordsSyntax, [AssignmentSyntax])

  init(parsing parser: inout Parser) throws(SyntaxError) {
    parser.note(.type)
    let (record, steps) = try parser.recordOrPath("a record", .either)
    guard steps.isEmpty else {
      if parser.isAt("=") {
        throw parser.unexpected(
          "a value", hint: "write \"set ann.age 42\" or \"set ann age=42\"")
      }
      let path = PathSyntax(record: record, steps: steps)
      let owner = CompletionCategory.Owner(record: record, steps: steps.dropLast())
      self = .property(path, try parser.value(path.expectation, about: owner))
      return
    }
    if let records = try parser.recordsIfAny(record) {
      try parser.take(":")
      let owner = CompletionCategory.Owner.type(records.type.value)
      self = .all(
        records,
        try Self.assignments(&parser, of: owner))
    } else {
      self = .assignments(record, try Self.assignments(&parser, of: .record(record.value)))
    }
  }

  private static func assignments(
    _ parser: inout Parser, of owner: CompletionCategory.Owner
  ) throws(SyntaxError) -> [AssignmentSyntax] {
    if parser.isAtEnd {
      parser.note(.assignment(of: owner, except: []))
      throw parser.unexpected("a property")
    }
    return try parser.assignments(of: owner)
  }

  static let isRepeated = true

  mutating func move(to line: inout RepeatedLine) -> Bool {
    switch self {
    case .property(let path, let value):
      guard let path = path.repeated(in: &line), let value = value.repeated(in: &line) else {
        return false
      }
      self = .property(path, value)
    case .assignments(let record, let assignments):
      guard let record = record.repeated(in: &line),
        let assignments = assignments.repeated(in: &line)
      else { return false }
      self = .assignments(record, assignments)
    case .all: return false
    }
    return true
  }

  // A set of all records looks for them before it asks the user.
  var alwaysWrites: Bool { if case .all = self { false } else { true } }

  var standsAlone: Bool { if case .all = self { true } else { false } }

  func run(in session: Session) throws(Diagnostic) {
    switch self {
    case .property(let path, let syntax): try set(path, to: syntax, in: session)
    case .assignments(let syntax, let assignments):
      let id = try session.resolver.record(syntax)
      guard let type = session.store.schema.type(named: id.type) else {
        throw Diagnostic(.name, "there is no \(id)", at: syntax.span)
      }
      let lists = assignments.filter { type[$0.property.value]?.ownsRecords == true }
      guard !lists.isEmpty else {
        return try assign(assignments, to: id, of: type, at: syntax.span, in: session)
      }
      try session.blocks.asOneTransaction(mayChange: true) { () throws(Diagnostic) in
        let others = assignments.filter { assignment in !lists.contains(assignment) }
        if !others.isEmpty {
          try assign(others, to: id, of: type, at: syntax.span, in: session)
        }
        for list in lists {
          let path = PathSyntax(record: syntax, steps: [PathStep(name: list.property)])
          try reorder(
            try session.resolver.place(path), as: list.value, at: list.property.span, in: session)
        }
      }
    case .all(let records, let assignments):
      try set(records, assignments, in: session)
    }
  }

  private func assign(
    _ assignments: [AssignmentSyntax], to id: RecordID, of type: RecordType, at span: SourceSpan,
    in session: Session
  ) throws(Diagnostic) {
    try session.workspace.editing.assign(
      try session.resolver.given(assignments, for: type, on: id), to: id, at: span)
  }

  private func set(
    _ path: PathSyntax, to syntax: Spanned<ValueSyntax>, in session: Session
  ) throws(Diagnostic) {
    let isExpression = if case .expression = syntax.value { true } else { false }
    let place = try session.resolver.place(
      path, isWritten: !isExpression && path.steps.last?.index == nil)
    if place.index == nil, place.property.ownsRecords {
      return try reorder(place, as: syntax, at: path.span, in: session)
    } else if place.index == nil {
      try place.property.checkIsGiven(at: path.steps.last?.name.span ?? path.span)
    } else if place.property.kind.isListOfRecords, !place.property.refersToMany {
      throw Diagnostic(
        .refused,
        "an item of this list of records cannot be set; insert and remove change a list of owned "
          + "records", at: path.span)
    }
    var own: EvaluationRow?
    if isExpression, let type = session.store.schema.type(named: place.record.type) {
      own = session.resolver.own(place.record, of: type, at: path.span)
    }
    guard let index = place.index else {
      let new = try session.resolver.value(syntax, for: place.property, on: own)
      return try session.workspace.editing.assign(
        new, to: place.property.name, of: place.record, at: path.span, valueAt: syntax.span)
    }
    guard let new = try session.resolver.value(syntax, for: place.target, on: own) else {
      throw Diagnostic(.value, "a list cannot contain nil", at: syntax.span)
    }
    try session.workspace.editing.change(place, at: path.span) { items throws(Diagnostic) in
      items[index] = new
    }
  }

  private func reorder(
    _ place: PropertyPlace, as syntax: Spanned<ValueSyntax>, at span: SourceSpan,
    in session: Session
  ) throws(Diagnostic) {
    guard case .list(let items) = syntax.value else {
      return try place.property.checkIsGiven(at: span)
    }
    var records: [RecordID] = []
    for item in items {
      guard
        case .reference(let record)? = try session.resolver.value(
          item, for: place.property.item ?? place.property)
      else { continue }
      records.append(record)
    }
    try session.workspace.editing.endEditings(of: place)
    try session.transactions.change(at: syntax.span) { tx throws(StoreError) in
      try tx.reorder(Store.ListPlace(place.record, place.property.name), as: records)
    }
    try inWorkspace(session.workspace.refresh())
  }

  private struct Wanted {
    enum Source {
      case value(Value?)
      case expression(BoundExpression)
    }

    var property: Property
    var index: Int
    var source: Source
    var span: SourceSpan
  }

  /// Updates all records or none.
  private func set(
    _ records: RecordsSyntax, _ assignments: [AssignmentSyntax], in session: Session
  ) throws(Diagnostic) {
    let type = try session.resolver.type(records.type)
    let span = records.condition.span
    let condition = try session.resolver.compile(
      records.condition, for: type, isCondition: true)
    var wanted: [Wanted] = []
    for assignment in assignments {
      wanted.append(try self.wanted(assignment, of: type, in: session))
    }
    try inWorkspace(
      session.workspace.editing.endEditings(
        of: type, where: condition.compiled, condition.parameters,
        except: wanted.count == 1 ? wanted[0].property.name : nil),
      at: span)
    let done = try session.transactions.carryOut(.change, at: span) { () throws(Diagnostic) in
      var changes: [RecordChange] = []
      try session.resolver.forEach(of: type, where: condition, at: span) {
        id, values throws(Diagnostic) in
        var differences: [RecordChange.Difference] = []
        for item in wanted {
          let (old, new) = (
            values[item.index], try value(of: item, for: id, in: session)
          )
          guard old != new else { continue }
          differences.append(.init(property: item.property, old: old, new: new))
        }
        if !differences.isEmpty { changes.append(RecordChange(id, differences)) }
      }
      return changes
    } apply: { changes, tx throws(Diagnostic) in
      try update(changes, spans: wanted.map { ($0.property.name, $0.span) }, by: tx)
    }
    session.workspace.live.show((done ?? []).map { ($0.id, $0.values) })
  }

  private func wanted(
    _ assignment: AssignmentSyntax, of type: RecordType, in session: Session
  ) throws(Diagnostic) -> Wanted {
    let property = try session.resolver.property(assignment.property, of: type)
    try property.checkIsGiven(at: assignment.property.span)
    guard let index = type.index(of: property.name) else {
      preconditionFailure("the type does not have this property")
    }
    let span = assignment.value.span
    let source: Wanted.Source
    if case .expression(let expression) = assignment.value.value {
      source = .expression(try session.resolver.compile(expression, for: type))
    } else {
      source = .value(try session.resolver.value(assignment.value, for: property))
    }
    return Wanted(property: property, index: index, source: source, span: span)
  }

  private func value(
    of item: Wanted, for id: RecordID, in session: Session
  ) throws(Diagnostic) -> Value? {
    guard case .expression(let expression) = item.source else {
      if case .value(let value) = item.source { return value }
      return nil
    }
    let value: Value?
    do throws(StoreError) {
      value = try session.store.queries.evaluate(expression.compiled, expression.parameters, on: id)
    } catch {
      throw Diagnostic(error, tokens: expression.tokens).at(item.span).about(id)
    }
    do {
      return try item.property.checked(
        value.map { value in
          session.resolver.value(value, of: expression.compiled, for: item.property.kind)
        })
    } catch {
      throw Diagnostic(error, at: item.span).about(id)
    }
  }

  /// If a unique value moves between records, the record that loses the value is updated first. If
  /// records exchange unique values in a cycle, one of the updates conflicts.
  private func update(
    _ changes: [RecordChange], spans: [(property: String, span: SourceSpan)],
    by tx: borrowing WriteTransaction
  ) throws(Diagnostic) {
    var refused: (change: RecordChange, error: StoreError)?
    var rest = RecordChange.ordered(changes)[...]
    while let change = rest.first {
      do throws(StoreError) {
        let count = try tx.updateLater(rest.lazy.map { ($0.id, $0.values) })
        rest = rest.dropFirst(count)
      } catch {
        rest = rest.dropFirst()
        guard error.kind == .conflict else { throw Diagnostic(error).about(change.id) }
        let isFirst = refused.map { change.id.number < $0.change.id.number } ?? true
        if isFirst { refused = (change, error) }
      }
    }
    guard let refused else { return }
    let diagnostic = Diagnostic(refused.error).about(refused.change.id)
    let place = spans.first { $0.property == refused.error.property }
    throw place.map { diagnostic.at($0.span) } ?? diagnostic
  }
}

extension Diagnostic {
  fileprivate func about(_ id: RecordID) -> Diagnostic {
    guard kind != .refused else { return self }
    var result = self
    result.message = "\(id): \(message)"
    return result
  }
}
