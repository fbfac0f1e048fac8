import CommandLanguage
import TestSupport
import Testing

@Suite struct ReaderTests {
  @Test func aCommandIsReadWhenItsLastLineIsThere() throws {
    var reader = CommandReader()
    #expect(reader.isWhole)
    #expect(try reader.next() == nil)
    for (line, isWhole) in [
      ("define Person {  # the people", false), ("  name: Text = \"a", false), ("# b } (", false),
      ("\"", false), ("  height: Decimal(integer: 1,", false), ("    fraction: 2)", false),
      ("", false), ("} # done", true),
    ] {
      #expect(try reader.next() == nil)
      reader.append(line: line)
      expectEqual(reader.isWhole, isWhole, "\(line)")
    }
    let statement = try #require(try reader.next())
    expectEqual(statement.span.start, SourcePosition(line: 1, column: 1))
    expectEqual(statement.span.end, SourcePosition(line: 8, column: 2))
    expectEqual(
      statement.text,
      "define Person {\n  name: Text = \"a\n# b } (\n\"\n"
        + "  height: Decimal(integer: 1,\n    fraction: 2)\n\n}")
    #expect(try reader.next() == nil)
  }

  @Test(arguments: [
    ("list P where (a", false), ("set a[", false), ("set a.b \"x", false), ("get `a", false),
    ("list P where a = 'x", false), ("list P where a = 'x''", false), ("echo \"a\\\"", false),
    ("echo \"a\\\\\"", true), ("types # \"", true), ("types # (", true), ("echo \"(\"", true),
    ("get `(`", true), ("set ann.name O'Neil", true), ("list P where a = '\"'", true), (")", true),
    ("(]", true), ("(}", true), ("{)", false), ("expect rejected { (]", false),
    ("expect rejected { ( }", true), ("include \"a", false), ("include it's", true), ("5'", true),
    ("types;", true), ("types {; ", false), ("#12 (", false), ("echo \"a\\", false),
  ])
  func theReaderKnowsWhetherSomethingIsOpen(line: String, isWhole: Bool) {
    var reader = CommandReader()
    reader.append(line: line)
    expectEqual(reader.isWhole, isWhole)
  }

  @Test func linesAreCountedFromTheFirst() throws {
    var reader = CommandReader(firstLine: 7)
    for line in ["types", "", "  é; # x", "check"] {
      reader.append(line: line)
    }
    try expectEqual(reader.next()?.span.start, SourcePosition(line: 7, column: 1))
    let error = try #require(throws: SyntaxError.self) { try reader.next() }
    expectEqual(error.span.start, SourcePosition(line: 9, column: 3))
    try expectEqual(reader.next()?.span.start, SourcePosition(line: 10, column: 1))
    #expect(try reader.next() == nil)
    reader.append(line: "redo")
    try expectEqual(reader.next()?.span.start, SourcePosition(line: 11, column: 1))
  }

  @Test func columnsCountCharacters() throws {
    let results = read("echo \"👨‍👩‍👧e\u{301}🇩🇪\"; types;\ttypes\nset ann.a \"é\nü\"; types")
    let columns = try results.map { try $0.get().span.start.column }
    expectEqual(columns, [1, 13, 20, 1, 5])
  }

  @Test func theEndOfALineMayBeOfWindows() {
    expectEqual(
      sketches("types\r\ndefine P {\r\n a: Text\r\n}\r\n# x\r\ninclude a\r\n"),
      [
        "types", "define type: P properties: [name: a kind: text]", "include parts: [text 'a']",
      ])
  }

  @Test func severalLinesAtOnceAreTakenOneByOne() throws {
    var reader = CommandReader()
    reader.append(line: "types\ncheck\nexpect rejected {\nredo")
    reader.append(line: "}")
    expectEqual(rest(of: &reader).count, 3)
  }

  @Test func theMarkAtTheStartOfAFileSaysNothing() {
    expectEqual(
      sketches("\u{FEFF}types\n\u{FEFF}types"), ["types", "error 'unexpected character U+FEFF'"])
  }

  @Test func theTextOfAStatementIsAsWrittenWithoutComments() throws {
    let script =
      "  set   ann.age 42   # why\n;expect rejected {  # a\n  types  # \"b\n\n}; echo \"# c\""
    let statements = try read(script).map { try $0.get() }
    expectEqual(
      statements.map(\.text),
      ["set   ann.age 42", "expect rejected {\n  types\n\n}", "echo \"# c\""])
    let block = try #require(firstPart([Statement].self, of: statements[1].command))
    expectEqual(block.map(\.text), ["types"])
    expectEqual(block.map(\.span.start), [SourcePosition(line: 3, column: 3)])
  }

  @Test(arguments: [
    ("types #x", ["types"]), ("#x", []), ("types # 12", ["types"]), ("#", []),
    ("history a since #12 # x", ["history subject: name a since: transaction 12"]),
    ("types;# x", ["error 'unexpected character \"#\"'"]),
  ])
  func aCommentBeginsAtTheLineOrBehindWhiteSpace(script: String, trees: [String]) {
    let read = sketches(script)
    #expect(script == "types;# x" ? read.last == trees.last : read == trees)
  }

  @Test func whatIsOpenAtTheEndIsAnErrorWhereItWasOpened() {
    expectEqual(firstError("types\n set a.b \"x\n\n").hasPrefix("no error"), false)
    #expect(firstError("types\n set a.b \"x\n\n").hasPrefix("2:10: syntax: this text is never"))
    #expect(firstError("types\n set a.b (\n\n").hasPrefix("2:10: syntax: this \"(\" is never"))
    #expect(firstError("expect rejected {\ntypes\n").hasPrefix("1:17: syntax: this \"{\" is never"))
  }
}
