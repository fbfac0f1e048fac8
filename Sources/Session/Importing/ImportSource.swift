internal import CommandLanguage
internal import Interchange
internal import RecordStore
internal import Replies
internal import Values

struct ImportSource {
  /// For messages; `<stdin>` for standard input.
  let path: String
  let reader: any RowReader
  /// Nil for a database table.
  let bytes: (any ByteSource)?
  let position: () -> Int
  /// Whether the rows can be read twice; false for standard input and pipes.
  var isReadAgain: Bool {
    bytes.map { $0.size != nil } ?? true && path != ScriptSource.standardInput.name
  }

  /// Also reads the column names, and throws if that fails.
  init(
    _ file: Spanned<String>, table: Name?, _ options: ImportOptions, in session: Session
  ) throws(Diagnostic) {
    let path = try Self.path(of: file, in: session)
    session.configuration.files.noteInput(path)
    self.path = path == "-" ? ScriptSource.standardInput.name : path
    let encoding = try options.encoding.map(ImportOptions.encoding)
    if let table {
      guard path != "-" else {
        throw Diagnostic(.file, "a database cannot be read from standard input", at: file.span)
      }
      try Self.checkHasSheets(options)
      (reader, bytes, position) = (try Self.rows(of: table, in: path), nil, { 0 })
      return
    }
    let format = RowFormat(path: path)
    try Self.check(format, path, at: file.span)
    let source = try located(session.configuration.files.bytes(of: path), at: file.span)
    let counter = PositionCounter()
    let runner = session.runner
    let checked = { (bytes: [UInt8]) throws(Diagnostic) in
      counter.position += bytes.count
      if runner.askForInterruption() { throw .interrupted }
    }
    var first: [UInt8]?
    let read = { () throws -> [UInt8]? in
      if let bytes = first {
        first = nil
        return bytes
      }
      while let bytes = try source.next() {
        try checked(bytes)
        // No bytes: a signal interrupted the wait for a pipe.
        if !bytes.isEmpty { return bytes }
      }
      return nil
    }
    do {
      var start: [UInt8] = []
      while start.count < Self.longestSignature, let more = try read() { start += more }
      if let kind = FileKind(start) {
        guard kind == .zip else { throw WorkbookError(.foreign(kind)) }
        guard let size = source.size else {
          throw Diagnostic(
            .file, "an XLSX file cannot be read from a pipe", hint: "give the name of a file")
        }
        counter.position = 0
        let workbook = try Workbook(size: size) { offset, count in
          let bytes = try source.bytes(at: offset, count: count)
          try checked(bytes)
          return bytes
        }
        reader = try Self.rows(of: workbook, self.path, options, session.configuration.files)
      } else {
        try Self.checkIsNamedRightly(self.path, start)
        try Self.checkHasSheets(options)
        first = start.isEmpty ? nil : start
        reader =
          Self.isJSON(format, start)
          ? try JSONReader(encoding: encoding, read)
          : try CSVReader(
            delimiter: Self.delimiter(options, format), encoding: encoding,
            layout: options.layout(), read)
      }
    } catch let error as RowError {
      throw Diagnostic(error, in: self.path)
    } catch {
      throw Diagnostic(reading: error, in: self.path).at(file.span)
    }
    bytes = source
    position = { counter.position }
  }

  private static let longestSignature = 64
  private static let mostNamed = 20

  private static func rows(
    of workbook: Workbook, _ path: String, _ options: ImportOptions, _ files: any FileProvider
  ) throws -> any RowReader {
    for (option, word) in [(options.delimiter, "delimiter"), (options.encoding, "encoding")] {
      guard let option else { continue }
      throw Diagnostic(.value, "an XLSX file has no \(word)", at: option.span)
    }
    guard let first = workbook.firstSheet else { throw WorkbookError(.noSheets) }
    let sheet = try options.sheet.map { try Self.sheet($0, of: workbook, path) } ?? first
    return try workbook.rows(of: sheet, options.layout()) {
      let file = try files.scratch()
      return ScratchFile(append: file.append) { try file.bytes(at: $0, count: $1) }
    }
  }

