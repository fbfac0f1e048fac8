internal import Records

/// A computed property that no column has, as what its expression comes to for one row.
final class CalculatedValue {
  let property: Property
  /// The expression, whose own properties are those of the row.
  let tree: ExpressionNode
  /// What SQL calls the row; nil for a subselect without a name.
  let row: String?
  /// Whether that is the record that the whole expression is about.
  let isOwn: Bool
  /// How many other records, each found from the one before, it is calculated through.
  let depth: Int
  /// Those of the same row that the expression reads.
  let operands: [CalculatedValue]
  /// Those that it reads in the end, each once and after its own operands.
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
  /// How many tokens they can have, and how many of them may be read still.
  private static let mostTokens = 10_000
  private var tokens = 0
  private var own: [Place: CalculatedValue] = [:]
  /// Why others of the record itself cannot be calculated.
  private var failures: [Place: ExpressionError] = [:]
  private var others: [Place: CalculatedValue] = [:]
  /// The rows of which those are being read that others need.
  fileprivate var rows: Set<String?> = []

  fileprivate subscript(place: Place) -> CalculatedValue? {
    get { place.isOwn ? own[place] : others[place] }
    set { if place.isOwn { own[place] = newValue } else { others[place] = newValue } }
  }

  fileprivate func failure(at place: Place) -> ExpressionError? { failures[place] }

  fileprivate func note(_ failure: ExpressionError, at place: Place) {
    if place.isOwn { failures[place] = failure }
  }

  /// Begins another expression.
  func begin() { (tokens, others, aliases) = (Self.mostTokens, [:], [:]) }

  /// What SQL calls the records that references refer to, by the rows and names of these: wherever one
  /// is followed, the record is the same.
  var aliases: [String: String] = [:]

  /// Takes an expression to be read at a depth, and says which limit it is beyond.
  fileprivate func excess(_ expression: RecordExpression, depth: Int) -> String? {
    if depth > Self.deepest { return "at most \(Self.deepest) can be read from each other" }
    tokens -= expression.tokens.count
    return tokens < 0
      ? "their expressions can have \(Self.mostTokens) words and signs at most" : nil
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
    let value = CalculatedValue(
      property, tree, row: row, isOwn: isOwn, reading: inner.readValues)
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
