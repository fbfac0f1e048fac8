import Interchange
import TestSupport
import Testing

@Suite struct CSVWriterTests {
  @Test(arguments: [
    ("plain", "plain"), ("a b", "a b"), ("a,b", "\"a,b\""), ("a\tb", "a\tb"),
    ("say \"no\"", "\"say \"\"no\"\"\""), ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""),
    (" a", "\" a\""), ("a\t", "\"a\t\""), ("", "\"\""), ("a\u{2028}b", "a\u{2028}b"),
    ("Äpfel", "Äpfel"), ("'", "'"),
  ])
  func quotationMarksAreWhereTheyAreNeeded(text: String, cell: String) {
    expectEqual(written(CSVWriter(), [.text(text)]), cell + "\r\n")
    expectEqual(written(CSVWriter(), [.text("x"), .written(text)]), "x,\(cell)\r\n")
  }

  @Test func whatHasNoValueIsAnEmptyCellAndAnEmptyTextIsNot() {
    expectEqual(written(CSVWriter(), [.none, .text(""), .none]), ",\"\",\r\n")
  }

  @Test func eachKindOfCellIsWrittenAsItIsReadAgain() {
    expectEqual(
      written(
        CSVWriter(),
        [
          .integer(.min), .integer(0), .double(-0.5), .boolean(true), .written("12.50"),
          .percent("12.5%", part: "0.125"), .reference("Person/", 12), .reference("A,b/", 1),
          .shown("1,5", key: "1.5"), .list([]), .list([.reference("Person/", 2)]),
          .list([.text("a\"b"), .written("1.50"), .integer(3)]),
        ]),
      "-9223372036854775808,0,-0.5,true,12.50,12.5%,Person/12,\"A,b/1\",\"1,5\",[],"
        + "\"[\"\"Person/2\"\"]\",\"[\"\"a\\\"\"b\"\",\"\"1.50\"\",3]\"\r\n")
  }

  @Test func theNamesOfTheColumnsAreTheFirstRow() {
    let columns = [CellColumn("ref"), CellColumn("full name"), CellColumn("a,b", isNumeric: true)]
    expectEqual(written(CSVWriter(), columns, []), "ref,full name,\"a,b\"\r\n")
    expectEqual(
      written(CSVWriter(delimiter: UInt8(ascii: "\t"), lineEnd: "\n"), columns, []),
      "ref\tfull name\ta,b\n")
  }

  @Test(arguments: ["=1+1", "+49 30", "-1", "@x", "\tx", "\rx"])
  func aTextThatLooksLikeAFormulaGetsAnApostropheWhereAskedFor(text: String) {
    let safe = CSVWriter(isSafe: true)
    expectEqual(cells(of: written(safe, [.text(text)])), [["'" + text]])
    expectEqual(cells(of: written(CSVWriter(), [.text(text)])), [[text]])
    expectEqual(written(safe, [CellColumn("=a")], []), "'=a\r\n")
  }

  @Test func aNumberIsNoFormula() {
    expectEqual(
      written(
        CSVWriter(isSafe: true),
        [.integer(-5), .written("-5.50"), .double(-1), .percent("-1%", part: "-0.01"), .text("a=")]),
      "-5,-5.50,-1.0,-1%,a=\r\n")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func whatIsWrittenIsReadBackByTheRulesOfRFC4180(seed: UInt64) {
    var random = Seeded(seed: seed)
    let alphabet = Array("a,\"\n\r\t ;é|'")
    let rows = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      (0..<3).map { _ in
        String(
          (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
            alphabet.randomElement(using: &random)
          })
      }
    }
    let text = written(
      CSVWriter(), (0..<3).map { CellColumn("c\($0)") }, rows.map { $0.map(Cell.text) })
    let read = cells(of: text).dropFirst()
    expectEqual(
      read.map { $0.map { Array($0.utf8) } }, rows.map { $0.map { Array($0.utf8) } }, "seed \(seed)"
    )
  }

  @Test func aCellOfTenMillionBytesIsWrittenWhole() {
    let long = String(repeating: "0123456789", count: 1_000_000)
    expectEqual(written(CSVWriter(), [.text(long)]).utf8.count, 10_000_002)
    expectEqual(written(CSVWriter(), [.text(long + "\"")]).utf8.count, 10_000_006)
  }

  /// A slow reading by RFC 4180.
  private func cells(of text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    let bytes = Array(text.utf8)
    var place = 0
    func end() {
      row.append(String(decoding: cell, as: UTF8.self))
      cell = []
    }
    while place < bytes.count {
      let byte = bytes[place]
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      place += 1
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          cell.append(byte)
        } else if next == byte {
          cell.append(byte)
          place += 1
        } else {
          isQuoted = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = true
      } else if byte == UInt8(ascii: ",") {
        end()
      } else if byte == UInt8(ascii: "\r"), next == UInt8(ascii: "\n") {
        end()
        rows.append(row)
        row = []
        place += 1
      } else {
        cell.append(byte)
      }
    }
    return rows
  }
}
