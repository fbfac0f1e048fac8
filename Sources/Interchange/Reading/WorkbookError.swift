package struct WorkbookError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case foreign(FileKind)
    /// The archive or a part of it is malformed; the text describes the problem.
    case damaged(String)
    case encrypted
    /// The sizes exceed the limit of ``ZipArchive/Entry/isBomb``.
    case bomb(compressed: Int, size: Int)
    /// The text names the exceeded limit, for example `more than 64 MiB`.
    case tooLarge(String)
    case entities
    case missingPart
    case noSheets
    case noRows(String)
    /// The sheet has no rows of cells, for example because it is a chart.
    case notTable(sheet: String, kind: String)
  }

  package var kind: Kind
  /// The part of the archive, for example `xl/workbook.xml`.
  package var part: String?

  package init(_ kind: Kind, in part: String? = nil) { (self.kind, self.part) = (kind, part) }

  package var message: String {
    let place = part.map { "its part \($0)" } ?? "the archive"
    return switch kind {
    case .foreign(let kind): "is \(kind.description)"
    case .damaged(let words): "the file is damaged: \(part.map { $0 + ": " } ?? "")\(words)"
    case .encrypted: "\(place) is encrypted"
    case .bomb(let compressed, let size):
      "\(place) expands from \(compressed) to \(size) bytes; parts over "
        + "\(ZipArchive.Entry.leastSizeOfBomb >> 20) MiB may expand to at most "
        + "\(ZipArchive.Entry.greatestRatio) times their compressed size"
    case .tooLarge(let words): "\(place) has \(words)"
    case .entities: "\(place) has a document type declaration, which XLSX files must not have"
    case .missingPart: "the file is damaged: it has no part \(part ?? "")"
    case .noSheets: "the workbook has no sheet with cells"
    case .noRows(let sheet):
      "the sheet \"\(sheet)\" has no row with the names of the columns"
    case .notTable(let sheet, let kind): "\"\(sheet)\" is \(kind) and has no rows"
    }
  }

  package var hint: String? {
    switch kind {
    case .foreign(let kind): kind.advice
    case .damaged, .missingPart: "open it in a spreadsheet program and save it again"
    case .encrypted: "save it without a password"
    case .notTable, .noRows: "choose another sheet with --sheet"
    case .bomb, .tooLarge, .entities, .noSheets: nil
    }
  }
}
