internal import Expressions
package import Records
internal import SQLEngine

/// Checks expressions against the types of a store, and caches the compiled expressions.
final class ExpressionCompiler {
  private struct Key: Hashable {
    var expression: RecordExpression
    var type: String?
    var role: AnalyzedExpression.Role
  }

  private static let capacity = 500

  private let engines: any EngineSource
  private var schema = StoreSchema(types: [])
  private var mirror: ExpressionMirror?
  private var known: [Key: CompiledExpression] = [:]
  /// The questions about names that compilation asks the session, by unresolved expression.
  private var questions: [Key: [RecordExpression.Question]] = [:]
  /// Changes whenever the types change.
  private var edition = 0
  private var limits: ExpressionLimits?

  init(_ engines: any EngineSource) {
    self.engines = engines
  }

  func compile(
    _ expression: RecordExpression, for type: String?, among schema: StoreSchema,
    as role: AnalyzedExpression.Role = .value, asking session: (any ExpressionSession)? = nil
  ) throws(StoreError) -> CompiledExpression {
    let mirror = try follow(schema)
    var key = Key(expression: expression, type: type, role: role)
    guard let session else {
      if let result = known[key] { return result }
      return remember(try compile(expression, for: type, on: mirror, role).result, key)
    }
    let unanswered = key
    // If an answer is an error, the expression is compiled, which may find an earlier mistake.
    if let questions = questions[key],
      let answered = try? expression.answered(questions, by: session)
    {
      key.expression = answered
      if let result = known[key] { return result }
    }
    let (result, questions) = try compile(
      expression, for: type, on: mirror, role, asking: session)
    key.expression = result.expression
    self.questions[unanswered] = questions
    return remember(result, key)
  }

  private func remember(_ result: CompiledExpression, _ key: Key) -> CompiledExpression {
    if known.count >= Self.capacity { forget() }
    known[key] = result
    return result
  }

  private func forget() {
    known.removeAll()
    questions.removeAll()
  }

  func current(
    _ expression: CompiledExpression, _ parameters: [Value?], among schema: StoreSchema
  ) throws(StoreError) -> CompiledExpression {
    if let last = expression.lastParameter, last >= parameters.count {
      throw StoreError(.expression, .valuesMissing(needed: last + 1, given: parameters.count))
    }
    if let special = expression.specialized(for: parameters) {
      return try compile(
        special, for: expression.type, among: schema, as: expression.role)
    }
    _ = try follow(schema)
    guard expression.edition != edition else { return expression }
    return try compile(
      expression.expression, for: expression.type, among: schema, as: expression.role)
  }

  func isCurrent(
    _ expression: CompiledExpression, among schema: StoreSchema
  ) throws(StoreError) -> Bool {
    _ = try follow(schema)
    return expression.edition == edition
  }

  func mirror(of schema: StoreSchema) throws(StoreError) -> ExpressionMirror {
    try ExpressionMirror(schema, on: engines)
  }

  private func follow(_ schema: StoreSchema) throws(StoreError) -> ExpressionMirror {
    if let mirror, schema == self.schema { return mirror }
    let mirror = try mirror(of: schema)
    self.mirror = mirror
    self.schema = schema
    forget()
    edition += 1
    return mirror
  }

  private func compile(
    _ expression: RecordExpression, for name: String?, on mirror: ExpressionMirror,
    _ role: AnalyzedExpression.Role, asking session: (any ExpressionSession)? = nil
  ) throws(StoreError) -> (result: CompiledExpression, questions: [RecordExpression.Question]) {
    var type: RecordType?
    if let name {
      type = schema.types.first { $0.name == name }
      guard type != nil else {
        throw StoreError(.name, .noType(name), candidates: schema.types.map(\.name))
      }
    }
    let analyzed = try analyzing(
      AnalyzedExpression(expression, for: type, schema, asking: session, as: role))
    // Except for a result, the expression is compiled as a WHERE condition, because SQLite rejects
    // an aggregate of all records in a condition.
    let source = name.map { " FROM \($0.asSQLName)" } ?? ""
    let (prefix, suffix) =
      role == .result ? ("SELECT (", ")\(source)") : ("SELECT 1\(source) WHERE (", ")")
    var reads: Set<PropertyReference>
    do {
      reads = try mirror.reads(of: prefix + analyzed.value.text + suffix)
    } catch {
      let offset = error.offset.map { $0 - prefix.utf8.count }
      throw ExpressionFailure(error, offset: offset, in: analyzed.value, expression.tokens).error
    }
    // SQLite reports a table as read even if none of its columns is read. The record to evaluate is
    // given, so its table is removed; the tables of subselects remain, because they are iterated.
    if let name { reads.remove(PropertyReference(name)) }
    for type in analyzed.dependencies.countedTypes { reads.insert(PropertyReference(type)) }
    let result = CompiledExpression(
      expression: analyzed.expression, type: name, reads: reads, value: analyzed.value,
      order: analyzed.order, group: analyzed.group, unfoundKey: analyzed.unfoundKey,
      dependencies: analyzed.dependencies,
      kind: analyzed.kind, isUTC: analyzed.isUTC, reasonForNoSum: analyzed.reasonForNoSum,
      moments: analyzed.moments, role: role, edition: edition)
    return (result, analyzed.questions)
  }
}

