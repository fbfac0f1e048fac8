package import Records

/// An expression whose names and kinds are known, with the SQL that calculates it.
package struct AnalyzedExpression {
  /// What an expression is for, which decides what it can be.
  package enum Role: Hashable, Sendable {
    /// A value of one record.
    case value
    /// The items of a list.
    case list
    /// What holds of one record or does not.
    case condition
    /// A column or an order of a table, which can gather values of many records.
    case result
    /// A condition that a file has, in which values of unlike kinds were no error once.
    case kept
    /// A part of a table, which every program is to understand: SQLite's own functions, nothing
    /// bound, and the record's own properties only.
    case computed
    /// The same as a file has it.
    case keptComputed
    /// A computed property that no column has, so that it can read other records; nothing is bound,
    /// and others of its record are read as if they had columns.
    case calculation
    /// The same as a file has it.
    case keptCalculation
  }

  /// SQL, with the values of each `?` in it.
  package struct SQL: Hashable, Sendable {
    package var text: String
    package var bindings: [CompiledBinding]
    private let places: [Place]

    private struct Place: Hashable {
      var offset: Int
      var token: Int
    }

    fileprivate init(_ fragment: SQLFragment) {
      text = fragment.sql
      bindings = fragment.bindings
      places = fragment.places.map { Place(offset: $0.offset, token: $0.token) }
    }

    /// The token whose SQL is at a place in the text, which is counted in bytes.
    package func token(at offset: Int) -> Int? {
      places.last { $0.offset <= offset }?.token ?? places.first?.token
    }
  }

  package let dependencies: Dependencies
  /// The kind of the value; nil where that is not known before the evaluation.
  package let kind: PropertyKind?
  /// Whether it comes to a text with a moment of UTC, without a zone.
  package let isUTC: Bool
  /// What calculates the value, what to order by it, and what to gather by it.
  package let value, order, group: SQL
  /// What calculates the key that no record has; nil where the value is not the record of a key.
  package let unfoundKey: SQL?

  /// What was read, with the answers of the session in it.
  package let expression: RecordExpression
  /// What the session was asked, in this order.
  package let questions: [RecordExpression.Question]
  /// What has been read as a moment, by the places of the tokens.
  package let moments: [Int: Value]

  /// How many other calculated properties of its record it comes from, at least.
  package let operandCount: Int
  /// How many other records, each found from the one before, it is calculated through.
  package let depth: Int

  let type: InferredType
  private let tree: ExpressionNode

  /// What the names that we give to tables begin with; what the table is follows after a space.
  package static let aliasPrefix = NameResolver.aliasPrefix

  /// Reads an expression, and finds out what its names mean, of what kind it is, and what it depends
  /// on.
  ///
  /// - Parameters:
  ///   - type: The type whose properties the names are; nil if they are nobody's.
  ///   - schema: What the database has.
  ///   - session: Who is asked what the expression has no answer to; nil for nobody.
  ///   - values: What is known of computed properties of the type.
  ///   - property: What it is the calculation of, as in `Member.owes`; nil for another expression.
  /// - Throws: The first mistake, in the order of the places.
  package init(
    _ expression: RecordExpression, for type: RecordType?, _ schema: any ExpressionSchema,
    asking session: (any ExpressionSession)? = nil, as role: Role, of property: String? = nil,
    among values: CalculatedValues = CalculatedValues()
  ) throws(ExpressionError) {
    let isPortable = role == .computed || role == .keptComputed
    let context = ExpressionContext(
      expression, for: type, schema, asking: session, isPortable: isPortable,
      isLenient: role == .kept || role == .keptComputed || role == .keptCalculation,
      calculating: property.map { [$0] } ?? [], among: values)
    values.begin()
    let tree = context.analyzed(role: role)
    if let problem = context.problems.first { throw problem }
    (self.type, self.tree) = (tree.type, tree)
    let isCalculation = role == .calculation || role == .keptCalculation
    dependencies = Dependencies(tree, isStep: isCalculation)
    operandCount = context.readValues.filter(\.isOwn).map { $0.sources.count + 1 }.max() ?? 0
    depth = context.readValues.map { $0.depth + ($0.isOwn ? 0 : 1) }.max() ?? 0
    var rows: ResolvedPath?
    if case .rows(let path)? = tree.meaning, role == .list { rows = path }
    if let rows {
      kind = rows.listKind
    } else {
      kind = tree.type.elements == nil ? tree.type.kind : nil
    }
    isUTC = tree.type.isUTC
    moments = context.readMoments
    self.expression = context.expression
    questions = context.questions
    let emitter = SQLEmitter(
      isPortable: isPortable, writesValues: isPortable || isCalculation, isStep: isCalculation)
    let fragment = rows.map(emitter.list) ?? emitter.sql(tree)
    if fragment.isTooLong { throw context.error("the expression is nested too deeply", at: 0) }
    value = SQL(fragment)
    unfoundKey = emitter.unfoundKey(tree).map(SQL.init)
    order = SQL(emitter.order(fragment, tree))
    group = SQL(emitter.group(fragment, tree))
  }

  /// The SQL of a calculation as a value of its property, with all others of its record that it comes
  /// from.
  package func wholeSQL(castFor property: Property) -> String {
    let emitter = SQLEmitter(isPortable: false, writesValues: true)
    return sql(emitter.sql(tree).sql, castFor: property)
  }
}

extension ExpressionContext {
  /// The tree of the whole, all of whose mistakes are noted.
  ///
  /// - Parameter tables: The columns of what can be read besides the records, by the names.
  func analyzed(
    role: AnalyzedExpression.Role, tables: [String: [String]] = [:]
  ) -> ExpressionNode {
    var parser = ExpressionParser(
      tokens, for: type, among: schema.types, isPortable: isPortable, caret: completion?.caret)
    let tree = parser.whole()
    if let failure = parser.failure {
      problems.add(failure)
      isCutShort = true
    }
    completion?.expectations = parser.expectations
    let inference = KindInference(context: self)
    var resolver = NameResolver(self, inference)
    resolver.common = [
      Dictionary(
        uniqueKeysWithValues: tables.map { name, columns in
          let columns = Dictionary(uniqueKeysWithValues: columns.map { ($0, InferredType.unknown) })
          return (name, ExpressionScope.Source(alias: name, columns: columns))
        })
    ]
    if role == .list { resolver.resolve(items: tree) } else { resolver.resolve(tree) }
    inference.infer(tree)
    if role == .condition { inference.checkIsCondition(tree) }
    return tree
  }
}
