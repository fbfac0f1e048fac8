/// File formats that are mistaken for tables, recognized by their first bytes or by the entries of
/// an archive.
package enum FileKind: Hashable, Sendable, CaseIterable {
  /// A zip archive, which can be a workbook.
  case zip
  case oldExcel, binaryExcel, openDocument, word, powerPoint
  case gzip, pdf, sqlite, png, jpeg, html

  /// - Parameter first: The first bytes; 16 suffice, except for HTML that begins with white space.
  package init?(_ first: [UInt8]) {
    let signatures: [(FileKind, [UInt8])] = [
      (.zip, [0x50, 0x4B, 0x03, 0x04]), (.zip, [0x50, 0x4B, 0x05, 0x06]),
      (.oldExcel, [0xD0, 0xCF, 0x11, 0xE0]), (.gzip, [0x1F, 0x8B]), (.pdf, Array("%PDF-".utf8)),
      (.sqlite, Array("SQLite format 3\0".utf8)), (.png, [0x89, 0x50, 0x4E, 0x47]),
      (.jpeg, [0xFF, 0xD8, 0xFF]),
    ]
    if let found = signatures.first(where: { first.starts(with: $0.1) }) {
      self = found.0
      return
    }
    let start = first.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(14)
    let word = String(decoding: start, as: UTF8.self).lowercased()
    guard ["<!doctype html", "<html", "<table"].contains(where: word.hasPrefix) else { return nil }
    self = .html
  }

  package var description: String {
    switch self {
    case .zip: "a zip archive without a workbook"
    case .oldExcel: "an old Excel file, or one with a password"
    case .binaryExcel: "a binary Excel file"
    case .openDocument: "an OpenDocument file"
    case .word: "a Word document"
    case .powerPoint: "a PowerPoint presentation"
    case .gzip: "a file compressed by gzip"
    case .pdf: "a PDF document"
    case .sqlite: "an SQLite database"
    case .png, .jpeg: "an image"
    case .html: "an HTML page"
    }
  }

  package var advice: String {
    switch self {
    case .zip, .gzip: "unpack it first"
    case .oldExcel: "save it as .xlsx or CSV, without a password"
    case .binaryExcel, .openDocument: "save it as .xlsx or CSV"
    case .word, .powerPoint, .pdf, .png, .jpeg, .html: "`import` reads CSV, JSON and XLSX"
    case .sqlite: "`import FILE table NAME into …` reads one of its tables"
    }
  }
}
