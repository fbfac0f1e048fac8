import CommandLanguage
import Testing
import Values

/// The language without the workbench: what it reads are the commands it is given.
@Suite struct VerbTests {
  @Test func commandsAreReadByTheirVerbsAndOtherWordsOfThem() throws {
    let statements = try read("press \"a<BS>\"; within 3 {\n press \"b\"\n in 2 { press \"c\" } }")
      .map { try $0.get() }
    #expect(statements.map(\.span.start.column) == [1, 16])
    let press = try #require(statements[0].command as? PressCommand)
    #expect(press.keys == [.character("a"), .backspace])
    let within = try #require(statements[1].command as? WithinCommand)
    #expect(within.body.statements.map(\.text) == ["press \"b\"", "in 2 { press \"c\" }"])
    let inner = try #require(within.body.statements[1].command as? WithinCommand)
    #expect(inner.blocks.flatMap(\.statements).map(\.span.start.line) == [3])
  }

  @Test func whatIsOpenAtTheEndIsAnErrorWhereItWasOpened() throws {
    let results = read("press \"a\"\nwithin 3 {\n press \"b\"")
    #expect(results.count == 2)
    let error = try #require(throws: SyntaxError.self) { try results.last?.get() }
    #expect(error.span.start == SourcePosition(line: 2, column: 10))
    #expect(error.message == "this \"{\" is never closed")
  }

  @Test func aVerbIsKnownByEachOfItsWords() {
    #expect(sampleVerbs.words == ["press", "within", "in"])
    #expect(sampleVerbs.named("in")?.name == "within")
    #expect(sampleVerbs.named("set") == nil)
  }
}
