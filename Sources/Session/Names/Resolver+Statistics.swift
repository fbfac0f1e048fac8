internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

extension Resolver {
  func statistics(
    of property: Property, at span: SourceSpan, _ query: QuerySyntax
  ) throws(Diagnostic) -> Statistics {
    var result = Statistics(of: property)
    let value = ExpressionSyntax.property(Name(property.name, at: span))
    let count = ExpressionSyntax.call("count", at: span)
    var groups = query
    groups.columns = [ColumnSyntax(value), ColumnSyntax(count)]
    groups.groups = [value]
    groups.order = [OrderSyntax(value)]
    try eachRow(of: groups) { row in
      guard case .integer(let count)? = row[1] else { return }
      if let value = row[0] {
        result.add(property.kind.converted(value) ?? value, count: count)
      } else {
        result.missing = count
      }
    }
    if property.kind.isNumeric {
      var mean = query
      mean.columns = [ColumnSyntax(.call("avg", value, at: span))]
      try eachRow(of: mean) { result.mean = $0[0] }
    }
    if property.kind.storage == .integer {
      result.addUp()
    } else if property.kind.isAddedUp {
      var sum = query
      sum.columns = [ColumnSyntax(.call("sum", value, at: span))]
      try eachRow(of: sum) { result.sum = $0[0] }
    }
    result.complete()
    return result
  }

  func eachRow(
    of query: QuerySyntax, _ body: ([Value?]) -> Void
  ) throws(Diagnostic) {
    let next = try table(query, of: type(query.type)).rows(in: self)
    while let row = try next() { body(row.values) }
  }
}
