import CommandLanguage
import Replies
import Session
import TestSupport
import Testing

@Suite struct CommandTests {
  @Test(arguments: commandTrees)
  func eachFormIsReadAsItsTree(command: String, tree: String) {
    expectEqual(sketches(command), [tree])
  }

  @Test(arguments: Session.verbs.all)
  func eachExampleOfAVerbIsReadAsThatVerb(verb: Verb) throws {
    #expect(!verb.examples.isEmpty)
    for example in verb.examples {
      let statement = try #require(try read(example).first?.get())
      expectEqual(statement.text, example)
      let words = [verb.name] + verb.aliases
      // Loop commands are read only within a loop.
      #expect(
        words.contains { verb.isOfLoops ? example.contains($0) : example.hasPrefix($0) },
        "\(example)")
    }
  }

  @Test func eachVerbHasItsNameAndHelpToItself() {
    expectEqual(Set(Session.verbs.words).count, Session.verbs.words.count)
    for verb in Session.verbs.all {
      expectEqual(Session.verbs.named(verb.name)?.name, verb.name)
      #expect(verb.usage.hasPrefix(verb.name))
      #expect(!verb.usage.contains("\n"))
      #expect(verb.summary.hasSuffix("."))
    }
    expectEqual(Session.verbs.named("?")?.name, "help")
    expectEqual(Session.verbs.named("quit")?.name, "exit")
    #expect(Session.verbs.named("frobnicate") == nil)
  }

  @Test func definitionsAreSeparatedInEveryWay() {
    let tree = sketches("define P { a: Text\n b: Double }")
    for script in [
      "define P { a: Text, b: Double }", "define P { a: Text; b: Double }",
      "define P { a: Text b: Double }", "define P {\n\n a: Text,\n ;b: Double,\n}",
      "define P {a:Text b:Double}", "define P { # one\n a: Text # two\n\n b: Double\n# three\n}",
    ] {
      expectEqual(sketches(script), tree)
    }
  }

  @Test func aClauseThatIsANameBehindWhichAColonStandsIsAProperty() {
    expectEqual(
      sketches("define P { a: Text key: Integer unique: Text in: Double }"),
      [
        "define type: P properties: [name: a kind: text, name: key kind: integer, "
          + "name: unique kind: text, name: in kind: double]"
      ])
  }

  @Test(arguments: ["= x", ":= (a + 1)"])
  func clausesOfAPropertyStandInAnyOrder(value: String) {
    let clauses = [
      "key", "unique", "in 0...1", "length 1...2", "matching /[/]=x\\/}/", "unit \"kg\"", "grouped",
      "on delete clear", value,
    ]
    let tree = sketches("define P { a: Text? \(clauses.joined(separator: " ")) }")
    #expect(!tree[0].hasPrefix("error"))
    for shift in clauses.indices {
      let turned = clauses[shift...] + clauses[..<shift]
      expectEqual(sketches("define P { a: Text? \(turned.joined(separator: " ")) }"), tree)
    }
  }

  @Test func optionsStandAnywhereBehindTheVerb() {
    let tree = sketches("type f \"x\" --trace")
    expectEqual(sketches("type --trace f \"x\""), tree)
    expectEqual(sketches("type f --trace \"x\""), tree)
    expectEqual(
      sketches("expect rejected { type f --trace \"x\" }"), ["expect rejected [\(tree[0])]"])
  }

  @Test(arguments: [
    ("include a.wb", "a.wb"), ("include a;types", "a"), ("include #1.wb", "#1.wb"),
    ("include it's(1.wb # why", "it's(1.wb"), ("include \"a \\\" b\"", "a \" b"),
    ("  include C:\\x", "C:\\x"), ("types; include a#b", "a#b"),
    ("expect rejected { include a]b }", "a]b"),
  ])
  func aFileNameRunsToWhiteSpace(command: String, file: String) {
    #expect(sketches(command).joined().contains("include parts: [text '\(file)']"))
  }

  @Test func aPropertyCalledIncludeIsNoCommand() {
    expectEqual(
      sketches("define P {\n include: Text\n}"),
      ["define type: P properties: [name: include kind: text]"])
  }

  /// Outside a definition, `matching` is a name, and a slash divides.
  @Test func aPatternStandsInADefinitionOnly() {
    let query = "list P where matching /2/ 1 > 0"
    let tree = sketches(query)
    for definition in [
      "define P { a: Text matching /x;}\"/ }", "define P {\n a: Text\n matching: Text\n}",
      "expect rejected { define P { a: Text matching /}/ } }",
    ] {
      expectEqual(sketches("\(definition)\n\(query)").last, tree[0])
      expectEqual(sketches("\(definition); \(query)").last, tree[0])
    }
    expectEqual(
      sketches("expect rejected { define P { a: Text matching /}/ }; \(query) }"),
      [
        "expect rejected [define type: P properties: [name: a kind: text pattern: }], "
          + "\(tree[0])]"
      ])
  }

  @Test func semicolonsAndLinesSeparateCommands() {
    expectEqual(sketches(";; types;check ;\n\n\n log;"), ["types", "check ", "log "])
    expectEqual(sketches(""), [])
    expectEqual(sketches("# nothing\n   \t \n;"), [])
  }
}
