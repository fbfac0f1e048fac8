internal import Expressions
internal import Records

/// A computed property: either a generated column, or an expression evaluated on reading.
final class ComputedColumn {
  let property: Property
  let index: Int
  let isColumn: Bool
  let others: Set<String>
  let expression: RecordExpression
  /// The names of the properties that the expression reads, including computed ones and `id`.
  let reads: Set<String>
  /// The expression as portable SQL.
  let text: String
  /// ``text`` converted to the kind of the property; reads other computed properties as columns.
  let sql: String
  /// Like ``sql``, but with computed properties that have no column replaced by their expressions.
  private(set) lazy var wholeSQL = analyzed.map { $0.wholeSQL(castFor: property) } ?? sql
  private let analyzed: AnalyzedExpression?
  /// SQL that raises an error where portable SQL returns NULL; nil if portable SQL never hides an
  /// error, and for an expression evaluated on reading.
  let checking: (sql: String, values: [SQLValue])?
  /// Casts an SQL value to the type of the column, without rounding a Decimal.
  func exactly(_ value: String) -> String {
    switch property.kind.storage {
    case .boolean: "NOT (NOT \(value))"
    case .integer, .seconds: "CAST(\(value) AS INTEGER)"
    case .double, .decimal, .percent: "CAST(\(value) AS REAL)"
    case .text, .written, .reference, .list, .records: "CAST(\(value) AS TEXT)"
    }
  }

  /// Ignores the last digits of binary fractions, and all numbers within texts.
  func differs(_ value: SQLValue, from exact: SQLValue) -> Bool {
    switch (value, exact) {
    case (.null, .null), (_, .null): return false
    case (.real(let value), .real(let exact)):
      let digit = (0..<(property.storedFractionDigits ?? 6)).reduce(1.0) { last, _ in last / 10 }
      return abs(value - exact) > max(2 * digit, 1e-6 * max(abs(value), abs(exact)))
    case (.text(let value), .text(let exact)): return value.betweenNumbers != exact.betweenNumbers
    default: return value != exact
    }
  }

  var isConstant: Bool { isColumn && reads.isEmpty }

  /// Maximum number of calculated operands for which the expression is also compiled with all
  /// operands expanded. With more operands, the SQL does not nest more deeply.
  private static let mostTried = 10

  /// Calculates the value from given property values.
  let calculation = KeptStatement()
  /// Calculates the value from a record and given values of other computed properties.
  let step = KeptStatement()
  let reading = KeptStatement()

  /// - Parameters:
  ///   - schema: All types, including `type`.
  ///   - mirror: The database to try the expression in; nil if it was tried before.
  ///   - values: Information about the values of the other computed properties.
  /// - Throws: ``StoreError`` with the position of the invalid token.
  init(
    _ property: Property, at index: Int, _ expression: RecordExpression, of type: RecordType,
    among schema: StoreSchema, on mirror: ExpressionMirror?,
    reading values: CalculatedValues
  ) throws(StoreError) {
    let analyzed: AnalyzedExpression
    isColumn = schema.calculation(of: property.name, in: type.name) == nil
    do {
      analyzed =
        isColumn
        ? try AnalyzedExpression(
          expression, for: type, schema, as: mirror == nil ? .keptComputed : .computed)
        : try AnalyzedExpression(
          expression, for: type, schema, as: mirror == nil ? .keptCalculation : .calculation,
          of: StoreSchema.name(of: property.name, in: type.name), among: values)
      checking =
        isColumn && analyzed.dependencies.canFail
        ? try Self.checking(expression, of: type, schema) : nil
    } catch {
      throw StoreError(error)
    }
    if let message = analyzed.objection(asValueOf: property) {
      throw StoreError(.expression, .stated(message))
    }
    if let mirror {
      let prefix = "SELECT 1 FROM \(type.name.asSQLName) WHERE ("
      do {
        _ = try mirror.reads(of: "\(prefix)\(analyzed.value.text))")
        if (1...Self.mostTried).contains(analyzed.operandCount) {
          _ = try mirror.reads(of: "\(prefix)\(analyzed.wholeSQL(castFor: property)))")
        }
      } catch {
        let offset = error.offset.map { $0 - prefix.utf8.count }
        throw ExpressionFailure(
          error, offset: offset, in: analyzed.value, expression.tokens, depth: analyzed.depth
        ).error
      }
    }
    self.property = property
    self.index = index
    self.analyzed = isColumn ? nil : analyzed
    self.expression = expression
    reads = analyzed.dependencies.ownProperties
    others = analyzed.dependencies.others
    text = analyzed.value.text
    sql = analyzed.sql(castFor: property)
  }

  private static func checking(
    _ expression: RecordExpression, of type: RecordType, _ schema: StoreSchema
  ) throws(ExpressionError) -> (sql: String, values: [SQLValue]) {
    let sql = try AnalyzedExpression(expression, for: type, schema, as: .kept).value
    // The expression of a computed property has no parameters.
    let values = sql.bindings.compactMap { if case .literal(let value) = $0 { value } else { nil } }
    return (sql.text, values)
  }

  var definition: String {
    definitionStart + sql + Self.definitionEnd + (property.isOptional ? "" : " NOT NULL")
  }

  var definitionStart: String {
    "\(property.name.asSQLName) \(Storage(property).columnType) GENERATED ALWAYS AS ("
  }
  static let definitionEnd = ") VIRTUAL"

  func place(of name: String) -> Int? { expression.tokens.firstIndex { $0.name == name } }
}

extension String {
  /// The text without its numbers, because the notation of numbers varies.
  fileprivate var betweenNumbers: String { filter { !"0123456789.eE+-".contains($0) } }
}
