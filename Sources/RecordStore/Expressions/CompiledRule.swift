internal import Expressions
internal import Records

/// The compiled condition of a rule, and the parts of the condition that read the record before a
/// change.
struct CompiledRule {
  struct Operand {
    var compiled: CompiledExpression
    var words: String
    /// The name, if the part is a property of the record.
    var property: String?
  }

  /// The condition; its ``CompiledExpression/reads`` include all properties and types that the rule
  /// reads.
  private(set) var condition: CompiledExpression
  /// The parts that read the former record; their values are parameters of the ``condition``, from
  /// ``firstParameter`` on.
  private(set) var parts: [Operand] = []
  /// The condition evaluated entirely on the former records; nil unless the rule is checked when
  /// records are deleted.
  private(set) var former: CompiledExpression?

  /// The parameters of `today` and `now` come first.
  static let firstParameter = 2

  init(_ condition: CompiledExpression) { self.condition = condition }

  fileprivate init(
    _ condition: CompiledExpression, _ split: FormerParts, _ parts: [CompiledExpression]
  ) {
    self.condition = condition
    self.parts = zip(parts, split.parts).map { compiled, part in
      let tokens = part.derived.expression.tokens
      return Operand(
        compiled: compiled, words: part.words, property: tokens.count == 1 ? tokens[0].name : nil)
    }
    self.condition.moments = [:]
    take(condition, split.condition)
    for (compiled, part) in zip(parts, split.parts) { take(compiled, part.derived) }
  }

  private mutating func take(_ compiled: CompiledExpression, _ derived: DerivedExpression) {
    condition.reads.formUnion(compiled.reads)
    for (token, moment) in compiled.moments {
      condition.moments[derived.place(of: token)] = moment
    }
  }

  fileprivate mutating func take(former: CompiledExpression) {
    self.former = former
    condition.reads.formUnion(former.reads)
  }
}

extension ExpressionCompiler {
  func compile(
    _ rule: Rule, _ condition: RecordExpression, among schema: StoreSchema,
    as role: AnalyzedExpression.Role
  ) throws(StoreError) -> CompiledRule {
    func plain(_ condition: RecordExpression) throws(StoreError) -> CompiledExpression {
      try compile(
        condition, for: rule.type, among: schema, as: role, asking: rule.clock(for: condition))
    }
    guard !rule.events.isEmpty else {
      try checkHasNoFormer(condition, of: rule.type, among: schema)
      return CompiledRule(try plain(condition))
    }
    var result: CompiledRule
    if let place = condition.firstFormer {
      guard !rule.events.contains(.create) else {
        throw StoreError(.expression, .fact(.formerAtCreation), token: place)
      }
      result = try split(condition, of: rule, among: schema, as: role)
    } else {
      result = CompiledRule(try plain(condition))
    }
    if rule.events.contains(.delete) {
      let former = condition.asFormer(of: rule.type)
      do {
        result.take(former: try plain(former.expression))
      } catch {
        throw error.at(former.place)
      }
    }
    return result
  }

  private func checkHasNoFormer(
    _ condition: RecordExpression, of type: String, among schema: StoreSchema
  ) throws(StoreError) {
    guard let place = condition.firstFormer,
      schema.types.first(where: { $0.name == type })?["old"] == nil
    else { return }
    throw StoreError(.expression, .fact(.formerOfState), token: place)
  }

  private func split(
    _ condition: RecordExpression, of rule: Rule, among schema: StoreSchema,
    as role: AnalyzedExpression.Role
  ) throws(StoreError) -> CompiledRule {
    let split = FormerParts(of: condition, type: rule.type)
    var parts: [CompiledExpression] = []
    for part in split.parts {
      do {
        let expression = part.derived.expression
        // The end of a path can be a list, as in `x in old.tags`.
        parts.append(
          try compile(
            expression, for: rule.type, among: schema, as: part.isCall ? .value : .list,
            asking: rule.clock(for: expression)))
      } catch {
        throw error.at(part.derived.place)
      }
    }
    let names = OldRecordNames(
      given: split.partOfToken.mapValues {
        RecordExpression.Given(CompiledRule.firstParameter + $0, parts[$0].kind)
      }, moments: split.condition.expression.moments,
      clock: rule.clock(for: split.condition.expression))
    do {
      return CompiledRule(
        try compile(
          split.condition.expression, for: rule.type, among: schema, as: role, asking: names),
        split, parts)
    } catch {
      throw error.at(split.condition.place)
    }
  }
}

private struct OldRecordNames: ExpressionSession {
  let given: [Int: RecordExpression.Given]
  let moments: [Int: Value]
  let clock: ClockNames?

  func value(
    of names: [String], isMarked: Bool, at place: Int
  ) throws(ExpressionError) -> RecordExpression.Given? {
    if let given = given[place] { return given }
    return try clock?.value(of: names, isMarked: isMarked, at: place)
  }

  func moment(at place: Int) -> Value? { moments[place] }

  func check(_ record: RecordExpression.Record, of type: String, at place: Int) {}
}

extension Rule {
  fileprivate func clock(for condition: RecordExpression) -> ClockNames? {
    readsClock ? ClockNames(for: condition) : nil
  }
}

extension StoreError {
  fileprivate func at(_ place: (Int) -> Int) -> StoreError {
    var error = self
    error.token = token.map(place)
    return error
  }
}
