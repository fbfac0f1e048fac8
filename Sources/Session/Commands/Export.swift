internal import CommandLanguage
internal import Interchange
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct ExportCommand: Command {
  static let verb = Verb(
    "export",
    usage: "export TYPE [COLUMN [as NAME], …] [where EXPRESSION] [group by EXPRESSION, …] "
      + "[order by EXPRESSION [asc|desc], …] [limit N] [at TIME] to FILE "
      + "[--locale ID] [--safe] [--reveal] [--replace]",
    summary:
      "Writes the records of a type to a file for other programs, all of their properties or "
      + "the columns named. The extension of the file says the format: .csv, .tsv, .json, .jsonl, "
      + ".md (a table of Markdown) or .html (a page that can be sorted). Values are written as "
      + "--json prints them, but percentages as 12.5%, so that they can be read again.",
    examples: [
      "export Person to people.csv",
      "export Person name, age where age > 30 order by name to people.html",
      "export Person --locale de_DE to people.tsv", "export Person at #12 to people.jsonl",
    ],
    options: [
      "locale ID": "writes numbers and dates as a field of the locale shows them; not in JSON",
      "safe": "writes an apostrophe in front of texts that a spreadsheet would take for formulas",
      "reveal": "writes card numbers in full; without it, a column that shows some is refused",
    ],
    occasion: .outsideTransaction, writesFile: true, fileWord: "to", after: 0)
  static let mayRunLong = true

  var query: QuerySyntax
  var file: TemplateSyntax
  /// Nil for the locale-independent format.
  var locale: Spanned<String>?
  var isSafe: Bool
  var isRevealed: Bool
  var replaces: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    query = try parser.tableQuery(before: "to")
    try parser.take("to")
    file = try parser.file()
    locale = try parser.value(ofOption: "locale", "a locale such as de_DE")
    isSafe = parser.hasOption("safe")
    isRevealed = parser.hasOption("reveal")
    replaces = parser.hasOption(Verb.Option.replace.name)
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("export")
    guard !session.store.journal.isInTransaction else {
      throw Diagnostic(.refused, "export is not possible inside a transaction")
    }
    let file = try session.file(file)
    let format = try format(of: file)
    let notation = try locale.map { locale throws(Diagnostic) in
      try session.context.notation(locale)
    }
    // Report errors before creating the file or asking whether to overwrite it.
    _ = try table(in: session.context.past.resolver(at: query.moment))
    var count = 0
    let path = try session.files.write(piecewise: file, replaces: replaces) {
      sink throws(Diagnostic) in
      let progress = session.runner.progress
      try progress.counting("rows") { () throws(Diagnostic) in
        try inOneState(of: session.store) { () throws(Diagnostic) in
          let resolver = try session.context.past.resolver(at: query.moment)
          let table = try table(in: resolver)
          let total = try progress.isWatched ? table.countOfRows(in: resolver) : nil
          let title = query.title
          let writer = format.writer(
            title: isRevealed ? title : Masking(of: session.store)(title),
            language: notation?.language ?? "en", isSafe: isSafe)
          count = try table.write(by: writer, resolver, in: notation) {
            bytes, rows throws(Diagnostic) in
            try sink.write(bytes)
            progress.advance(to: rows, of: total)
          }
        }
      }
    }
    guard let path else { return session.say(.notice("nothing is exported")) }
    session.say(
      .notice("\(count.count(query.groups.isEmpty ? "record" : "row")) exported to \(path)"))
  }

  private func format(of file: Spanned<String>) throws(Diagnostic) -> RowFormat {
    guard let format = RowFormat(path: file.value) else {
      throw Diagnostic(
        .value,
        "\(file.value) does not say its format; expected a name that ends in "
          + RowFormat.extensions.listed(), at: file.span)
    }
    if isSafe, !format.isOfSpreadsheets {
      throw Diagnostic(
        .value, "--safe is for .csv, .tsv and .html, which spreadsheets open",
        at: file.span)
    }
    if let locale, !format.isText {
      throw Diagnostic(
        .value, "JSON has numbers and dates of no locale", at: locale.span,
        hint: "--locale is for .csv, .tsv, .md and .html")
    }
    return format
  }

  /// Throws if a column is masked.
  private func table(in resolver: Resolver) throws(Diagnostic) -> RecordTable {
    let table = try resolver.table(query, of: resolver.type(query.type))
    let spans =
      query.columns.isEmpty ? query.groups.map(\.span) : query.columns.map(\.expression.span)
    for (index, header) in table.headers.enumerated() {
      let span = spans.indices.contains(index) ? spans[index] : query.type.span
      if header.isMasked || header.property?.kind.isMasked == true, !isRevealed {
        throw Diagnostic(
          .refused, "\(header.name.asName) is masked, and would be lost", at: span,
          hint: "export --reveal writes it in full; columns leave it out")
      }
    }
    return table
  }
}

extension QuerySyntax {
  fileprivate var title: String {
    type.value + (condition.map { " where \($0.line)" } ?? "")
  }
}