extension CompiledExpression {
  var lastParameter: Int? {
    var last: Int?
    for case .parameter(let index) in value.bindings { last = max(last ?? 0, index) }
    return last
  }

  /// Adds the kinds of parameters whose known kinds are missing or have too few digits; returns nil
  /// if there are no such parameters.
  ///
  /// The digits of a decimal determine how it is compared and calculated.
  func specialized(for parameters: [Value?]) -> RecordExpression? {
    guard lastParameter != nil else { return nil }
    var result: RecordExpression?
    for (place, given) in expression.given {
      guard parameters.indices.contains(given.place), let value = parameters[given.place],
        let kind = value.kind(as: given.kind)
      else { continue }
      if result == nil { result = expression }
      result?.given[place]?.kind = kind
    }
    return result
  }

  func bound(_ parameters: [Value?]) -> [SQLValue] { bound(value, parameters) }

  func bound(_ sql: AnalyzedExpression.SQL, _ parameters: [Value?]) -> [SQLValue] {
    sql.bindings.map { binding in
      switch binding {
      case .literal(let value): value
      case .parameter(let index): parameters[index]?.bound ?? .null
      }
    }
  }
}

extension ExpressionCompiler {
  /// Must be called when the engine is replaced.
  func forgetLimits() { limits = nil }

  /// Registers, on first use, the functions that expressions call.
  func limits(
    of engine: Connection, clock: @escaping () -> Int,
    showing show: @escaping (SQLValue, String) -> String
  ) throws(StoreError) -> ExpressionLimits {
    if let limits { return limits }
    let limits = try ExpressionLimits(engine, clock: clock, showing: show)
    self.limits = limits
    return limits
  }
}

extension Value {
  fileprivate func kind(as known: PropertyKind?) -> PropertyKind? {
    switch self {
    case .decimal(let number), .percent(let number):
      if let (integer, fraction) = known?.digits, let integer, let fraction,
        number.integerDigits <= integer, number.fractionDigits <= fraction.upperBound
      {
        return nil
      }
      return .decimal(
        integerDigits: number.integerDigits, fractionDigits: 0...number.fractionDigits)
    case .double: return known == nil ? .double : nil
    case .text, .integer, .boolean, .date, .dateTime, .time, .duration, .month, .reference, .list:
      return nil
    }
  }
}

package struct ClockNames: ExpressionSession {
  /// In the order of ``values(at:)``.
  private static let names: [(name: String, kind: PropertyKind)] = [
    ("today", .date), ("now", .dateTime),
  ]

  private let moments: [Int: Value]

  /// The date literals of the expression must have been parsed before.
  package init(for expression: RecordExpression) { moments = expression.moments }

  /// All values are nil outside the years 1 to 9999.
  static func values(at present: Present?) -> [Value?] {
    [present.map { .date($0.today) }, present.map { .dateTime($0.now) }]
  }

  package static func contains(_ names: [String]) -> Bool {
    names.count == 1 && self.names.contains { $0.name == names[0] }
  }

  package func value(
    of names: [String], isMarked: Bool, at place: Int
  ) throws(ExpressionError) -> RecordExpression.Given? {
    guard Self.contains(names), let index = Self.names.firstIndex(where: { $0.name == names[0] })
    else { return nil }
    return RecordExpression.Given(index, Self.names[index].kind)
  }

  package func moment(at place: Int) -> Value? { moments[place] }

  package func check(_ record: RecordExpression.Record, of type: String, at place: Int) {}
}
