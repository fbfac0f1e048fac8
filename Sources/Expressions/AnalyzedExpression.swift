public import Records

package struct AnalyzedExpression {
  /// The purpose of an expression, which determines the allowed forms.
  package enum Role: Hashable, Sendable {
    /// A value of one record.
    case value
    case list
    case condition
    /// A column or an order of a query, which may aggregate records.
    case result
    /// A condition stored by an earlier version, which allows comparing unlike kinds.
    case kept
    /// A generated column, which must be portable: only SQLite's own functions, no bindings, and
    /// only properties of the record itself.
    case computed
    case keptComputed
    /// A computed property without a column, so that it can read other records. Has no bindings;
    /// other computed properties of the record are read as columns.
    case calculation
    case keptCalculation
  }

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

    package func token(at offset: Int) -> Int? {
      places.last { $0.offset <= offset }?.token ?? places.first?.token
    }
  }

  package let dependencies: Dependencies
  package let kind: PropertyKind?
  /// Whether the value is a text with a UTC time without a zone.
  package let isUTC: Bool
  /// `order` and `group` are the SQL for ordering and grouping by the value.
  package let value, order, group: SQL
  /// The key to return if no record has it; nil unless the value is a record with a calculated key.
  package let unfoundKey: SQL?

  package let expression: RecordExpression
  package let questions: [RecordExpression.Question]
  package let moments: [Int: Value]

  /// A lower bound of the number of calculated properties of the same record that the expression
  /// reads.
  package let operandCount: Int
  /// The length of the longest chain of records that the calculation follows.
  package let depth: Int

  let type: InferredType
  let isPortable: Bool
  private let tree: ExpressionNode

  package static let aliasPrefix = NameResolver.aliasPrefix

  /// - Parameters:
  ///   - session: Resolves names that are not properties, dates and times, and records.
  ///   - values: The known computed properties of the type.
  ///   - property: The computed property being defined, such as `Member.owes`; nil for another
  ///     expression.
  /// - Throws: The first error in the order of tokens.
  package init(
    _ expression: RecordExpression, for type: RecordType?, _ schema: any ExpressionSchema,
    asking session: (any ExpressionSession)? = nil, as role: Role, of property: String? = nil,
    among values: CalculatedValues = CalculatedValues()
  ) throws(ExpressionError) {
    isPortable = role == .computed || role == .keptComputed
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

  /// Why a sum of the values is meaningless; nil if it is meaningful.
  package var reasonForNoSum: String? {
    if type.isPercentage { return "it is a percentage" }
    if type.idType != nil { return "it is the number of a record" }
    return dependencies.hasWindow ? "its values are calculated from several rows" : nil
  }

  package func wholeSQL(castFor property: Property) -> String {
    let emitter = SQLEmitter(isPortable: false, writesValues: true)
    return sql(emitter.sql(tree).sql, castFor: property)
  }
}

extension ExpressionContext {
  func analyzed(role: AnalyzedExpression.Role, tables: [String: [String]] = [:]) -> ExpressionNode {
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

/// The tokens of an expression, from a command or a parsed text.
///
/// Nothing is pasted into SQL unquoted: names are quoted, literals are bound or quoted, and only
/// known words and symbols are accepted.
public struct RecordExpression: Hashable, Sendable {
  /// The meaning of a session name, whose value is passed at evaluation.
  public struct Given: Hashable, Sendable {
    /// The index of the value among the parameters.
    public var place: Int
    /// The kind of the value, if known.
    public var kind: PropertyKind?
    /// The number of tokens in the name, including dots.
    public var count: Int

    /// Creates the meaning of a session name from a parameter index, a kind and a token count.
    public init(_ place: Int, _ kind: PropertyKind?, count: Int = 1) {
      (self.place, self.kind, self.count) = (place, kind, count)
    }
  }

  package var tokens: [ExpressionToken]
  /// The meanings of session names, by the index of their first token.
  public var given: [Int: Given]

  /// The values of literals that are dates, or texts compared with dates and times, by token index.
  ///
  /// Reading a text without a zone requires the user's time zone.
  public var moments: [Int: Value]

  /// Does not check the tokens; compiling the expression does.
  package init(
    _ tokens: [ExpressionToken], given: [Int: Given] = [:], moments: [Int: Value] = [:]
  ) {
    (self.tokens, self.given, self.moments) = (tokens, given, moments)
  }
}
