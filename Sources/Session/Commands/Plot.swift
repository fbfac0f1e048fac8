internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct PlotCommand: Command {
  static let verb = Verb(
    "plot",
    usage: "plot TYPE.PROPERTY by PROPERTY [where EXPRESSION] [at TIME] [--svg FILE]",
    summary: "Draws the values of a property over those of another: as a line in the width of the "
      + "terminal, elsewhere as a list of points. Numbers, dates, times and durations can be "
      + "drawn; a record without one of the two is left out.",
    examples: ["plot Reading.value by at", "plot Reading.value by at --svg readings.svg"],
    options: [
      "svg FILE": "writes a picture to FILE instead, in the place of one that it wrote before"
    ])
  static let mayRunLong = true
  static let readsOneState = true

  var property: PropertyNameSyntax
  /// The property along which the values are drawn.
  var base: Name
  var query: QuerySyntax
  /// The file that a picture is written to, if it is not to be shown.
  var file: Spanned<String>?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    property = try parser.propertyName()
    try parser.take("by")
    base = try parser.name("a property", .property(of: .type(property.type.value)))
    query = try parser.valueQuery(of: property.type)
    file = try parser.value(ofOption: "svg", "a file")
  }

  func run(in session: Session) throws(Diagnostic) {
    let resolver = try session.past.resolver(at: query.moment)
    let type = try resolver.type(query.type)
    let y = try Self.drawable(property.name, of: type, resolver)
    let x = try Self.drawable(base, of: type, resolver)
    var points = query
    points.columns = [
      ColumnSyntax(.property(base), as: Name("x", at: base.span)),
      ColumnSyntax(.property(property.name), as: Name("y", at: property.name.span)),
    ]
    points.order = [OrderSyntax(.property(base))]
    var values: [(x: Value, y: Value)] = []
    try resolver.eachRow(of: points) { row in
      if let first = row[0], let second = row[1] {
        values.append((x.kind.converted(first) ?? first, y.kind.converted(second) ?? second))
      }
    }
    if let file {
      try write(Chart(values, x, y), to: file, in: session)
    } else if session.configuration.isForPerson {
      try session.say(.chart(chart(Chart(values, x, y))))
    } else {
      session.replies.say(
        values,
        as: Table([
          TableColumn("x", isNumeric: true) { Datum($0.x, of: x) },
          TableColumn("y", isNumeric: true) { Datum($0.y, of: y) },
        ]))
    }
  }

  private func chart(_ chart: Chart?) throws(Diagnostic) -> Chart {
    guard let chart else {
      throw Diagnostic(.value, "there is nothing to draw", at: property.name.span)
    }
    return chart
  }

  private func write(
    _ picture: Chart?, to file: Spanned<String>, in session: Session
  ) throws(Diagnostic) {
    let picture = try chart(picture)
    let files = session.configuration.files
    let path = session.files.path(of: file)
    do throws(Diagnostic) {
      if let text = try files.text(of: path), !text.hasPrefix(Chart.svgOpening) {
        throw Diagnostic(.file, "\(path) already exists and is not a plot")
      }
      try files.write(picture.svg, to: path)
    } catch {
      throw error.at(file.span)
    }
    session.say(.notice("\(path) written"))
  }

  /// A property whose values have distances.
  private static func drawable(
    _ name: Name, of type: RecordType, _ resolver: Resolver
  ) throws(Diagnostic) -> Property {
    let property = try resolver.valueProperty(name, of: type)
    guard property.kind.hasRange else {
      throw Diagnostic(
        .value,
        "\(property.name.asName) is of the kind \(property.kind.name); expected numbers, dates, "
          + "times or durations", at: name.span)
    }
    return property
  }
}
