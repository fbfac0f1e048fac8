internal import CommandLanguage
internal import Interchange
internal import Replies
internal import Values

/// Finds the header of a file, and the delimiter of a CSV file.
struct InferredLayout {
  private static let mostRows = 60
  /// Texts that mean nil in other programs.
  static let nulls: Set<String> = [
    "NULL", "null", "(null)", "N/A", "n/a", "#N/A", "\\N", "-", "--", "–",
  ]

  private let request: ImportRequest
  private let session: Session

  init(_ request: ImportRequest, _ session: Session) {
    (self.request, self.session) = (request, session)
  }

  /// The given options, with `--skip` for the lines before the header and, if needed,
  /// `--delimiter`.
  func options() throws(Diagnostic) -> ImportOptions {
    let given = request.options
    guard given.skip == nil, given.columns == nil, request.table == nil, request.file.value != "-"
    else { return given }
    var best = (options: given, rows: 0)
    for sign in given.delimiter == nil ? [nil, ",", ";", "\t", "|"] : [nil] {
      var options = given
      if let sign { options.delimiter = Name(sign, at: request.file.span) }
      guard let (lines, rows, isCSV) = try header(options) else { return given }
      // The delimiter that `CSVReader` chooses is replaced only if another delimiter finds more rows.
      if rows > best.rows {
        options.skip = lines > 0 ? Name(String(lines), at: request.file.span) : nil
        best = (lines > 0 || sign != nil ? options : given, rows)
      }
      if !isCSV { break }
    }
    return best.options
  }

  /// The number of lines before the header, and of rows as wide as the header; both are 0 if the
  /// file has no table. Nil if the file is neither CSV nor XLSX, or is a pipe.
  private func header(
    _ options: ImportOptions
  ) throws(Diagnostic) -> (lines: Int, rows: Int, isCSV: Bool)? {
    var options = options
    (options.columns, options.skipLast) = ([], nil)
    let source = try ImportSource(request.file, table: nil, options, in: session)
    let isCSV = source.reader is CSVReader
    guard isCSV || source.reader is SheetReader, source.bytes?.size != nil else { return nil }
    var rows: [(line: Int, cells: Int, filled: Int)] = []
    while rows.count < Self.mostRows, let row = try? source.reader.next() {
      let filled = row.cells.count { $0 != .none && $0 != .text("") }
      rows.append((row.line, row.cells.count, filled))
    }
    let widths = Dictionary(
      rows.filter { $0.filled > 1 }.map { ($0.cells, 1) }, uniquingKeysWith: +)
    guard let usual = widths.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
      return (0, 0, isCSV)
    }
    let first = rows.first { $0.cells == usual.key && $0.filled * 2 > usual.key && $0.filled > 1 }
    guard let first, let before = rows.first?.line else { return (0, 0, isCSV) }
    // The header may follow a first line such as `sep=;`, which is skipped anyway.
    let isNamed = first.line > 1 && before == 2 && (try? startsWithSeparator()) == true
    return (first.line - 1 - (isNamed ? 1 : 0), usual.value, isCSV)
  }

  private func startsWithSeparator() throws -> Bool {
    let path = session.files.path(of: request.file)
    return try session.configuration.files.bytes(of: path).next()?.starts(with: Array("sep=".utf8))
      ?? false
  }
}

struct ProposedProperty {
  var name: String
  var place: Int
  var kind: String
  var isOptional: Bool
  var isKey = false
  var pattern = ""
  /// The unit or prefix in command syntax, and `grouped`.
  var suffix = ""
  var remarks: [String] = []

  mutating func take(_ unit: ColumnEvidence.Unit?) {
    guard let unit, kind == "Integer" || kind.hasPrefix("Decimal") else { return }
    let (word, text) = unit.prefix.isEmpty ? ("unit", unit.suffix) : ("prefix", unit.prefix)
    suffix = " \(word) \(Value.text(text).literal)" + suffix
  }
}
