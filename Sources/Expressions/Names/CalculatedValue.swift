internal import Records

/// A computed property that no column has, as what its expression comes to for one row.
final class CalculatedValue {
  let property: Property
  /// The expression, whose own properties are those of the row.
  let tree: ExpressionNode
  /// What SQL calls the row; nil for a subselect without a name.
  fileprivate let row: String?
  /// Those of the same row that the expression reads.
  let operands: [CalculatedValue]
  /// Those that it reads in the end, each once and after its own operands.
  let sources: [CalculatedValue]

  fileprivate init(
    _ property: Property, _ tree: ExpressionNode, row: String?, reading values: [CalculatedValue]
  ) {
    (self.property, self.tree, self.row) = (property, tree, row)
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

/// The computed properties that no column has and that were found in an expression, where each is read
/// once for a row; those of the record itself also for other expressions about its type.
package final class CalculatedValues {
  package init() {}

  fileprivate struct Place: Hashable {
    var words: String
    var row: String?
    var route: ReferencePath?
    var isOwn: Bool
  }

  /// How deep they can be computed from each other.
  private static let deepest = 50
  /// How many tokens of theirs may be read still.
  private var tokens = 0
  private var own: [Place: CalculatedValue] = [:]
  private var others: [Place: CalculatedValue] = [:]
  /// The rows of which those are being read that others need.
  fileprivate var rows: Set<String?> = []

  fileprivate subscript(place: Place) -> CalculatedValue? {
    get { place.isOwn ? own[place] : others[place] }
    set { if place.isOwn { own[place] = newValue } else { others[place] = newValue } }
  }

  /// Begins another expression.
  func begin() { (tokens, others) = (10_000, [:]) }

  /// Whether an expression can be read at a depth.
  fileprivate func take(_ expression: RecordExpression, depth: Int) -> Bool {
    tokens -= expression.tokens.count
    return tokens >= 0 && depth <= Self.deepest
  }
}

extension NameResolver {
  /// What a property comes to for a row, if it is computed and no column has it; nil for another.
  ///
  /// - Parameters:
  ///   - row: What SQL calls the row; nil for a subselect without a name.
  ///   - route: How the row is found from the record that the whole expression is about.
  ///   - isOwn: Whether it is that record.
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
    guard context.values.take(expression, depth: path.count) else {
      throw context.error("\(words) is computed through too many other properties", at: place)
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
      throw context.error(
        inner.ring ?? "\(words) cannot be calculated: \(problem.message)", at: place,
        kind: problem.kind)
    }
    let value = CalculatedValue(property, tree, row: row, reading: inner.readValues)
    context.values[key] = value
    context.readValues.append(value)
    return value
  }

  /// Reads what a calculation reads of its own row before it, so that a long chain is no deep
  /// recursion.
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
