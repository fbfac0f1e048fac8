internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// The values of the record that a command creates or changes.
struct EvaluationRow {
  var type: RecordType
  var number: Int?
  /// The values in property order. Called only if an expression reads one of them.
  var values: () throws(Diagnostic) -> [Value?]
}

extension Resolver {
  /// Compiles an expression, and appends the values of its session names to `parameters`.
  func compile(
    _ expression: ExpressionSyntax, for type: RecordType?, parameters: [Value?] = [],
    isResult: Bool = false, isCondition: Bool = false
  ) throws(Diagnostic) -> BoundExpression {
    var parameters = parameters
    var maskedKind: PropertyKind?
    let compiled = try compile(
      expression, for: type, isResult: isResult, isCondition: isCondition
    ) { [self] path throws(Diagnostic) in
      let (value, property) = try value(path)
      // Stored texts are in Unicode form NFC, but texts from standard input may not be.
      parameters.append(property == nil ? value?.nfc : value)
      maskedKind = maskedKind ?? property?.kind.maskedItem
      return (parameters.count - 1, kind(of: path, value, property))
    }
    return BoundExpression(
      compiled: compiled, parameters: parameters,
      maskedKind: maskedKind ?? self.maskedKind(readBy: compiled), tokens: expression.tokens)
  }

  func maskedKind(readBy compiled: CompiledExpression) -> PropertyKind? {
    compiled.reads.lazy.compactMap { [store] read in
      read.property.flatMap { store.schema.type(named: read.type)?[$0] }?.kind.maskedItem
    }.first
  }

  /// A placeholder property whose kind masks the calculated value; nil if the value is not masked.
  func maskedProperty(of value: Value?, reading kind: PropertyKind?) -> Property? {
    guard let kind, case let datum = Datum(value), datum.masked != datum else { return nil }
    if case .list = value { return Property("", .list(of: kind)) }
    return Property("", kind)
  }

  func kind(of path: SessionPath, _ value: Value?, _ property: Property?) -> PropertyKind? {
    if path.names.count == 1, case .record(let id) = names[path.names[0].value] {
      return .reference(to: id.type)
    }
    if path.names[0].value == Self.environmentName, names[Self.environmentName] == nil {
      return .text
    }
    return property?.kind ?? value?.kind
  }

  /// - Parameters:
  ///   - isResult: Whether the expression is a table column and so can contain aggregates.
  ///   - isCondition: Whether the expression must be true or false.
  ///   - bind: Adds the value of a session name to the parameters, and returns its index and kind.
  func compile(
    _ expression: ExpressionSyntax, for type: RecordType?, isResult: Bool = false,
    isCondition: Bool = false, bind: @escaping ExpressionNames.Bind
  ) throws(Diagnostic) -> CompiledExpression {
    let names = ExpressionNames(expression.tokens, in: self, bind: bind)
    do throws(StoreError) {
      return try store.queries.compile(
        RecordExpression(expression.tokens.map(\.kind)), for: type?.name, isResult: isResult,
        isCondition: isCondition, asking: names)
    } catch {
      if let diagnostic = names.diagnostic(of: error) { throw diagnostic }
      throw Diagnostic(error, tokens: expression.tokens, names: Self.clockNames).at(expression.span)
    }
  }

  /// Returns the value as SQLite returns it, for example a record as its number.
  ///
  /// - Parameter own: The record whose properties the expression can use by name.
  func evaluate(
    _ expression: ExpressionSyntax, on own: EvaluationRow? = nil, isCondition: Bool = false
  ) throws(Diagnostic) -> Value? {
    try outcome(of: expression, on: own, isCondition: isCondition).value
  }

  /// Returns the items of a list, and a placeholder property whose kind masks them; nil if the
  /// value is not a list.
  func items(
    of expression: ExpressionSyntax
  ) throws(Diagnostic) -> (values: [Value], property: Property?)? {
    var parameters: [Value?] = []
    var maskedKind: PropertyKind?
    let names = ExpressionNames(expression.tokens, in: self) { [self] path throws(Diagnostic) in
      let (value, property) = try value(path)
      parameters.append(property == nil ? value?.nfc : value)
      maskedKind = maskedKind ?? property?.kind.maskedItem
      return (parameters.count - 1, kind(of: path, value, property))
    }
    do throws(StoreError) {
      let compiled = try store.queries.compileList(
        RecordExpression(expression.tokens.map(\.kind)), asking: names)
      let value = compiled.typed(try store.queries.evaluate(compiled, parameters))
      guard case .list(let items)? = value else { return nil }
      let kind = maskedKind ?? self.maskedKind(readBy: compiled)
      return (items, maskedProperty(of: value, reading: kind)?.item)
    } catch {
      if let diagnostic = names.diagnostic(of: error) { throw diagnostic }
      throw Diagnostic(error, tokens: expression.tokens, names: Self.clockNames).at(expression.span)
    }
  }

