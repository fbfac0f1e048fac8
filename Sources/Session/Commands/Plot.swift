internal import CommandLanguage
internal import Records
internal import Replies
internal import Workspace

struct PlotCommand: Command, OutsideUsing {
  static let verb = Verb(
    "plot",
    usage: "plot TYPE.PROPERTY by PROPERTY [where EXPRESSION] [at TIME] [--svg FILE [--replace]] "
      + "· plot TYPE (EXPRESSION) group by EXPRESSION [where EXPRESSION] "
      + "[order by EXPRESSION [asc|desc], …] [limit N [offset M]] [at TIME] [--svg FILE [--replace]]",
    summary: "Draws a line chart of one property against another, as wide as the terminal. If "
      + "there is no terminal, prints the points as a list. Both properties must be numbers, "
      + "dates, times or durations. Records that lack one of the two values are skipped. With "
      + "`group by`, draws a bar for each group.",
    examples: [
      "plot Reading.value by at", "plot Reading.value by at --svg readings.svg",
      "plot Reading (avg(value)) group by (month(at))",
    ],
    options: [
      "svg FILE": "writes an SVG picture to FILE instead"
    ], writesFile: true, mayRunLong: true, readsOneState: true)

  enum Subject: Sendable {
    case line(Name, along: Name)
    case bars(ExpressionSyntax, by: ExpressionSyntax)
  }

  var subject: Subject
  var query: QuerySyntax
  /// The SVG file to write; nil to show the chart.
  var file: TemplateSyntax?
  var replaces: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    if parser.isToken(parser.index + 1, "(") {
      let first = parser.index
      query = try parser.tableQuery()
      guard let value = query.columns.first, let group = query.groups.first,
        query.columns.count + query.groups.count == 2
      else {
        throw SyntaxError(
          .syntax, at: parser.span(from: first), "a bar chart needs one value for each group",
          hint: "as in plot Payment (sum(amount)) group by (month(day))")
      }
      subject = .bars(value.expression, by: group)
    } else {
      let property = try parser.propertyName()
      try parser.take("by")
      let base = try parser.name("a property", .property(of: .type(property.type.value)))
      subject = .line(property.name, along: base)
      query = try parser.valueQuery(of: property.type)
    }
    file = try parser.file(ofOption: "svg")
    replaces = parser.hasOption(Verb.Option.replace.name)
  }

  func run(in session: Session) throws(Diagnostic) {
    let resolver = try session.context.past.resolver(at: query.moment)
    switch subject {
    case .line(let property, let base): try drawLine(property, along: base, resolver, session)
    case .bars(let value, let group): try drawBars(value, by: group, resolver, session)
    }
  }

  private func drawLine(
    _ property: Name, along base: Name, _ resolver: Resolver, _ session: Session
  ) throws(Diagnostic) {
    let type = try resolver.type(query.type)
    let y = try Self.drawable(property, of: type, resolver)
    let x = try Self.drawable(base, of: type, resolver)
    var points = query
    points.columns = [
      ColumnSyntax(.property(base), as: Name("x", at: base.span)),
      ColumnSyntax(.property(property), as: Name("y", at: property.span)),
    ]
    points.order = [OrderSyntax(.property(base))]
    var values: [(x: Value, y: Value)] = []
    try resolver.eachRow(of: points) { row in
      if let first = row[0], let second = row[1] {
        values.append((x.kind.converted(first) ?? first, y.kind.converted(second) ?? second))
      }
    }
    if let file {
      try write(Self.given(Chart(values, x, y), at: property.span).svg, to: file, in: session)
    } else if session.configuration.isForPerson {
      session.say(.chart(try Self.given(Chart(values, x, y), at: property.span)))
    } else {
      session.replies.say(
        values,
        as: ReplyTable([
          ReplyColumn("x", isNumeric: true) { Datum($0.x, of: x) },
          ReplyColumn("y", isNumeric: true) { Datum($0.y, of: y) },
        ]))
    }
  }

  private static func given(
    _ chart: Chart?, at span: SourceSpan
  ) throws(Diagnostic) -> Chart {
    if let chart { return chart }
    throw Diagnostic(.value, "there is nothing to draw", at: span)
  }

  private func drawBars(
    _ value: ExpressionSyntax, by group: ExpressionSyntax, _ resolver: Resolver,
    _ session: Session
  ) throws(Diagnostic) {
    var groups = query
    groups.columns = [ColumnSyntax(group), ColumnSyntax(value)]
    if groups.order.isEmpty { groups.order = [OrderSyntax(group)] }
    let table = try resolver.table(groups, of: resolver.type(query.type))
    let (x, y) = (table.headers[0], table.headers[1])
    guard y.kind?.isAddedUp ?? true else {
      throw Diagnostic(
        .value, "a bar needs a number or a duration", at: value.span)
    }
    var rows: [(x: Datum, y: Datum, length: Double)] = []
    let next = try table.rows(in: resolver)
    while let row = try next() {
      guard let length = row.values[1]?.position else { continue }
      guard length.isFinite else {
        throw Diagnostic(.value, "this number is too large to draw", at: value.span)
      }
      rows.append(
        (
          x.datum(try inWorkspace(resolver.reader.shown(row.values[0])), isRevealed: false),
          y.datum(row.values[1], isRevealed: false), length
        ))
    }
    let bars = rows.map { Bar(label: $0.x.plainText, length: $0.length, text: $0.y.plainText) }
    if file != nil || session.configuration.isForPerson, bars.isEmpty {
      throw Diagnostic(.value, "there is nothing to draw", at: value.span)
    }
    if let file {
      try write(BarChart("\(y.name) by \(x.name)", bars).svg, to: file, in: session)
    } else if session.configuration.isForPerson {
      session.say(.bars(bars))
    } else {
      session.replies.say(
        rows,
        as: ReplyTable([
          ReplyColumn("x", isNumeric: x.kind?.isNumeric ?? false) { $0.x },
          ReplyColumn("y", isNumeric: true) { $0.y },
        ]))
    }
  }

  private func write(
    _ picture: String, to file: TemplateSyntax, in session: Session
  ) throws(Diagnostic) {
    let path = try session.printedFiles.write(
      picture, to: session.file(file), replaces: replaces)
    if let path { session.say(.notice("\(path) written")) }
  }

  private static func drawable(
    _ name: Name, of type: RecordType, _ resolver: Resolver
  ) throws(Diagnostic) -> Property {
    let property = try resolver.valueProperty(name, of: type)
    guard property.kind.hasRange else {
      throw Diagnostic(
        .value,
        "\(property.name.asName) is of kind \(property.kind.name); expected numbers, dates, "
          + "times or durations", at: name.span)
    }
    return property
  }

  var isUsingOutside: Bool { file != nil }
}
