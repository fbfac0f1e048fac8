/// An XLSX file with random access.
package final class Workbook {
  package struct Sheet: Hashable, Sendable {
    package let name: String
    package let isHidden: Bool
    /// Nil for a sheet of cells; otherwise a description such as `a chart`.
    package let otherKind: String?
    fileprivate let part: String
  }

  private static let mostSheets = 10_000
  /// Maximum size in bytes of a part, except sheets and shared strings, which need not fit in
  /// memory.
  private static let longestPart = 64 << 20

  package private(set) var sheets: [Sheet] = []
  private let archive: ZipArchive
  private var hasDatesFrom1904 = false
  private var formats: [CellFormat] = []
  private var strings: String?

  /// - Parameter read: Returns bytes from an offset; fewer only if the file ends.
  /// - Throws: ``WorkbookError`` if the file is not a readable workbook, and the errors of `read`.
  package init(size: Int, _ read: @escaping (_ offset: Int, _ count: Int) throws -> [UInt8]) throws
  {
    archive = try ZipArchive(size: size, read)
    guard archive["xl/workbook.bin"] == nil else { throw WorkbookError(.foreign(.binaryExcel)) }
    let main = try relations(of: "").first { $0.kind == "officeDocument" }?.target
    guard let main, archive[main] != nil, !main.hasPrefix("word/"), !main.hasPrefix("ppt/") else {
      throw WorkbookError(.foreign(kindOfOther))
    }
    let content = WorkbookContent()
    try XMLReader.read(part(main, isShort: true), content)
    guard content.isWorkbook else { throw WorkbookError(.foreign(.zip)) }
    hasDatesFrom1904 = content.hasDatesFrom1904
    let relations = try relations(of: main)
    guard content.sheets.count <= Self.mostSheets else {
      throw WorkbookError(.tooLarge("more than \(Self.mostSheets) sheets"), in: main)
    }
    let byID = Dictionary(relations.map { ($0.id, $0) }) { first, _ in first }
    for sheet in content.sheets {
      guard let relation = byID[sheet.id] else {
        throw WorkbookError(
          .damaged("the location of the sheet \"\(sheet.name)\" is missing"), in: main)
      }
      sheets.append(
        Sheet(
          name: sheet.name, isHidden: sheet.isHidden, otherKind: Self.words(for: relation.kind),
          part: relation.target))
    }
    strings = relations.first { $0.kind == "sharedStrings" }?.target
    if let styles = relations.first(where: { $0.kind == "styles" })?.target {
      let content = CellFormats(part: styles)
      try XMLReader.read(part(styles, isShort: true), content)
      formats = content.formats
    }
  }

  package var firstSheet: Sheet? {
    let tables = sheets.filter { $0.otherKind == nil }
    return tables.first { !$0.isHidden } ?? tables.first
  }

  /// - Parameters:
  ///   - memoryLimit: The maximum number of bytes of shared strings in memory.
  ///   - scratch: Creates a temporary file for shared strings beyond the limit; called at most
  ///     twice.
  package func rows(
    of sheet: Sheet, _ layout: RowLayout = RowLayout(), memoryLimit: Int = 64 << 20,
    _ scratch: @escaping () throws -> ScratchFile
  ) throws -> SheetReader {
    if let kind = sheet.otherKind {
      throw WorkbookError(.notTable(sheet: sheet.name, kind: kind))
    }
    let texts = SharedStrings(part: strings ?? "", memoryLimit: memoryLimit, scratch)
    if let strings { try XMLReader.read(part(strings), texts) }
    return try SheetReader(
      part(sheet.part), name: sheet.name, others: sheets.filter { $0 != sheet }.map(\.name), texts,
      formats, hasDatesFrom1904: hasDatesFrom1904, layout)
  }

  private func part(_ name: String, isShort: Bool = false) throws -> ZipStream {
    guard let entry = archive[name] else { throw WorkbookError(.missingPart, in: name) }
    guard !isShort || entry.size <= Self.longestPart else {
      throw WorkbookError(.tooLarge("more than \(Self.longestPart >> 20) MiB"), in: name)
    }
    return try archive.stream(entry)
  }

  /// - Parameter part: Empty for the whole file.
  private func relations(of part: String) throws -> [Relations.Relation] {
    let slash = part.lastIndex(of: "/")
    let folder = slash.map { String(part[...$0]) } ?? ""
    let file = slash.map { String(part[part.index(after: $0)...]) } ?? part
    let name = "\(folder)_rels/\(file).rels"
    guard archive[name] != nil else { return [] }
    let content = Relations(in: folder, part: name)
    try XMLReader.read(self.part(name, isShort: true), content)
    return content.relations
  }

  private var kindOfOther: FileKind {
    if archive.contains(folder: "word") { return .word }
    if archive.contains(folder: "ppt") { return .powerPoint }
    return archive["mimetype"] != nil && archive["content.xml"] != nil ? .openDocument : .zip
  }

  private static func words(for kind: String) -> String? {
    switch kind {
    case "worksheet": nil
    case "chartsheet": "a chart"
    case "dialogsheet": "a dialog"
    default: "a macro sheet"
    }
  }
}

private final class WorkbookContent: XMLContent {
  private(set) var sheets: [(name: String, id: String, isHidden: Bool)] = []
  private(set) var hasDatesFrom1904 = false
  private(set) var isWorkbook = false
  private var isFirst = true

  func begin(_ name: XMLName, _ attributes: XMLAttributes) {
    if isFirst { isWorkbook = name == "workbook" }
    isFirst = false
    switch name {
    case "workbookPr": hasDatesFrom1904 = attributes.isTrue("date1904")
    case "sheet":
      let state = attributes["state"] ?? "visible"
      // Excel allows 31 characters.
      let name = String((attributes["name"] ?? "").prefix(255))
      sheets.append((name, attributes["id"] ?? "", state != "visible"))
    default: break
    }
  }
}

/// The paths of the parts that a part refers to.
private final class Relations: XMLContent {
  struct Relation {
    let id: String
    /// The last component of the type's URI; the rest differs between transitional and strict
    /// files.
    let kind: String
    let target: String
  }

  private static let mostRelations = 100_000

  private(set) var relations: [Relation] = []
  private let folder: String
  private let part: String

  init(in folder: String, part: String) { (self.folder, self.part) = (folder, part) }

  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws {
    guard name == "Relationship", attributes["TargetMode"] != "External",
      let id = attributes["Id"], let type = attributes["Type"], let target = attributes["Target"]
    else { return }
    guard relations.count < Self.mostRelations else {
      throw WorkbookError(.tooLarge("more than \(Self.mostRelations) references"), in: part)
    }
    let kind = type.split(separator: "/").last.map(String.init) ?? ""
    relations.append(Relation(id: id, kind: kind, target: path(of: target)))
  }

  private func path(of target: String) -> String {
    var steps: [Substring] = []
    for step in (target.hasPrefix("/") ? target : folder + target).split(separator: "/") {
      if step == ".." { _ = steps.popLast() } else if step != "." { steps.append(step) }
    }
    return steps.joined(separator: "/")
  }
}

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
