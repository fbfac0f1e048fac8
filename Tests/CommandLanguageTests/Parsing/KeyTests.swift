import CommandLanguage
import TestSupport
import Testing
import Values

@Suite struct KeyTests {
  private func keys(in text: String) throws -> [Key] {
    let command = try read("press \"\(text)\"").first?.get().command
    return try #require(command as? PressCommand).keys
  }

  @Test(
    arguments: Key.names.filter { $0 != "gt" } + [
      "Paste:", "Paste:a<lt>b<gt>", "Go:3", "Sel:0,12",
    ])
  func eachSpecialKeyIsNamedAsItIsWritten(name: String) throws {
    let keys = try keys(in: "x<\(name)>y")
    expectEqual(keys.map(\.description), ["x", "<\(name)>", "y"])
    expectEqual(keys.first, .character("x"))
  }

  @Test func keysAreReadScalarByScalar() throws {
    let keys = try keys(in: "e\u{301}\u{1F1E9}\u{1F1EA}\\n>")
    expectEqual(
      keys,
      [
        .character("e"), .character("\u{301}"), .character("\u{1F1E9}"), .character("\u{1F1EA}"),
        .character("\n"), .character(">"),
      ])
    try expectEqual(self.keys(in: ""), [])
  }

  @Test func aPasteHoldsItsTextAsItIsMeant() throws {
    let keys = try keys(in: "<Paste:1 <lt> 2 <gt>\u{1F600}><Paste><Paste:>")
    expectEqual(keys, [.paste("1 < 2 >\u{1F600}"), .yank, .paste("")])
  }

  @Test func aBracketThatIsMeantAsACharacterIsOne() throws {
    let keys = try keys(in: "<lt>><gt>")
    expectEqual(keys, [.character("<"), .character(">"), .character(">")])
    expectEqual(keys.map(\.description), ["<lt>", ">", ">"])
  }

  @Test func stepsAreNamedOneByOne() {
    expectEqual(Key.step(by: 2).description, "<StepUp><StepUp>")
    expectEqual(Key.step(by: -1).description, "<StepDown>")
  }

  @Test func differentKeysHaveDifferentNames() {
    expectEqual(Key.other("Return").description, "<Other:Return>")
    for name in ["Go:3", "Sel:1,2", "Paste:x"] {
      expectEqual(Key.other(name).description, "<Other:\(name)>")
    }
    expectEqual(Key.other("Submit").description, "<Submit>")
    expectEqual(Key.other("F5").description, "<F5>")
  }

  @Test func aPlaceBeyondAllTextsIsTheLast() throws {
    let keys = try keys(in: "<Go:99999999999999999999><Sel:0,99999999999999999999>")
    expectEqual(keys, [.go(.max), .select(0, .max)])
  }

  @Test(arguments: [
    ("a<Foo>", 2), ("\u{1F468}\u{200D}\u{1F469}<Foo>", 2), ("<", 1), ("<BS", 1), ("<BS<Del>", 1),
    ("<Paste:x", 1), ("<Paste:<b>", 8), ("<Go:>", 1), ("<Go:-1>", 1), ("<Go:1,2>", 1),
    ("<Sel:1>", 1), ("<Sel:1,>", 1), ("<Sel:1,2,3>", 1), ("<Go: 1>", 1), ("< BS>", 1), ("<>", 1),
    ("<Go:٣>", 1), ("<PASTE>", 1), ("<Paste >", 1),
  ])
  func whatIsNoKeyIsAnErrorAtItsPlace(keys: String, column: Int) throws {
    let quoted = "press \"\\u{41}\(keys)\""
    let inCommand = try #require(throws: SyntaxError.self) { try read(quoted).first?.get() }
    expectEqual(inCommand.span.start, SourcePosition(line: 1, column: column + 13))
  }

  @Test func escapesAreReadBeforeKeys() throws {
    let command = try read("press \"\\u{3C}BS>\"").first?.get().command
    expectEqual((command as? PressCommand)?.keys, [.backspace])
  }
}
