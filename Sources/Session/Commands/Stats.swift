internal import CommandLanguage
internal import Records
internal import Replies
internal import Workspace

struct StatsCommand: Command {
  static let verb = Verb(
    "stats",
    usage: "stats TYPE.PROPERTY [where EXPRESSION] [at TIME]",
    summary:
      "Prints statistics of a property: the number of values, distinct values and records "
      + "without a value, the minimum and maximum, the mean, the median (the lower of two middle "
      + "values) and the sum. A terminal also shows a histogram. Choices are ordered as "
      + "they are defined. Texts, choices and booleans have no mean. References have no minimum, "
      + "maximum, mean or median.",
    examples: ["stats Person.age", "stats Person.age where age > 30", "stats Person.age at #12"],
    printsToFile: true, mayRunLong: true, readsOneState: true)

  var property: PropertyNameSyntax
  var query: QuerySyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    property = try parser.propertyName()
    query = try parser.valueQuery(of: property.type)
  }

  func run(in session: Session) throws(Diagnostic) {
    let resolver = try session.context.past.resolver(at: query.moment)
    let definition = try resolver.valueProperty(property.name, of: resolver.type(query.type))
    let statistics = try resolver.statistics(of: definition, at: property.name.span, query)
    let isNumeric = definition.kind.isNumeric
    session.replies.say(
      [statistics],
      as: ReplyTable([
        ReplyColumn("count", isNumeric: true) { .integer($0.count) },
        ReplyColumn("distinct", isNumeric: true) { .integer($0.distinct) },
        ReplyColumn("nil", isNumeric: true) { .integer($0.missing) },
        ReplyColumn("least", isNumeric: isNumeric) { Datum($0.least, of: definition) },
        ReplyColumn("greatest", isNumeric: isNumeric) { Datum($0.greatest, of: definition) },
        // The mean can need more digits than the property has.
        ReplyColumn("mean", isNumeric: isNumeric) {
          isNumeric ? Datum(rounding: $0.mean, of: definition) : Datum($0.mean, of: definition)
        },
        ReplyColumn("median", isNumeric: isNumeric) { Datum($0.median, of: definition) },
        ReplyColumn("sum", isNumeric: isNumeric) { Datum($0.sum, of: definition) },
      ]))
    if statistics.isSumTooLarge {
      let name = definition.name.asName
      session.say(.warning("the sum of \(name) does not fit in 64 bits", .value))
    }
    guard session.configuration.isForPerson, statistics.count > 0 else { return }
    var names: [RecordID: String] = [:]
    for case .reference(let id) in statistics.tallies.map(\.value) {
      names[id] = try inWorkspace(resolver.reader.name(of: id))
    }
    session.say(
      .bars(
        statistics.bars { value in
          if case .reference(let id) = value { return names[id] ?? id.description }
          return Datum(value, of: definition).plainText
        }))
  }
}

extension Resolver {
  func valueProperty(
    _ name: Name, of type: RecordType
  ) throws(Diagnostic) -> Property {
    let property = try property(name, of: type)
    guard !property.kind.isList else {
      throw Diagnostic(
        .value, "\(property.name.asName) is a list; expected a property with a single value",
        at: name.span)
    }
    return property
  }

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
