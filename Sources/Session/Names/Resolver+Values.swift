internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

extension Resolver {
  func value(
    _ syntax: Spanned<ValueSyntax>, for property: Property, on own: EvaluationRow? = nil
  ) throws(Diagnostic) -> Value? {
    try property.checkIsGiven(at: syntax.span)
    if case .reference(let type) = property.kind, let id = try referredRecord(syntax, of: type) {
      return try checked(.reference(id), for: property, at: syntax.span)
    }
    let value: Value?
    switch syntax.value {
    case .list(let items) where property.kind.isList:
      guard let item = property.item else { preconditionFailure("a list property has no items") }
      var values: [Value] = []
      for syntax in items {
        guard let value = try self.value(syntax, for: item) else { continue }
        values.append(value)
      }
      value = .list(values)
    case .name(let path):
      value = try self.value(path).value.map { value in
        property.kind.value(ofName: self.moment(value, for: property.kind))
      }
    case .expression(let expression):
      let (result, bound) = try outcome(of: expression, on: own)
      value = result.map { self.value($0, of: bound.compiled, for: property.kind) }
    case .word("today") where property.kind.clock == .today:
      value = .date(try inWorkspace(reader.knownPresent(), at: syntax.span).today)
    case .word("now") where property.kind.clock == .now:
      value = .dateTime(try inWorkspace(reader.knownPresent(), at: syntax.span).now)
    default:
      value = try Value(
        literal: syntax, for: property.kind, zoneOffset: zoneOffset)
    }
    return try checked(value, for: property, at: syntax.span)
  }

  func value(
    _ result: Value, of compiled: CompiledExpression, for kind: PropertyKind
  ) -> Value {
    // SQLite returns a decimal with many digits as text.
    if case .decimal(let number) = compiled.typed(result) {
      return kind.value(ofResult: .decimal(number))
    }
    // SQLite returns a list as text and a record as its number.
    if case .list(let items) = compiled.typed(result) { return .list(items) }
    if compiled.kind?.isReference != kind.isReference, compiled.kind != nil {
      if case .reference? = compiled.typed(result) { return compiled.typed(result) ?? result }
      if kind.isReference { return result }
    }
    return kind.value(ofResult: compiled.isUTC ? result : moment(result, for: kind))
  }

  /// A text without a zone is in the user's time zone.
  private func moment(_ value: Value, for kind: PropertyKind) -> Value {
    guard kind == .dateTime, case .text(let text) = value else { return value }
    return Value.moment(text, zoneOffset: zoneOffset)
  }

  private func checked(
    _ value: Value?, for property: Property, at span: SourceSpan
  ) throws(Diagnostic) -> Value? {
    do {
      return try property.checked(value)
    } catch {
      var diagnostic = Diagnostic(error, at: span)
      if case .text(let text)? = value {
        diagnostic = Diagnostic(error, of: text, at: span)
        diagnostic.hint = diagnostic.hint ?? property.kind.notation(of: text)
      }
      if let value, case .reference(let type) = property.kind {
        diagnostic.hint = try reference(to: type, by: value, at: span)
      }
      throw diagnostic
    }
  }

  private func reference(
    to type: String, by value: Value, at span: SourceSpan
  ) throws(Diagnostic) -> String? {
    guard let key = store.schema.type(named: type)?.key else {
      guard case .integer(let number) = value,
        try attempt(store.queries.exists(RecordID(type, number)), at: span)
      else { return nil }
      return "write \(type.asName)/\(number)"
    }
    guard (try? key.checked(value)) != nil,
      try attempt(store.queries.find(type, key: value), at: span) != nil
    else { return nil }
    return "write \(type.asName)[\(value.literal)]"
  }

  private func referredRecord(
    _ syntax: Spanned<ValueSyntax>, of type: String
  ) throws(Diagnostic) -> RecordID? {
    switch syntax.value {
    case .record(let record): return try self.record(Spanned(record, at: syntax.span))
    case .word(let word):
      do {
        return try record(Spanned(.name(Name(word, at: syntax.span)), at: syntax.span))
      } catch {
        var diagnostic = error
        let hint = try reference(to: type, by: .text(word), at: syntax.span)
        diagnostic.hint = hint ?? diagnostic.hint
        throw diagnostic
      }
    case .name(let path):
      guard let first = path.names.first, path.names.count == 1,
        case .record = names[first.value]
      else { return nil }
      return try record(Spanned(.name(first), at: path.span))
    default: return nil
    }
  }

