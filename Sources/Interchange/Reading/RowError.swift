package struct RowError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case empty
    case unclosedQuote
    case textAfterQuote
    case notUTF8(UInt8)
    case notWindows1252(UInt8)
    case halfCharacter
    /// The maximum in bytes.
    case longRow(Int)
    case doubledColumn(String)
    case null
    case notJSON(String)
    case tooDeep(Int)
    /// A cell of a sheet, such as `B7`, and the maximum in bytes.
    case longCell(String, Int)
    case manyColumns(Int)
    /// A malformed row or cell of a sheet; the text describes the problem.
    case badCell(String)
  }

  package var kind: Kind
  /// 1-based.
  package var line: Int
  /// 1-based, in characters; nil for the whole line.
  package var column: Int?

  package init(_ kind: Kind, line: Int, column: Int? = nil) {
    (self.kind, self.line, self.column) = (kind, line, column)
  }

  package var message: String {
    switch kind {
    case .empty: "the file is empty; expected a line with the names of the columns"
    case .unclosedQuote: "this quotation mark is never closed"
    case .textAfterQuote:
      "expected a delimiter or the end of the line after the closing quotation mark"
    case .notUTF8(let byte): "the byte \(Self.hexadecimal(byte)) is not UTF-8"
    case .notWindows1252(let byte):
      "the byte \(Self.hexadecimal(byte)) is not a character of windows-1252"
    case .halfCharacter: "this is half of a UTF-16 character"
    case .longRow(let limit): "this row has more than \(limit >> 20) MiB"
    case .doubledColumn(let name): "this object has two keys \"\(name)\""
    case .null: "a column name contains the character U+0000"
    case .notJSON(let expected): "expected \(expected)"
    case .tooDeep(let depth): "arrays and objects are nested more than \(depth) levels deep"
    case .longCell(let cell, let limit): "\(cell) has a text of more than \(limit >> 20) MiB"
    case .manyColumns(let limit): "this row has more than \(limit) columns"
    case .badCell(let words): words
    }
  }

  package var hint: String? {
    switch kind {
    case .notWindows1252: "choose the encoding of the file with --encoding"
    case .notUTF8: "choose the encoding of the file: --encoding latin-1, windows-1252 or utf-16"
    case .longRow:
      "in CSV, a quotation mark that is never closed joins all following lines into one row"
    case .null: "if the file is UTF-16, use --encoding utf-16"
    case .empty, .unclosedQuote, .textAfterQuote, .halfCharacter, .doubledColumn, .notJSON,
      .tooDeep, .longCell, .manyColumns, .badCell:
      nil
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.utf8.count < 2 ? "0" : "") + digits
  }
}
