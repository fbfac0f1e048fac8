import CommandLanguage
import TestSupport
import Testing
import Values

@Suite struct VerbTests {
  @Test func commandsAreReadByTheirVerbsAndOtherWordsOfThem() throws {
    let statements = try read("press \"a<BS>\"; within 3 {\n press \"b\"\n in 2 { press \"c\" } }")
      .map { try $0.get() }
    expectEqual(statements.map(\.span.start.column), [1, 16])
    let press = try #require(statements[0].command as? PressCommand)
    expectEqual(press.keys, [.character("a"), .backspace])
    let within = try #require(statements[1].command as? WithinCommand)
    expectEqual(within.body.statements.map(\.text), ["press \"b\"", "in 2 { press \"c\" }"])
    let inner = try #require(within.body.statements[1].command as? WithinCommand)
    expectEqual(inner.blocks.flatMap(\.statements).map(\.span.start.line), [3])
  }

  @Test func whatIsOpenAtTheEndIsAnErrorWhereItWasOpened() throws {
    let results = read("press \"a\"\nwithin 3 {\n press \"b\"")
    expectEqual(results.count, 2)
    let error = try #require(throws: SyntaxError.self) { try results.last?.get() }
    expectEqual(error.span.start, SourcePosition(line: 2, column: 10))
    expectEqual(error.message, "this \"{\" is never closed")
  }

  @Test func aVerbIsKnownByEachOfItsWords() {
    expectEqual(sampleVerbs.words, ["press", "within", "in"])
    expectEqual(sampleVerbs.named("in")?.name, "within")
    #expect(sampleVerbs.named("set") == nil)
  }
}