  func value(_ path: SessionPath) throws(Diagnostic) -> (value: Value?, property: Property?) {
    if let past { return try past.present.value(path) }
    guard let first = path.names.first else { return (nil, nil) }
    switch (first.value, names[first.value]) {
    case ("today", nil) where path.names.count == 1:
      return (.date(try inWorkspace(reader.knownPresent(), at: path.span).today), nil)
    case ("now", nil) where path.names.count == 1:
      return (.dateTime(try inWorkspace(reader.knownPresent(), at: path.span).now), nil)
    case (Self.environmentName, nil): return (try environmentValue(path), nil)
    case (_, .record(let id)):
      guard path.names.count > 1 else {
        _ = try record(Spanned(.name(first), at: path.span))
        return (.integer(id.number), nil)
      }
      return try reading(PathSyntax(path))
    case (_, .value(let value, let property)):
      if case .reference(let id) = value, path.names.count > 1 {
        let syntax = RecordSyntax.id(type: Name(id.type, at: first.span), number: id.number)
        return try reading(
          PathSyntax(
            record: Spanned(syntax, at: first.span),
            steps: path.names.dropFirst().map { PathStep(name: $0, index: nil) }))
      }
      if let next = path.names.dropFirst().first {
        throw Diagnostic(
          .name, "\"\(first.value)\" is a value and has no \"\(next.value)\"", at: next.span)
      }
      return (value, property)
    case (_, let other?):
      throw Diagnostic(.name, "\"\(first.value)\" is \(other.noun), not a value", at: path.span)
    case (_, nil):
      throw Diagnostic(
        unknownSessionName: first, among: names.all.map(\.name) + Self.clockNames)
    }
  }

  /// Evaluates a value whose kind is not determined by a property; also returns the property that
  /// formats the value.
  func value(
    _ syntax: Spanned<ValueSyntax>
  ) throws(Diagnostic) -> (Value?, Property?) {
    switch syntax.value {
    case .name(let path): return try value(path)
    case .expression(let expression):
      let (result, bound) = try outcome(of: expression, on: nil)
      let value = bound.compiled.typed(result)
      // The kind determines how many digits a decimal has.
      guard case .decimal(let number) = value, let kind = bound.compiled.kind else {
        return (value, maskedProperty(of: value, reading: bound.maskedKind))
      }
      return (.decimal(number), Property("", kind))
    default:
      return (try Value(literal: syntax, for: nil, zoneOffset: zoneOffset), nil)
    }
  }

  func binding(_ syntax: Spanned<ValueSyntax>) throws(Diagnostic) -> Binding {
    switch syntax.value {
    case .record(let record):
      return .record(try self.record(Spanned(record, at: syntax.span)))
    case .name(let path) where path.names.count == 1:
      if case .record(let id) = names[path.names[0].value] { return .record(id) }
    case .list(let items):
      var values: [Value] = []
      var masked: Property?
      for item in items {
        let binding = try binding(item)
        guard let value = binding.storedValue else {
          throw Diagnostic(.value, "a list cannot contain nil", at: item.span)
        }
        if case .value(_, let property?) = binding, property.kind.isMasked { masked = property }
        values.append(value)
      }
      // If one item is masked, the whole list is masked.
      return .value(.list(values), of: masked.map { Property("", .list(of: $0.kind)) })
    case .number, .text, .word, .boolean, .nothing, .date, .clock, .month, .percent, .name,
      .expression:
      break
    }
    let (value, property) = try value(syntax)
    return Binding(value, of: property)
  }

