internal import Expressions
internal import Records

/// A computed property: as the table of its type has it, a column that SQLite calculates, or as what
/// is calculated where it is read.
final class ComputedColumn {
  let property: Property
  /// The place of the property in its type.
  let index: Int
  /// Whether it is a column; if not, it may read other records.
  let isColumn: Bool
  /// The types of the other records that it reads itself.
  let others: Set<String>
  let expression: RecordExpression
  /// The properties that the expression reads, computed ones and `id` among them.
  let reads: Set<String>
  /// The expression as SQL that every program understands.
  let text: String
  /// The same brought to the property's own kind; other computed properties of the record stand in it
  /// as if each had a column.
  let sql: String
  /// The same of what no column has with those that it comes from.
  private(set) lazy var wholeSQL = analyzed.map { $0.wholeSQL(castFor: property) } ?? sql
  private let analyzed: AnalyzedExpression?
  /// The expression as SQL that fails for what other programs have NULL for; nil where there is no
  /// such thing.
  let checking: (sql: String, values: [SQLValue])?
  /// What a calculated value is as one of the column, but for the rounding of a Decimal.
  func exactly(_ value: String) -> String {
    switch property.kind.storage {
    case .boolean: "NOT (NOT \(value))"
    case .integer, .seconds: "CAST(\(value) AS INTEGER)"
    case .double, .decimal, .percent: "CAST(\(value) AS REAL)"
    case .text, .written, .reference, .list, .records: "CAST(\(value) AS TEXT)"
    }
  }

  /// Whether the column has another value than the exact one, and not only another form of it: a
  /// binary fraction differs in its last digits, and numbers in a text are written otherwise.
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

  /// Whether the value can be told without a record.
  var isConstant: Bool { isColumn && reads.isEmpty }

  /// Through how many others a property may be computed to be tried out with all of them; in longer
  /// chains none is inside more brackets.
  private static let mostTried = 10

  /// Calculates the value of the properties that are read.
  let calculation = KeptStatement()
  /// Calculates the value of a record of the other computed properties that are read.
  let step = KeptStatement()
  /// Reads the value of a record.
  let reading = KeptStatement()

  /// Checks the expression of a property.
  ///
  /// - Parameters:
  ///   - types: all others, for the error of an expression that reads them.
  ///   - values: what is known of the other computed properties.
  ///   - mirror: where the expression is tried out; nil where it has been.
  /// - Throws: ``StoreError`` with the place of the token that is to blame.
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
      throw StoreError(.expression, message)
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
    // A computed property takes no parameters.
    let values = sql.bindings.compactMap { if case .literal(let value) = $0 { value } else { nil } }
    return (sql.text, values)
  }

  /// The column as the command that makes the table writes it.
  var definition: String {
    definitionStart + sql + Self.definitionEnd + (property.isOptional ? "" : " NOT NULL")
  }

  /// What is before and after the SQL in the definition.
  var definitionStart: String {
    "\(property.name.asSQLName) \(Storage(property).columnType) GENERATED ALWAYS AS ("
  }
  static let definitionEnd = ") VIRTUAL"

  /// The first place where the expression reads a property.
  func place(of name: String) -> Int? { expression.tokens.firstIndex { $0.name == name } }
}

extension String {
  /// The text without its numbers, whose form is that of who writes them.
  fileprivate var betweenNumbers: String { filter { !"0123456789.eE+-".contains($0) } }
}
