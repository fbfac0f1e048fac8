import Interchange
import TestSupport
import Testing

struct CSVReaderTests {
  /// A slow reading by RFC 4180, also with CR and LF as line ends; nil for misplaced quotation
  /// marks.
  private static func oracle(_ text: String) -> [[SourceCell]]? {
    var signs = Array(text.unicodeScalars)[...]
    var rows: [[SourceCell]] = []
    while !signs.isEmpty {
      var cells: [SourceCell] = []
      var isOpen = true
      var isBlank = true
      while isOpen {
        var content = ""
        var isQuoted = false
        if signs.first == "\"" {
          (isQuoted, isBlank) = (true, false)
          signs.removeFirst()
          while true {
            guard let sign = signs.popFirst() else { return nil }
            if sign == "\"" {
              if signs.first != "\"" { break }
              signs.removeFirst()
            }
            content.unicodeScalars.append(sign)
          }
          if let next = signs.first, ![",", "\r", "\n"].contains(next) { return nil }
        } else {
          while let sign = signs.first, ![",", "\r", "\n"].contains(sign) {
            content.unicodeScalars.append(sign)
            isBlank = false
            signs.removeFirst()
          }
        }
        cells.append(content.isEmpty && !isQuoted ? .none : .text(content))
        isOpen = false
        if let sign = signs.popFirst() {
          if sign == "," { (isOpen, isBlank) = (true, false) }
          if sign == "\r", signs.first == "\n" { signs.removeFirst() }
        }
      }
      if isBlank || cells.allSatisfy({ $0 == .none }) { continue }
      while cells.count < 2 { cells.append(.none) }
      if cells[2...].allSatisfy({ $0 == .none }) { cells.removeSubrange(2...) }
      rows.append(cells)
    }
    return rows
  }

  private static let texts: [String] = {
    var all = [""]
    var last = [""]
    for _ in 0..<(Seeded.isLong ? 8 : 6) {
      last = last.flatMap { text in ["a", ",", "\"", "\r", "\n"].map { text + $0 } }
      all += last
    }
    return all
  }()

  @Test(arguments: [1, 2, 1000])
  func everyShortTextIsReadAsTheStandardSays(size: Int) throws {
    for text in Self.texts {
      let file = Array("x,y\n".utf8) + Array(text.utf8)
      let reader = try CSVReader(pieces(file, of: size))
      let cells = try? rows(of: reader).map(\.cells)
      expectEqual(cells, Self.oracle(text), "\(text.debugDescription)")
    }
  }

  @Test func whatIsMadeGoodIsSaidOnceWithItsCountAndFirstLine() throws {
    let file = "a,b\n,\n1,2\n3\n\n4,5,,\n\"\",\n6\n,,,\n"
    let reader = try CSVReader(pieces(Array(file.utf8), of: 3))
    try expectEqual(rows(of: reader).map(\.line), [3, 4, 6, 7, 8])
    expectEqual(
      reader.remarks,
      [
        "2 rows have only empty cells and are skipped: the first is line 2",
        "2 rows have fewer cells than the header; the missing cells are read as empty: "
          + "the first is line 4",
        "1 row has more cells than the header; the extra cells are empty and ignored: line 6",
      ])
  }

  @Test(arguments: [1, 3, 1000])
  func aRowKnowsItsLineItsPlacesAndHowItWasWritten(size: Int) throws {
    let text = "name,note\r\nAnn,\"two\r\nlines\"\r\n\r\nBob,\"é\",x\n"
    let reader = try CSVReader(pieces(Array(text.utf8), of: size))
    expectEqual(reader.columns, ["name", "note"])
    let rows = try rows(of: reader)
    expectEqual(rows.map(\.line), [2, 5])
    expectEqual(
      rows.map { String(decoding: $0.raw, as: UTF8.self) }, ["Ann,\"two\r\nlines\"", "Bob,\"é\",x"])
    #expect(reader.place(ofCell: 1, in: rows[0]) == (2, 5))
    #expect(reader.place(ofCell: 2, in: rows[1]) == (5, 9))
  }

  @Test(arguments: [
    ("a;b\n", ";"), ("a\tb,c\td\n", "\t"), ("a,b;c\n", ","), ("\"x;y;z\",b\n", ","), ("a\n", ","),
    ("\n\na;b\n", ";"),
  ])
  func theDelimiterIsTheOneThatIsMostInTheFirstLine(text: String, delimiter: Unicode.Scalar) throws
  {
    let reader = try CSVReader(pieces(Array(text.utf8), of: 2))
    expectEqual(Unicode.Scalar(reader.delimiter), delimiter)
  }

  @Test(arguments: [
    ("", RowError(.empty, line: 1)), ("\r\n\n", RowError(.empty, line: 1)),
    ("a,b\u{0}\n", RowError(.null, line: 1, column: 3)),
    ("a\n\nx\n  \"y\n\"z\"\"\n\n", RowError(.unclosedQuote, line: 5, column: 1)),
    ("a,b\nä,\"x\"y\n", RowError(.textAfterQuote, line: 2, column: 6)),
  ])
  func whatCannotBeReadIsNamedWithItsPlace(text: String, error: RowError) {
    #expect(throws: error) { try rows(of: CSVReader(pieces(Array(text.utf8), of: 3))) }
  }

  @Test func aByteThatIsNoUTF8IsNamedWithItsPlaceAndTheOption() {
    let file = Array("a,b\nx,y".utf8) + [0xE4, 0x20] + Array("\n".utf8)
    let error = #expect(throws: RowError.self) {
      try rows(of: CSVReader(pieces(file, of: 4)))
    }
    expectEqual(error, RowError(.notUTF8(0xE4), line: 2, column: 4))
    expectEqual(error?.hint?.contains("--encoding latin-1"), true)
  }

  @Test func aCellOfTenMegabytesIsRead() throws {
    let long = String(repeating: "x", count: 10_000_000)
    let reader = try CSVReader(pieces(Array("a,b\n1,\(long)\n".utf8), of: 65_536))
    try expectEqual(rows(of: reader).first?.cells, [.text("1"), .text(long)])
  }

  @Test(.enabled(if: Seeded.isLong)) func aRowWithoutEndIsRefused() throws {
    var count = 0
    let endless = try CSVReader { () in
      count += 1
      return count == 1 ? Array("a\n\"".utf8) : [UInt8](repeating: 0x61, count: 1 << 20)
    }
    #expect(throws: RowError(.longRow(32 << 20), line: 2)) { try endless.next() }
  }

  @Test func aRejectedRowIsAsItWasWithTheReasonsInALastColumnOnce() throws {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    let file = "a;b\n\"x;y\";1\nz\n"
    let reader = try CSVReader(pieces(Array(file.utf8), of: 100))
    expectEqual(text(reader.rejectsOpening), "a;b;#reasons\r\n")
    let rejected = try rows(of: reader).map { text(reader.rejected($0, for: "not \"1\"")) }
    expectEqual(rejected, ["\"x;y\";1;\"not \"\"1\"\"\"\r\n", "z;;\"not \"\"1\"\"\"\r\n"])
    // Rejecting again replaces the earlier reasons.
    let again = text(reader.rejectsOpening) + rejected.joined()
    let second = try CSVReader(pieces(Array(again.utf8), of: 100))
    expectEqual(text(second.rejectsOpening), "a;b;#reasons\r\n")
    try expectEqual(
      rows(of: second).map { text(second.rejected($0, for: "no")) },
      ["\"x;y\";1;\"no\"\r\n", "z;;\"no\"\r\n"])
  }
}