  func outcome(
    of expression: ExpressionSyntax, on own: EvaluationRow?, isCondition: Bool = false
  ) throws(Diagnostic) -> (value: Value?, bound: BoundExpression) {
    let bound = try compile(expression, for: own?.type, isCondition: isCondition)
    let row = bound.compiled.usesOwnProperties ? own : nil
    let values = try row?.values() ?? []
    do throws(StoreError) {
      guard let row else {
        return (try store.queries.evaluate(bound.compiled, bound.parameters), bound)
      }
      let value = try store.queries.evaluate(
        bound.compiled, bound.parameters, onValues: values, of: row.type, id: row.number)
      return (value, bound)
    } catch {
      throw Diagnostic(error, tokens: bound.tokens).at(expression.span)
    }
  }

  func text(of template: TemplateSyntax) throws(Diagnostic) -> String {
    var result = ""
    for part in template.parts {
      switch part {
      case .text(let text): result += text
      case .name(let path): result += try text(of: Spanned(.name(path), at: path.span))
      case .expression(let expression): result += try text(of: expression)
      }
    }
    return result
  }

  /// The name of a file. In `people-:month.txt`, `.txt` is part of the file name, because only
  /// records have properties.
  func fileName(of template: TemplateSyntax) throws(Diagnostic) -> String {
    var template = template
    var parts: [TemplateSyntax.Part] = []
    for part in template.parts {
      guard case .name(var path) = part else {
        parts.append(part)
        continue
      }
      var rest = ""
      if let count = try namesBeforeValue(in: path), count < path.names.count {
        rest = path.names[count...].map { "." + $0.value }.joined()
        path.names.removeSubrange(count...)
      }
      parts += [.name(path), .text(rest)]
    }
    template.parts = parts
    return try text(of: template)
  }

  /// The number of names up to and including the first value that is not a record; nil if all are
  /// records.
  private func namesBeforeValue(in path: SessionPath) throws(Diagnostic) -> Int? {
    let first = path.names[0].value
    if first == Self.environmentName, names[first] == nil { return 2 }
    for count in path.names.indices.map({ $0 + 1 }) {
      let part = SessionPath(names: Array(path.names.prefix(count)), span: path.span)
      let (value, property) = try value(part)
      let kind = kind(of: part, value, property)
      if case .reference = kind { continue }
      return count
    }
    return nil
  }

  func text(of syntax: Spanned<ValueSyntax>) throws(Diagnostic) -> String {
    switch syntax.value {
    case .number(let text), .percent(let text): return text
    case .expression(let expression): return try text(of: expression)
    case .text, .word, .boolean, .nothing, .date, .clock, .month, .name, .list, .record: break
    }
    switch try binding(syntax) {
    case .value(let value, let property?): return Datum(value, of: property).plainText
    case let binding: return Datum(rounding: binding.storedValue).plainText
    }
  }

  private func text(of expression: ExpressionSyntax) throws(Diagnostic) -> String {
    let (result, bound) = try outcome(of: expression, on: nil)
    let value = bound.compiled.typed(result)
    if let property = maskedProperty(of: value, reading: bound.maskedKind) {
      return Datum(value, of: property).plainText
    }
    return Datum(value, of: bound.compiled.kind).plainText
  }

  /// Returns the property with the user's time zone added to each date and time without a zone in
  /// its computation or default.
  func fixingMoments(
    of property: Property, _ syntax: PropertySyntax, in type: RecordType
  ) throws(Diagnostic) -> Property {
    guard let formula = syntax.formula,
      let expression = try? RecordExpression(
        sessionless: formula, of: syntax.ownerOfFormula, zoneOffset: zoneOffset)
    else { return property }
    var property = property
    do throws(StoreError) {
      let moments =
        property.isComputed
        ? try store.schema.moments(inComputation: expression, of: type)
        : try store.schema.moments(inDefault: expression, of: type)
      if !moments.isEmpty { property.formula = formula.line(fixing: moments) }
    } catch {
      // The check of the property reports all other errors.
      if error.kind == .interrupted { throw Diagnostic(error) }
    }
    return property
  }
}

extension PropertySyntax {
  var ownerOfFormula: String { computed == nil ? "a default" : "a computed property" }
}

extension PropertyKind {
  fileprivate var maskedItem: PropertyKind? { isMasked ? item ?? self : nil }
}