  private static func sheet(
    _ given: Spanned<String>, of workbook: Workbook, _ path: String
  ) throws(Diagnostic) -> Workbook.Sheet {
    let (name, sheets) = (given.value, workbook.sheets)
    let number = Int(name).flatMap { 1...max(1, sheets.count) ~= $0 ? $0 - 1 : nil }
    if let found = sheets.first(where: { $0.name == name })
      ?? sheets.first(where: { $0.name.lowercased() == name.lowercased() })
      ?? number.map({ sheets[$0] })
    {
      return found
    }
    let names = sheets.prefix(mostNamed).map { "\"\($0.name)\"" }
    let others = sheets.count - names.count
    throw Diagnostic(
      unknown: "\(path) has no sheet \"\(name)\"; it has "
        + (others > 0 ? names + ["\(others) more"] : names).listed(with: "and"),
      given, among: sheets.map(\.name))
  }

  private static func checkHasSheets(_ options: ImportOptions) throws(Diagnostic) {
    guard let sheet = options.sheet else { return }
    throw Diagnostic(.value, "only XLSX files have sheets", at: sheet.span)
  }

  private static func checkIsNamedRightly(
    _ path: String, _ start: [UInt8]
  ) throws(Diagnostic) {
    guard [".xlsx", ".xlsm"].contains(where: path.lowercased().hasSuffix) else { return }
    throw Diagnostic(
      .file, start.isEmpty ? "\(path) is empty" : "\(path) is not an XLSX file",
      hint: start.isEmpty
        ? nil : "if the file has comma-separated values, give it the extension .csv")
  }

  private final class PositionCounter { var position = 0 }

  private static func path(
    of file: Spanned<String>, in session: Session
  ) throws(Diagnostic) -> String {
    guard file.value == "-" else { return session.files.path(of: file) }
    if session.runner.readsStandardInput {
      throw Diagnostic(
        .file, "standard input already contains the commands, so it cannot contain rows",
        at: file.span)
    }
    return "-"
  }

  private static func check(
    _ format: RowFormat?, _ path: String, at span: SourceSpan
  ) throws(Diagnostic) {
    guard format == .markdown || format == .html else { return }
    throw Diagnostic(
      .file, "\(path) cannot be imported: Markdown and HTML tables can only be exported", at: span)
  }

  private static func delimiter(
    _ options: ImportOptions, _ format: RowFormat?
  ) throws(Diagnostic) -> UInt8? {
    guard let given = options.delimiter else {
      return format == .tsv ? UInt8(ascii: "\t") : nil
    }
    return try ImportOptions.delimiter(given)
  }

  /// If the format of the file name is not JSON, CSV or TSV, the first bytes decide.
  private static func isJSON(_ format: RowFormat?, _ first: [UInt8]) -> Bool {
    switch format {
    case .json, .jsonLines: return true
    case .csv, .tsv: return false
    case .markdown, .html, .xlsx, nil: break
    }
    let start = first.starts(with: [0xEF, 0xBB, 0xBF]) ? first.dropFirst(3) : first[...]
    let sign = start.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return sign == UInt8(ascii: "{") || sign == UInt8(ascii: "[")
  }

  private static func rows(
    of table: Name, in path: String
  ) throws(Diagnostic) -> any RowReader {
    let rows = try attempt(DatabaseTable(table.value, in: path), at: table.span)
    return TableReader(rows.columns) {
      try attempt(rows.next(), at: table.span)?.map(SourceCell.init)
    }
  }
}

extension SourceCell {
  fileprivate init(_ value: SQLValue) {
    switch value {
    case .null: self = .none
    case .integer(let number): self = .number(String(number))
    case .real(let number): self = .number(number.literal)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .other(bytes.asSQLBlob)
    }
  }
}
