import Foundation
import Interchange
import TestSupport
import Testing

struct JSONReaderTests {
  private func read(_ text: String, size: Int = 3) throws -> (columns: [String], rows: [SourceRow])
  {
    let reader = try JSONReader(pieces(Array(text.utf8), of: size))
    let rows = try rows(of: reader)
    return (reader.columns, rows)
  }

  @Test(arguments: [1, 2, 1000])
  func anArrayAndObjectsOneAfterAnotherAreTheSameRows(size: Int) throws {
    let objects = [
      #"{"name":"Ann \"A\" \u00e4\ud834\udd1e\n","age":41,"on":true}"#,
      #"{ "age" : -1.50e3 , "tags" : ["a", ["b"], null] , "name" : null }"#, "{}",
    ]
    let expected: [[SourceCell]] = [
      [.text("Ann \"A\" ä𝄞\n"), .number("41"), .boolean(true), .absent],
      [.none, .number("-1.50e3"), .absent, .list([.text("a"), .list([.text("b")]), .none])],
      [.absent, .absent, .absent, .absent],
    ]
    for text in [objects.joined(separator: "\n"), "[\n\(objects.joined(separator: ",\n"))\n]\n"] {
      let (columns, rows) = try read(text, size: size)
      expectEqual(columns, ["name", "age", "on", "tags"])
      let cells = rows.map { $0.cells + Array(repeating: .absent, count: 4 - $0.cells.count) }
      expectEqual(cells, expected)
    }
  }

  @Test(arguments: [
    ("[1]", 1, 2, "an object"), ("{\"a\" 1}", 1, 6, "\":\""), ("[{}\n{}]", 2, 1, "\",\""),
    ("{\"a\":01}", 1, 7, "\",\" or \"}\""), ("{\"a\":tru}", 1, 9, "a value"),
    ("{\"a\":\"\\x\"}", 1, 8, "one of"), ("{\"a\":\"\\u12g4\"}", 1, 11, "hexadecimal"),
    ("{\"a\":1.}", 1, 8, "a digit"), ("{\"a\":[1,]}", 1, 9, "a value"), ("x", 1, 1, "an object"),
    ("[{}] {}", 1, 6, "nothing"), ("{\"a\":1", 1, 7, "\",\""), ("[{\"ä\":1}", 1, 9, "\",\""),
  ])
  func whatIsNoJSONIsNamedWithItsPlace(
    text: String, line: Int, column: Int, expected: String
  ) throws {
    let error = #expect(throws: RowError.self) { try read(text) }
    #expect(error?.line == line && error?.column == column, "\(error as Any)")
    expectEqual(error?.message.contains(expected), true, "\(error as Any)")
  }

  @Test func aKeyTwiceATextThatIsNeverClosedAndDeepBracketsAreRefused() {
    #expect(throws: RowError(.doubledColumn("a"), line: 1, column: 8)) {
      try read(#"{"a":1,"a":2}"#)
    }
    #expect(throws: RowError(.unclosedQuote, line: 1, column: 6)) { try read(#"{"a":"x"#) }
    #expect(throws: RowError(.halfCharacter, line: 1, column: 13)) { try read(#"{"a":"\ud834"}"#) }
    let deep = String(repeating: "[", count: 200)
    let error = #expect(throws: RowError.self) { try read("{\"a\":\(deep)") }
    expectEqual(error?.kind, .tooDeep(100))
  }

  @Test func randomTextsAreReadWhereFoundationReadsThem() throws {
    var generator = Seeded(stream: 8259)
    let parts = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "1", "-0.5e+2", "true", "null", " ", "\n",
      "\"\\n\"", "01", "x",
    ]
    var read = 0
    for _ in 0..<(Seeded.isLong ? 200_000 : 5_000) {
      let inner = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        parts.randomElement(using: &generator) ?? ""
      }.joined()
      let text = "{\"k\":" + inner + "}"
      let known = try? JSONSerialization.jsonObject(with: Data(text.utf8))
      let ours = try? self.read(text, size: 2)
      // Duplicate keys and concatenated rows are our own rules, and Foundation accepts a comma at
      // the end.
      guard text.firstMatch(of: #/,\s*[\]}]|e.\d{3}/#) == nil else { continue }
      guard known != nil || ours?.rows.count ?? 1 == 1 else { continue }
      if case .doubledColumn? = Result(catching: { try self.read(text) }).failure?.kind { continue }
      expectEqual((known != nil), (ours != nil), "\(text)")
      if ours != nil { read += 1 }
    }
    #expect(read > 100)
  }

  @Test func aRejectedObjectIsALineWithTheReasonsOnce() throws {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    let reader = try JSONReader(pieces(Array("[{\"a\":\n1}, {}]".utf8), of: 100))
    let lines = try rows(of: reader).map { text(reader.rejected($0, for: "no \"1\"")) }
    expectEqual(
      lines, ["{\"a\": 1,\"#reasons\":\"no \\\"1\\\"\"}\n", "{\"#reasons\":\"no \\\"1\\\"\"}\n"])
    let again = try JSONReader(pieces(Array(lines.joined().utf8), of: 100))
    expectEqual(again.columns, ["a"])
    try expectEqual(
      rows(of: again).map { text(again.rejected($0, for: "x")) },
      ["{\"a\": 1,\"#reasons\":\"x\"}\n", "{\"#reasons\":\"x\"}\n"])
  }
}

extension Result {
  fileprivate var failure: RowError? {
    if case .failure(let error) = self { error as? RowError } else { nil }
  }
}
