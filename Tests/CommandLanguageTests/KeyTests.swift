import CommandLanguage
import Testing

@Suite struct KeyTests {
  @Test(arguments: KeySyntax.names + ["Paste", "Paste:", "Paste:a<lt>b<gt>", "Go:3", "Sel:0,12"])
  func eachSpecialKeyIsNamedAsItIsWritten(name: String) throws {
    let keys = try KeySyntax.parse(keys: "x<\(name)>y")
    #expect(keys.map(\.text) == ["x", "<\(name)>", "y"])
    #expect(keys.first == .character("x"))
  }

  @Test func keysAreReadScalarByScalar() throws {
    let keys = try KeySyntax.parse(keys: "e\u{301}\u{1F1E9}\u{1F1EA}\n>")
    #expect(
      keys == [
        .character("e"), .character("\u{301}"), .character("\u{1F1E9}"), .character("\u{1F1EA}"),
        .character("\n"), .character(">"),
      ])
    #expect(try KeySyntax.parse(keys: "") == [])
  }

  @Test func aPasteHoldsItsTextAsItIsMeant() throws {
    let keys = try KeySyntax.parse(keys: "<Paste:1 <lt> 2 <gt>\u{1F600}><Paste><Paste:>")
    #expect(keys == [.paste("1 < 2 >\u{1F600}"), .paste(nil), .paste("")])
  }

  @Test func theBracketsThatAreMeantAsCharactersAreKnown() {
    #expect(KeySyntax.named("lt").character == "<")
    #expect(KeySyntax.named("gt").character == ">")
    #expect(KeySyntax.character("x").character == "x")
    #expect(KeySyntax.named("BS").character == nil)
    #expect(KeySyntax.paste("x").character == nil)
  }

  @Test func aCharacterIsNamedAsItIsWritten() throws {
    #expect(KeySyntax.character("<").text == "<lt>")
    #expect(KeySyntax.character(">").text == ">")
  }

  @Test func aPlaceBeyondAllTextsIsTheLast() throws {
    let keys = try KeySyntax.parse(keys: "<Go:99999999999999999999><Sel:0,99999999999999999999>")
    #expect(keys == [.go(.max), .select(0, .max)])
  }

  @Test(arguments: [
    ("a<Foo>", 2), ("\u{1F468}\u{200D}\u{1F469}<Foo>", 2), ("<", 1), ("<BS", 1), ("<BS<Del>", 1),
    ("<Paste:x", 1), ("<Paste:<b>", 8), ("<Go:>", 1), ("<Go:-1>", 1), ("<Go:1,2>", 1),
    ("<Sel:1>", 1), ("<Sel:1,>", 1), ("<Sel:1,2,3>", 1), ("<Go: 1>", 1), ("< BS>", 1), ("<>", 1),
    ("<Go:٣>", 1), ("<PASTE>", 1), ("<Paste >", 1),
  ])
  func whatIsNoKeyIsAnErrorAtItsPlace(keys: String, column: Int) throws {
    let error = try #require(throws: SyntaxError.self) { try KeySyntax.parse(keys: keys) }
    #expect(error.span.start == SourcePosition(line: 1, column: column))
    let quoted = "press \"\\u{41}\(keys)\""
    let inCommand = try #require(throws: SyntaxError.self) { try read(quoted).first?.get() }
    #expect(inCommand.span.start == SourcePosition(line: 1, column: column + 13))
  }

  @Test func escapesAreReadBeforeKeys() throws {
    let command = try read("press \"\\u{3C}BS>\"").first?.get().command
    #expect((command as? PressCommand)?.keys == [.named("BS")])
  }
}