  /// The values for a record. Expressions read an existing record as it was before the command. For
  /// a new record, they read its defaults, the other values of the command, and the results of
  /// earlier expressions.
  func given(
    _ assignments: [AssignmentSyntax], for type: RecordType, on id: RecordID? = nil,
    key: Value? = nil
  ) throws(Diagnostic) -> GivenValues {
    var given = GivenValues()
    for assignment in assignments {
      let property = try property(assignment.property, of: type)
      try property.checkIsGiven(at: assignment.property.span)
      if case .expression = assignment.value.value { continue }
      let value = try value(assignment.value, for: property)
      guard given.add(property.name, value, at: assignment.value.span) else {
        throw Diagnostic(
          .syntax, "\(property.name) is given twice", at: assignment.property.span)
      }
    }
    for assignment in assignments {
      guard case .expression = assignment.value.value else { continue }
      let property = try property(assignment.property, of: type)
      var own = own(type, id, given, at: assignment.value.span)
      if let key, let name = type.key?.name, let index = type.index(of: name) {
        let former = own.values
        own.values = { () throws(Diagnostic) in
          var values = try former()
          values[index] = key
          return values
        }
      }
      let value = try value(assignment.value, for: property, on: own)
      guard given.add(property.name, value, at: assignment.value.span) else {
        throw Diagnostic(
          .syntax, "\(property.name) is given twice", at: assignment.property.span)
      }
    }
    return given
  }

  private func own(
    _ type: RecordType, _ id: RecordID?, _ given: GivenValues, at span: SourceSpan
  ) -> EvaluationRow {
    if let id { return own(id, of: type, at: span) }
    return EvaluationRow(type: type, number: nil) { [self] () throws(Diagnostic) in
      let given = given.values
      let values = type.properties.map { property in
        given[property.name] ?? property.defaultValue(at: present)
      }
      // Computed properties and calculated defaults depend on the values so far.
      let omitted = type.omittedDefaults(given)
      return try attempt(
        omitted.isEmpty
          ? store.schema.computed(values, of: RecordID(type.name, 0))
          : store.schema.withDefaults(values, of: type.name, omitting: omitted), at: span)
    }
  }

  func own(_ id: RecordID, of type: RecordType, at span: SourceSpan) -> EvaluationRow {
    EvaluationRow(type: type, number: id.number) { [self] () throws(Diagnostic) in
      guard let values = try inWorkspace(reader.values(of: id), at: span) else {
        throw Diagnostic(.name, "there is no \(id)", at: span)
      }
      return values
    }
  }
}

extension Property {
  func checkIsGiven(at span: SourceSpan) throws(Diagnostic) {
    do {
      try checkIsGiven()
    } catch {
      throw Diagnostic(error, at: span)
    }
  }

  /// Throws if commands cannot change the property. An owned list cannot be assigned, but its items
  /// can change.
  func checkIsChanged(at span: SourceSpan) throws(Diagnostic) {
    if !ownsRecords { try checkIsGiven(at: span) }
  }

  func checkHasField(at span: SourceSpan) throws(Diagnostic) {
    try checkIsGiven(at: span)
    guard kind.isList else { return }
    throw Diagnostic(
      .refused,
      "\(name) is a list, which a field cannot edit; use append, insert, move or remove",
      at: span)
  }
}

extension PropertyKind {
  fileprivate func notation(of text: String) -> String? {
    if self == .date { return CalendarDate.hint(for: text) }
    if storage == .percent { return ExactDecimal.hint(for: text.last == "%" ? text : text + "%") }
    return isNumeric ? ExactDecimal.hint(for: text, isWhole: self == .integer) : nil
  }
}

extension PathSyntax {
  init(_ path: SessionPath) {
    let steps = path.names.dropFirst().map { PathStep(name: $0, index: nil) }
    self.init(record: Spanned(.name(path.names[0]), at: path.names[0].span), steps: steps)
  }
}

struct GivenValues {
  typealias Given = (property: String, value: Value?, span: SourceSpan)

  // In an array rather than a dictionary, because most commands assign a single value.
  private var all: [Given] = []

  var only: Given? { all.count == 1 ? all[0] : nil }

  var values: [String: Value?] {
    Dictionary(uniqueKeysWithValues: all.map { ($0.property, $0.value) })
  }

  var spans: [String: SourceSpan] {
    Dictionary(uniqueKeysWithValues: all.map { ($0.property, $0.span) })
  }

  mutating func add(_ property: String, _ value: Value?, at span: SourceSpan) -> Bool {
    for given in all where given.property == property { return false }
    all.append((property, value, span))
    return true
  }
}
