internal import Records

/// A computed property without a column, expanded for one row.
final class CalculatedValue {
  let property: Property
  let tree: ExpressionNode
  /// The SQL alias; nil for an unnamed subselect.
  let row: String?
  /// Whether the row is the record that the whole expression is about.
  let isOwn: Bool
  let depth: Int
  let operands: [CalculatedValue]
  /// The calculated values of the same row that this value reads directly or indirectly, in
  /// dependency order.
  let sources: [CalculatedValue]

  fileprivate init(
    _ property: Property, _ tree: ExpressionNode, row: String?, isOwn: Bool,
    reading values: [CalculatedValue]
  ) {
    (self.property, self.tree, self.row, self.isOwn) = (property, tree, row, isOwn)
    depth = values.map { $0.depth + ($0.row == row ? 0 : 1) }.max() ?? 0
    operands = values.filter { $0.row == row }
    if operands.count == 1 {
      sources = operands[0].sources + operands
      return
    }
    var known: Set<ObjectIdentifier> = []
    sources = operands.flatMap { $0.sources + [$0] }.filter {
      known.insert(ObjectIdentifier($0)).inserted
    }
  }
}

/// The computed properties without a column in an expression, each expanded once per row.
///
/// Values of the record itself are reused by other expressions about its type.
package final class CalculatedValues {
  package init() {}

  fileprivate struct Place: Hashable {
    var words: String
    var row: String?
    var route: ReferencePath?
    var isOwn: Bool
  }

  private static let deepest = 50
  /// The maximum number of tokens of all expansions together; `tokens` is the remainder.
  private static let mostTokens = 10_000
  private var tokens = 0
  private var own: [Place: CalculatedValue] = [:]
  private var failures: [Place: ExpressionError] = [:]
  private var others: [Place: CalculatedValue] = [:]
  fileprivate var rows: Set<String?> = []

  fileprivate subscript(place: Place) -> CalculatedValue? {
    get { place.isOwn ? own[place] : others[place] }
    set { if place.isOwn { own[place] = newValue } else { others[place] = newValue } }
  }

  fileprivate func failure(at place: Place) -> ExpressionError? { failures[place] }

  fileprivate func note(_ failure: ExpressionError, at place: Place) {
    if place.isOwn { failures[place] = failure }
  }

  func begin() { (tokens, others, aliases) = (Self.mostTokens, [:], [:]) }

  /// Aliases of referenced records, by row and reference, so that equal references share a row.
  var aliases: [String: String] = [:]

  /// Subtracts the expression's tokens from the budget; returns the exceeded limit in words, or
  /// nil.
  fileprivate func excess(_ expression: RecordExpression, depth: Int) -> String? {
    if depth > Self.deepest { return "at most \(Self.deepest) can depend on each other" }
    tokens -= expression.tokens.count
    return tokens < 0
      ? "their expressions can have at most \(Self.mostTokens) words and symbols" : nil
  }
}

extension NameResolver {
  /// - Parameters:
  ///   - row: The SQL alias of the row; nil for an unnamed subselect.
  ///   - route: The path to the row from the record that the whole expression is about, if any.
  ///   - isOwn: Whether the row is that record.
  mutating func calculation(
    of name: String, in type: RecordType, row: String?, _ route: ReferencePath?,
    isOwn: Bool = false, at place: Int
  ) throws(ExpressionError) -> CalculatedValue? {
    guard let property = type[name], property.isComputed,
      let expression = context.schema.calculation(of: name, in: type.name)
    else { return nil }
    let words = "\(type.name.asName).\(name.asName)"
    guard !context.isPortable else {
      context.checkReadsOthers(words, at: place)
      return nil
    }
    let key = CalculatedValues.Place(words: words, row: row, route: route, isOwn: isOwn)
    if let value = context.values[key] {
      context.readValues.append(value)
      return value
    }
    if let failure = context.values.failure(at: key) {
      throw context.error(failure.message, at: place, kind: failure.kind)
    }
    let path = context.calculating + [words]
    if let start = context.calculating.firstIndex(of: words) {
      let others = path.count - start > 2 ? path[(start + 1)...] : ["itself"]
      context.ring =
        "\(path[start]) is computed from " + others.joined(separator: ", which is computed from ")
      throw context.error(context.ring ?? "", at: place)
    }
    if context.values.rows.insert(row).inserted {
      readOperands(of: expression, in: type, row: row, route, isOwn: isOwn, at: place)
      context.values.rows.remove(row)
    }
    if let excess = context.values.excess(expression, depth: path.count) {
      throw context.error(
        "\(words) is computed through too many other properties: \(excess)", at: place)
    }
    let inner = ExpressionContext(
      expression, for: type, context.schema, isPortable: false, isLenient: true,
      calculating: path, among: context.values)
    var parser = ExpressionParser(
      inner.tokens, for: type, among: inner.schema.types, isPortable: false, caret: nil)
    let tree = parser.whole()
    if let failure = parser.failure { inner.problems.add(failure) }
    let inference = KindInference(context: inner)
    var resolver = NameResolver(inner, inference)
    resolver.aliases = aliases
    var own = source(type, as: row)
    (own.route, own.isOwn) = (route, isOwn)
    resolver.scopes = [ExpressionScope(sources: [own])]
    resolver.resolve(tree)
    inference.infer(tree)
    aliases = resolver.aliases
    if let problem = inner.problems.first {
      context.ring = inner.ring
      let failure = context.error(
        inner.ring ?? "\(words) cannot be calculated: \(problem.message)", at: place,
        kind: problem.kind)
      if inner.ring == nil { context.values.note(failure, at: key) }
      throw failure
    }
    let value = CalculatedValue(property, tree, row: row, isOwn: isOwn, reading: inner.readValues)
    context.values[key] = value
    context.readValues.append(value)
    return value
  }

  /// Resolves operands in the same row first, so that a long chain does not recurse deeply.
  private mutating func readOperands(
    of expression: RecordExpression, in type: RecordType, row: String?, _ route: ReferencePath?,
    isOwn: Bool, at place: Int
  ) {
    let (read, ring) = (context.readValues, context.ring)
    defer { (context.readValues, context.ring) = (read, ring) }
    var seen: Set<String> = []
    var open: [(name: String?, expression: RecordExpression)] = [(nil, expression)]
    while let (name, expression) = open.last {
      let next = expression.tokens.indices.lazy.compactMap {
        [context] index -> (String, RecordExpression)? in
        guard let name = expression.tokens[index].name, !seen.contains(name),
          index == 0 || expression.tokens[index - 1] != .symbol(".")
        else { return nil }
        return context.schema.calculation(of: name, in: type.name).map { (name, $0) }
      }.first
      if let (name, expression) = next {
        seen.insert(name)
        open.append((name, expression))
        continue
      }
      open.removeLast()
      if let name {
        _ = try? calculation(of: name, in: type, row: row, route, isOwn: isOwn, at: place)
      }
    }
  }
}
