internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct ForCommand: Command {
  static let verb = Verb(
    "for",
    usage:
      "for NAME in TYPE [where EXPRESSION] [order by EXPRESSION [desc], …] [limit N [offset M]] { … } "
      + "· for NAME in [VALUE, …] { … } · for NAME in (LIST) { … } · for NAME in A...B { … } "
      + "· for NAME in stdin { … }",
    summary: "Runs commands for each record, item of a list, number or day of a range, or line "
      + "of standard input, available as :NAME. The loop is one transaction and one undo. Records "
      + "are selected before it starts. Records that an iteration deletes are skipped.",
    examples: [
      "for p in Person where age > 60 order by age desc { set p.age 60 }",
      "for x in [3, 5] { echo :x (:x * 2) }", "for i in 1...12 { echo \"month :i\" }",
      "for review in (:show.reviews) { echo :review }",
      "for day in :today...(:today + 6) { echo :day }",
    ],
    takesReason: true, mayRunLong: true)

  enum Source: Sendable {
    case series(SeriesSyntax)
    case records(QuerySyntax)
    case lines(SourceSpan)
  }

  var name: Name
  var source: Source
  var body: BlockSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = try parser.name("a name")
    try parser.take("in")
    parser.note(.sign("["))
    parser.note(.sign("("))
    var owner: CompletionCategory.Owner?
    let place = parser.index
    if parser.isAtValue || parser.isAt("...") {
      let series = try parser.series()
      source = .series(series)
      if case .values(let values) = series { owner = CompletionCategory.Owner(of: values.value) }
    } else if parser.skip("stdin") {
      source = .lines(parser.span(from: place))
    } else {
      let query = try parser.blockQuery()
      source = .records(query)
      owner = .type(query.type.value)
    }
    body = try parser.block(
      knowing: [BlockSyntax.Local(name.value, like: owner)], jumps: .loop)
  }

  var blocks: [BlockSyntax] { [body] }

  func run(in session: Session) throws(Diagnostic) {
    try session.resolver.checkIsNotReserved(name)
    var lines: [String] = []
    if case .lines(let span) = source { lines = try session.files.standardInput(at: span) }
    try session.blocks.asOneTransaction(mayChange: mayChange) { () throws(Diagnostic) in
      switch source {
      case .series(.values(let values)): try run(through: items(values, in: session), in: session)
      case .series(.range(let lower, let upper)): try run(from: lower, through: upper, in: session)
      case .records(let query): try run(query, in: session)
      case .lines:
        try run(through: lines.map { .value(.text($0), of: nil) }, in: session)
      }
    }
  }

  /// - Parameter total: The number of elements, for the progress display.
  private func run(
    _ total: Int, in session: Session, _ next: () throws(Diagnostic) -> Binding?
  ) throws(Diagnostic) {
    try session.blocks.loop(body, of: total) { () throws(Diagnostic) in
      try next().map { [(name: name.value, binding: $0)] }
    }
  }

  private func run(through items: [Binding], in session: Session) throws(Diagnostic) {
    var rest = items[...]
    try run(items.count, in: session) { rest.popFirst() }
  }

  private func items(
    _ syntax: Spanned<ValueSyntax>, in session: Session
  ) throws(Diagnostic) -> [Binding] {
    if case .expression(let expression) = syntax.value {
      if let items = try session.resolver.items(of: expression) {
        return items.values.map { Binding($0, of: items.property) }
      }
    } else if case .value(.list(let items), let property) = try session.resolver.binding(syntax) {
      return items.map { Binding($0, of: property?.item) }
    }
    throw Diagnostic(
      .value, "expected a list", at: syntax.span,
      hint: "write values in brackets: [3, 5]")
  }

  /// If the lower bound exceeds the upper bound, there are no iterations.
  private func run(
    from lower: Spanned<ValueSyntax>, through upper: Spanned<ValueSyntax>, in session: Session
  ) throws(Diagnostic) {
    let first = try session.resolver.value(lower).0
    let last = try session.resolver.value(upper).0
    let bounds: (Int, Int)
    switch (first, last) {
    case (.integer(let first), .integer(let last)): bounds = (first, last)
    case (.date(let first), .date(let last)): bounds = (first.daysSince1970, last.daysSince1970)
    default:
      let isFirst =
        switch first {
        case .integer, .date: true
        default: false
        }
      throw Diagnostic(
        .value, "the bounds of a range must be two whole numbers or two dates",
        at: isFirst ? upper.span : lower.span)
    }
    let isOfDays = if case .date = first { true } else { false }
    var number: Int? = bounds.0
    let (distance, isTooFar) = bounds.1.subtractingReportingOverflow(bounds.0)
    try run(isTooFar ? .max : max(0, distance &+ 1), in: session) {
      guard let present = number, present <= bounds.1 else { return nil }
      number = present == Int.max ? nil : present + 1
      return .value(
        isOfDays ? CalendarDate(daysSince1970: present).map(Value.date) : .integer(present),
        of: nil)
    }
  }

  private func run(_ query: QuerySyntax, in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(query.type)
    // Reads only the numbers, because a million records would need too much memory.
    var numbers = try session.resolver.numbers(query, of: type)[...]
    try run(numbers.count, in: session) { () throws(Diagnostic) in
      while let number = numbers.popFirst() {
        let id = RecordID(type.name, number)
        if try attempt(session.store.queries.exists(id), at: query.type.span) { return .record(id) }
      }
      return nil
    }
  }

  var content: CommandContent? {
    if case .lines(let span) = source { .standardInput(span) } else { nil }
  }
}
