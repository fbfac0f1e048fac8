internal import Records

/// A computed property that no column has, as what its expression comes to for one row.
final class CalculatedValue {
  let property: Property
  /// The expression, whose own properties are those of the row.
  let tree: ExpressionNode

  init(_ property: Property, _ tree: ExpressionNode) {
    (self.property, self.tree) = (property, tree)
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
    context.checkReadsOthers(words, at: place)
    let path = context.calculating + [words]
    if let start = context.calculating.firstIndex(of: words) {
      let others = path.count - start > 2 ? path[(start + 1)...] : ["itself"]
      context.ring =
        "\(path[start]) is computed from " + others.joined(separator: ", which is computed from ")
      throw context.error(context.ring ?? "", at: place)
    }
    let inner = ExpressionContext(
      expression, for: type, context.schema, isPortable: false, isLenient: true, calculating: path)
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
    return CalculatedValue(property, tree)
  }
}
