internal import CommandLanguage
internal import Interchange
internal import RecordStore
internal import Records
internal import Replies
internal import Validation
internal import Workspace

struct ExportCommand: Command, OutsideUsing {
  static let verb = Verb(
    "export",
    usage: "export TYPE [COLUMN [as NAME], …] [where EXPRESSION] [group by EXPRESSION, …] "
      + "[order by EXPRESSION [asc|desc], …] [limit N [offset M]] [at TIME] to FILE [OPTION …] "
      + "· export TYPE, TYPE, … [at TIME] to FILE.xlsx [OPTION …]",
    summary:
      "Writes the records of a type to a file for other programs, with all properties or the "
      + "given columns. The column `ref` is the number of the record. The extension of the file "
      + "determines the format: .csv, .tsv, .json, .jsonl, .md (a Markdown table), .html (a page "
      + "that can be sorted) or .xlsx (a sheet for each type). `import` can read all formats "
      + "except .md and .html. Percentages are written as 12.5%, and references as the "
      + "key of the record if its type has a key.",
    examples: [
      "export Person to people.csv",
      "export Person name, age where age > 30 order by name to people.html",
      "export Person name, age --excel --locale de_DE to people.csv",
      "export Person at #12 to people.jsonl", "export Person to people.xlsx",
    ],
    options: [
      "excel": "writes CSV for Excel: UTF-8 with a byte order mark, numbers and dates in the "
        + "format of the locale, and \";\" between the values if the decimal separator of the "
        + "locale is a comma",
      "delimiter TEXT": "the separator between values in .csv and .tsv",
      "encoding utf-8|utf-16|utf-16le|utf-16be|latin-1|windows-1252":
        "the encoding of .csv and .tsv (default: utf-8)",
      "bom": "writes a byte order mark at the start of .csv and .tsv",
      "locale ID":
        "writes numbers and dates in the format of the locale (not in .json, .jsonl or .xlsx)",
      "nested": "writes owned records as objects inside their owners, in JSON",
      "refs keys|numbers":
        "writes references as keys, or as numbers such as Person/7 (default: keys)",
      "safe": "writes an apostrophe before texts that a spreadsheet would read as formulas",
      "reveal":
        "writes card numbers in full; otherwise `export` refuses a column with card numbers",
    ],
    writesFile: true, fileWord: "to", after: 0, mayRunLong: true)

