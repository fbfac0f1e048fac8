internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// What a property of many records is to get.
  private struct Wanted {
    enum Source {
      case value(Value?)
      /// The value of an expression about each record.
      case expression(BoundExpression)
    }

    var property: Property
    var index: Int
    var source: Source
    var span: SourceSpan
  }

  /// `set … where`: gives properties of many records other values, all of them or none.
  func setAll(
    _ records: RecordsSyntax, _ assignments: [AssignmentSyntax]
  ) throws(Diagnostic) {
    let type = try type(records.type)
    let span = records.condition.span
    let condition = try compile(records.condition, for: type)
    var wanted: [Wanted] = []
    for assignment in assignments { wanted.append(try self.wanted(assignment, of: type)) }
    try endEditings(
      of: type, where: condition, at: span,
      except: wanted.count == 1 ? wanted[0].property.name : nil)
    let done = try carryOut(.change, at: span) { () throws(Diagnostic) in
      var changes: [RecordChange] = []
      try forEach(of: type, where: condition, at: span) { id, values throws(Diagnostic) in
        var differences: [RecordChange.Difference] = []
        for item in wanted {
          let (old, new) = (values[item.index], try value(of: item, for: id))
          guard old != new else { continue }
          differences.append(.init(property: item.property, old: old, new: new))
        }
        if !differences.isEmpty { changes.append(RecordChange(id, differences)) }
      }
      return changes
    } apply: { changes throws(Diagnostic) in
      try update(changes, spans: wanted.map { ($0.property.name, $0.span) })
    }
    try live.bring { () throws(Diagnostic) in
      for change in done ?? [] { show(change.values, of: change.id) }
    }
  }

  private func wanted(
    _ assignment: AssignmentSyntax, of type: RecordType
  ) throws(Diagnostic) -> Wanted {
    let property = try property(assignment.property, of: type)
    try checkIsGiven(property, at: assignment.property.span)
    guard let index = type.index(of: property.name) else {
      preconditionFailure("a property of a type has a place in it")
    }
    let span = assignment.value.span
    let source: Wanted.Source
    if case .expression(let expression) = assignment.value.value {
      source = .expression(try compile(expression, for: type))
    } else {
      source = .value(try value(assignment.value, for: property))
    }
    return Wanted(property: property, index: index, source: source, span: span)
  }

  /// The value that a record is to get; an error names the record.
  private func value(of item: Wanted, for id: RecordID) throws(Diagnostic) -> Value? {
    guard case .expression(let expression) = item.source else {
      if case .value(let value) = item.source { return value }
      return nil
    }
    let value: Value?
    do throws(StoreError) {
      value = try store.evaluate(expression.compiled, expression.parameters, on: id)
    } catch {
      throw Diagnostic(error, tokens: expression.tokens).at(item.span).about(id)
    }
    do throws(Diagnostic) {
      if let value { try Self.checkDigits(of: value, for: item.property, at: item.span) }
    } catch {
      throw error.about(id)
    }
    do {
      return try item.property.checked(value.map { item.property.kind.value(ofResult: $0) })
    } catch {
      throw Diagnostic(error, at: item.span).about(id)
    }
  }

  /// Stores the values of all records, inside a transaction.
  ///
  /// A value that must be unique may be taken by a record that is to give it up: then that one comes
  /// first. Values that go round in a ring are a conflict.
  private func update(
    _ changes: [RecordChange], spans: [(property: String, span: SourceSpan)]
  ) throws(Diagnostic) {
    var refused: (change: RecordChange, error: StoreError)?
    for change in RecordChange.ordered(changes) {
      do throws(StoreError) {
        try store.update(change.id, change.values)
      } catch {
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
  /// The same with the record it is about named.
  fileprivate func about(_ id: RecordID) -> Diagnostic {
    guard kind != .refused else { return self }
    var result = self
    result.message = "\(id): \(message)"
    return result
  }
}
