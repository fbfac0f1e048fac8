/// Why a file cannot be read as rows, and where.
package struct RowError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Kind: Hashable, Sendable {
    case empty
    case unclosedQuote
    /// Something follows the quotation mark that ends a cell.
    case textAfterQuote
    /// A byte that no text in UTF-8 has there.
    case notUTF8(UInt8)
    /// Half of a character of UTF-16.
    case halfCharacter
    /// A row of more bytes than this.
    case longRow(Int)
    case doubledColumn(String)
    /// The name of a column has U+0000.
    case null
    /// What was expected in a JSON text.
    case notJSON(String)
    /// Brackets are nested deeper than this.
    case tooDeep(Int)
  }

  /// What is wrong.
  package var kind: Kind
  /// Counts from 1.
  package var line: Int
  /// Counts characters from 1; nil where the whole line is meant.
  package var column: Int?

  /// Makes an error at a place.
  package init(_ kind: Kind, line: Int, column: Int? = nil) {
    (self.kind, self.line, self.column) = (kind, line, column)
  }

  /// What is wrong and what was expected, for a person.
  package var message: String {
    switch kind {
    case .empty: "the file is empty; expected a line with the names of the columns"
    case .unclosedQuote: "this quotation mark is never closed"
    case .textAfterQuote:
      "expected a delimiter or the end of the line after the closing quotation mark"
    case .notUTF8(let byte):
      "the byte \(Self.hexadecimal(byte)) is not UTF-8"
    case .halfCharacter: "this is half of a character of UTF-16"
    case .longRow(let limit): "a row of more than \(limit >> 20) MiB"
    case .doubledColumn(let name): "there are two columns called \"\(name)\""
    case .null: "the name of a column has the character U+0000"
    case .notJSON(let expected): "expected \(expected)"
    case .tooDeep(let depth): "brackets are nested more than \(depth) deep"
    }
  }

  /// What may help; nil where nothing is known to.
  package var hint: String? {
    switch kind {
    case .notUTF8: "--encoding latin-1, windows-1252 or utf-16 says how the file is encoded"
    case .longRow: "a quotation mark that is never closed makes one row of all that follows"
    case .null: "--encoding utf-16 reads a file that is encoded so"
    case .empty, .unclosedQuote, .textAfterQuote, .halfCharacter, .doubledColumn, .notJSON,
      .tooDeep:
      nil
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.utf8.count < 2 ? "0" : "") + digits
  }
}