  var query: QuerySyntax
  /// Further types; each is exported to a sheet of its own.
  var others: [Name]
  var file: TemplateSyntax
  /// The locale of numbers and dates; if nil, they have the locale of the session with `--excel`,
  /// otherwise the locale-independent format.
  var locale: Spanned<String>?
  var delimiter: Spanned<String>?
  var encoding: Spanned<String>?
  var references: Spanned<String>?
  var isForExcel: Bool
  var hasMark: Bool
  var isNested: Bool
  var isSafe: Bool
  var isRevealed: Bool
  var replaces: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    (query, others) = try parser.tableQueries(before: "to")
    try parser.take("to")
    file = try parser.file()
    locale = try parser.value(ofOption: "locale", "a locale such as de_DE")
    delimiter = try parser.value(ofOption: "delimiter", "a character in quotation marks")
    encoding = try parser.value(ofOption: "encoding", "an encoding such as latin-1")
    references = try parser.value(ofOption: "refs", "keys or numbers")
    isForExcel = parser.hasOption("excel")
    hasMark = parser.hasOption("bom")
    isNested = parser.hasOption("nested")
    isSafe = parser.hasOption("safe")
    isRevealed = parser.hasOption("reveal")
    replaces = parser.hasOption(Verb.Option.replace.name)
  }

  func run(in session: Session) throws(Diagnostic) {
    let file = try session.file(file)
    let format = try format(of: file)
    // Find errors before the file is created or the user is asked whether to overwrite it.
    let tables = try tables(of: format, session.context.past.resolver(at: query.moment))
    let style = try style(of: format, in: session)
    if format == .xlsx { try checkFits(tables, session.context.past.resolver(at: query.moment)) }
    var count = 0
    guard let replaces = try session.files.agreedToReplace(file, isAsked: !replaces) else {
      return session.say(.notice("nothing was exported"))
    }
    let path = try session.printedFiles.write(to: file, replaces: replaces) {
      sink throws(Diagnostic) in
      try session.runner.progress.counting("rows") { () throws(Diagnostic) in
        try inOneState(of: session.store) { () throws(Diagnostic) in
          let resolver = try session.context.past.resolver(at: query.moment)
          let tables = try self.tables(of: format, resolver)
          count =
            format == .xlsx
            ? try writeSheets(
              tables, style, to: sink, called: session.files.path(of: file), resolver, session)
            : try write(tables[0], format, style, to: sink, resolver, session)
        }
      }
    }
    guard let path else { return }
    let types = tables.count > 1 ? " of \(tables.count) types" : ""
    session.say(
      .notice(
        "\(count.count(query.groups.isEmpty ? "record" : "row"))\(types) exported to \(path)"))
  }

  private struct Style {
    var notation: FieldNotation?
    var delimiter: UInt8?
    var encoder: TextEncoder
    var isByNumber: Bool
  }

  private func format(of file: Spanned<String>) throws(Diagnostic) -> RowFormat {
    guard let format = RowFormat(path: file.value) else {
      throw Diagnostic(
        .value,
        (file.value.isEmpty ? "the file name is empty" : "\(file.value) has no known extension")
          + "; expected a name that ends in "
          + RowFormat.extensions.listed(), at: file.span)
    }
    func check(_ isGiven: Bool, _ isPossible: Bool, _ message: String) throws(Diagnostic) {
      if isGiven, !isPossible { throw Diagnostic(.value, message, at: file.span) }
    }
    try check(
      isSafe, format.isOfSpreadsheets, "--safe can be used only with .csv, .tsv and .html"
    )
    try check(
      isForExcel, format == .csv, "--excel can be used only with .csv; .xlsx needs no option")
    try check(
      delimiter != nil, format.isDelimited, "--delimiter can be used only with .csv and .tsv")
    try check(encoding != nil, format.isDelimited, "--encoding can be used only with .csv and .tsv")
    try check(hasMark, format.isDelimited, "--bom can be used only with .csv and .tsv")
    try check(isNested, format.isJSON, "--nested can be used only with .json and .jsonl")
    if let encoding, isForExcel {
      throw Diagnostic(.value, "--excel always writes UTF-8; omit --encoding", at: encoding.span)
    }
    if let locale, !format.isText {
      throw Diagnostic(
        .value,
        "\(format == .xlsx ? "XLSX" : "JSON") does not write numbers and dates in the format of a "
          + "locale",
        at: locale.span, hint: "--locale is for .csv, .tsv, .md and .html")
    }
    if let other = others.first, format != .xlsx {
      throw Diagnostic(
        .value, "only .xlsx can contain several types, each in a sheet", at: other.span)
    }
    return format
  }

  private func style(of format: RowFormat, in session: Session) throws(Diagnostic) -> Style {
    var style = Style(
      encoder: TextEncoder(
        try encoding.map(ImportOptions.encoding) ?? .utf8, hasMark: hasMark || isForExcel),
      isByNumber: false)
    if locale != nil || isForExcel { style.notation = try session.context.notation(locale) }
    style.delimiter = try delimiter.map(ImportOptions.delimiter)
    if isForExcel, style.notation?.symbols.decimalSeparator == "," {
      style.delimiter = style.delimiter ?? UInt8(ascii: ";")
    }
    if let references {
      guard ["keys", "numbers"].contains(references.value) else {
        throw Diagnostic(
          .value, "unknown format of references \"\(references.value)\"; use keys or numbers",
          at: references.span)
      }
      style.isByNumber = references.value == "numbers"
    }
    return style
  }

  private struct Table {
    var table: RecordTable
    var owners: RecordTable?
    var numbersAt: Int?
  }

  private func tables(
    of format: RowFormat, _ resolver: Resolver
  ) throws(Diagnostic) -> [Table] {
    var query = query
    var types = others
    if format == .xlsx, query.hasOnlyColumns {
      // The last words of a list of columns can be types.
      while let name = query.columns.last?.bareWord,
        resolver.store.schema.type(named: name.value) != nil
      {
        types.insert(name, at: 0)
        query.columns.removeLast()
      }
    }
    var tables = [try table(query, in: resolver)]
    for type in types {
      var other = QuerySyntax(type: type)
      other.moment = query.moment
      tables.append(try table(other, in: resolver))
    }
    return tables
  }

  /// Throws if a column is masked, unless `--reveal` is given.
  private func table(_ query: QuerySyntax, in resolver: Resolver) throws(Diagnostic) -> Table {
    let type = try resolver.type(query.type)
    let hasNamed = !query.columns.isEmpty
    var query = query
    var numbersAt = hasNamed || !query.groups.isEmpty ? nil : 0
    if let place = query.columns.firstIndex(where: { $0.bareWord?.value == RecordTable.numbers }),
      query.groups.isEmpty, type[RecordTable.numbers] == nil
    {
      numbersAt = place
      query.columns.remove(at: place)
    }
    let hasOnlyNumbers = hasNamed && query.columns.isEmpty
    var table = try resolver.table(query, of: type)
    let owners = OwnerColumns(of: type, among: resolver.store.schema.types).columns
    if !table.query.isGrouped, query.order.isEmpty, !owners.isEmpty {
      query.order = owners.flatMap { owner in
        [owner.list.ownerName, owner.list.placeName].map {
          OrderSyntax(.property(Name($0, at: query.type.span)))
        }
      }
      table = try resolver.table(query, of: type)
    }
    if hasOnlyNumbers { table.headers = [] }
    try checkShowsNoCards(table, query, resolver)
    guard !hasNamed, !table.query.isGrouped, !owners.isEmpty else {
      return Table(table: table, numbersAt: numbersAt)
    }
    query.columns = owners.map {
      ColumnSyntax(
        .property(Name($0.list.ownerName, at: query.type.span)),
        as: Name($0.name, at: query.type.span))
    }
    return Table(
      table: table, owners: try resolver.table(query, of: type), numbersAt: numbersAt)
  }

  private func checkShowsNoCards(
    _ table: RecordTable, _ query: QuerySyntax, _ resolver: Resolver
  ) throws(Diagnostic) {
    if isRevealed { return }
    let spans =
      query.columns.isEmpty ? query.groups.map(\.span) : query.columns.map(\.expression.span)
    for (index, header) in table.headers.enumerated() {
      let isMasked =
        header.isMasked || header.property?.kind.isMasked == true
        || isNested && header.property.map { Self.ownsCards($0, resolver) } == true
      guard isMasked else { continue }
      throw Diagnostic(
        .refused, "\(header.name.asName) is masked, so its values would be lost",
        at: spans.indices.contains(index) ? spans[index] : query.type.span,
        hint: "use --reveal to write the values in full, or omit the column")
    }
  }

  private static func ownsCards(_ list: Property, _ resolver: Resolver) -> Bool {
    var types: Set<String> = []
    var open = [list]
    while let list = open.popLast() {
      guard list.ownsRecords, let name = list.kind.recordType, types.insert(name).inserted,
        let type = resolver.store.schema.type(named: name)
      else { continue }
      if type.properties.contains(where: \.kind.isMasked) { return true }
      open += type.properties
    }
    return false
  }

  private func checkFits(_ tables: [Table], _ resolver: Resolver) throws(Diagnostic) {
    for table in tables {
      let count = try table.table.countOfRows(in: resolver) ?? 0
      guard count > XLSXWriter.mostRows else { continue }
      throw Diagnostic(
        .refused,
        "\(table.table.type.name.asName) has \(count) rows to export, but an XLSX sheet can have "
          + "only \(XLSXWriter.mostRows) besides its header",
        at: query.type.span, hint: "use \"limit\" or \"where\"")
    }
  }

  private func rows(
    of table: Table, _ style: Style, _ resolver: Resolver, _ session: Session
  ) throws(Diagnostic) -> WrittenRows {
    let references = ReferenceCells(of: resolver.store, isByNumber: style.isByNumber)
    let form = ExportForm(
      notation: style.notation, isForExcel: isForExcel, references: references,
      isNested: isNested, zoneOffset: session.configuration.zoneOffset)
    return try table.table.written(
      form, numbersAt: table.numbersAt, owners: table.owners, in: resolver)
  }

  private func write(
    _ table: Table, _ format: RowFormat, _ style: Style, to sink: any FileSink,
    _ resolver: Resolver, _ session: Session
  ) throws(Diagnostic) -> Int {
    let progress = session.runner.progress
    let total = try progress.isWatched ? table.table.countOfRows(in: resolver) : nil
    let title = query.title
    let writer = format.writer(
      title: isRevealed ? title : Masking(of: session.store)(title),
      language: style.notation?.language ?? "en", delimiter: style.delimiter, isSafe: isSafe)
    guard let writer else { return 0 }
    return try table.table.write(
      rows(of: table, style, resolver, session), by: writer, style.encoder
    ) { bytes, rows throws(Diagnostic) in
      try sink.write(bytes)
      progress.advance(to: rows, of: total)
    }
  }

  private func writeSheets(
    _ tables: [Table], _ style: Style, to sink: any FileSink, called name: String,
    _ resolver: Resolver, _ session: Session
  ) throws(Diagnostic) -> Int {
    var count = 0
    try sink.fill { path throws(Diagnostic) in
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
      let writer = try inXLSX(name) { () throws(XLSXError) in
        try XLSXWriter(path: path, folder: folder)
      }
      for table in tables {
        let before = count
        count += try table.table.write(rows(of: table, style, resolver, session), by: writer) {
          rows throws(Diagnostic) in
          session.runner.progress.advance(to: before + rows)
          if session.runner.askForInterruption() { throw .interrupted }
        }
      }
      try inXLSX(name, writer.close)
    }
    return count
  }

  private func inXLSX<Result>(
    _ name: String, _ body: () throws(XLSXError) -> Result
  ) throws(Diagnostic) -> Result {
    do throws(XLSXError) {
      return try body()
    } catch {
      throw Diagnostic(.file, "\(name) cannot be written: \(error.message)")
    }
  }
}

extension QuerySyntax {
  fileprivate var title: String {
    type.value + (condition.map { " where \($0.line)" } ?? "")
  }

  fileprivate var hasOnlyColumns: Bool {
    condition == nil && groups.isEmpty && order.isEmpty && limit == nil
  }
}

extension ColumnSyntax {
  fileprivate var bareWord: Name? {
    guard name == nil, expression.tokens.count == 1,
      case .word(let word) = expression.tokens[0].kind
    else { return nil }
    return Name(word, at: expression.span)
  }
}
