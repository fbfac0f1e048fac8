import Session
import TestSupport
import Testing

@Suite struct KeptCommandTests {
  @Test func aKeptCommandIsThereInTheNextSessionAndRunsOnlyWhenItIsCalled() throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      """
      define P { name: Text key }
      command greet who { echo "hello :who" }
      save command greet
      save command make what { new P name=(:what) }
      """, database: outsider.path)
    expectEqual(talk.tell("greet \"you\""), ["hello you"])
    let other = try Conversation(database: outsider.path)
    expectEqual(other.tell("count P"), ["0"])
    expectEqual(other.tell("greet \"me\"; make \"x\"; count P"), ["hello me", "P/1", "1"])
    expectEqual(other.tell("undo; count P").last, "0")
    expectEqual(
      other.tell("make").first, "error syntax 1:1: make takes 1 argument, not 0 (make what)")
  }

  @Test func aMistakeInItIsToldAtItsPlaceInTheDefinition() throws {
    let outsider = try Outsider()
    _ = try Conversation(
      "save command bad {\n  echo 1\n  echo :nobody\n}", database: outsider.path)
    let other = try Conversation(database: outsider.path)
    let said = other.tell("bad")
    expectEqual(said.first, "1")
    expectEqual(said.last, "error name 3:9: there is no session name \"nobody\"", "\(said)")
  }

  @Test func itIsADefinitionThatIsUndoneAndReplacedAndDropped() throws {
    let talk = try Conversation("save command one { echo 1 }")
    expectEqual(talk.tell("one"), ["1"])
    expectEqual(talk.tell("save command one { echo 1 }; log limit 9").count, 1)
    talk.tell("save command one { echo 2 }")
    expectEqual(talk.tell("one"), ["2"])
    talk.tell("undo")
    expectEqual(talk.tell("one"), ["1"])
    talk.tell("drop command one")
    expectEqual(talk.tell("one").first?.contains("there is no command \"one\""), true)
    talk.tell("undo")
    expectEqual(talk.tell("one"), ["1"])
    talk.tell("undo")
    expectEqual(talk.tell("one").first?.contains("there is no command \"one\""), true)
    talk.tell("redo")
    expectEqual(talk.tell("one"), ["1"])
  }

  @Test func aCommandOfTheSessionHidesAKeptOne() throws {
    let outsider = try Outsider()
    _ = try Conversation("save command one { echo 1 }", database: outsider.path)
    let talk = try Conversation(database: outsider.path)
    talk.tell("command one { echo 2 }")
    expectEqual(talk.tell("one"), ["2"])
    try expectEqual(Conversation(database: outsider.path).tell("one"), ["1"])
    expectEqual(talk.tell("save commands to \"x.wb\""), ["notice: 1 definition saved to x.wb"])
    expectEqual(talk.files["x.wb"], "command one { echo 2 }\n")
    talk.tell("save command one")
    try expectEqual(Conversation(database: outsider.path).tell("one"), ["2"])
    expectEqual(talk.tell("save commands to \"y.wb\"").first?.contains("are no commands"), true)
  }

  @Test func oneThatCallsAnotherNeedsThatToBeKept() throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      "command inner { echo 1 }\ncommand outer { inner; inner }", database: outsider.path)
    expectEqual(
      talk.tell("save command outer"),
      [
        "error refused 1:14: outer calls commands that are not stored in the database; save them first"
      ])
    talk.tell("save command inner; save command outer")
    try expectEqual(Conversation(database: outsider.path).tell("outer"), ["1", "1"])
    let schema = talk.tell("schema").joined(separator: "\n")
    try expectEqual(Conversation(schema).tell("outer"), ["1", "1"])
    let script = talk.tell("history --script").joined(separator: "\n")
    try expectEqual(Conversation(script).tell("schema"), talk.tell("schema"))
  }

  @Test func itCanBePartOfATransaction() throws {
    let talk = try Conversation("define P { name: Text key }")
    talk.tell("begin\nsave command one { echo 1 }\nnew P name=a\nrollback")
    expectEqual(talk.tell("one").first?.contains("there is no command"), true)
    talk.tell("begin\nsave command one { echo 1 }\nnew P name=a\ncommit")
    expectEqual(talk.tell("one; count P"), ["1", "1"])
    talk.tell("undo")
    expectEqual(talk.tell("count P"), ["0"])
    expectEqual(talk.tell("one").first?.contains("there is no command"), true)
  }

  @Test(arguments: [
    ("save command nope", "there is no command \"nope\""),
    ("save command list { echo 1 }", "\"list\" is already a command"),
    ("save command x y y { echo 1 }", "the parameter \"y\" is declared twice"),
    ("save command x { echo 1", "this \"{\" is never closed"),
    ("save command x { nonsense 3 }", "nonsense"),
    ("drop command nope", "the database has no command \"nope\""),
    ("save command", "expected a command"),
    ("save command P { echo 1 }", "is already a type"),
  ])
  func whatCannotBeKeptIsRefused(command: String, message: String) throws {
    let talk = try Conversation("define P { name: Text key }")
    let said = talk.tell(command)
    expectEqual(said.first?.contains(message), true, "\(said)")
    expectEqual(talk.tell("schema").count, 1)
  }

  @Test func oneThatAMenuNamesStaysAndCheckFindsNothing() throws {
    let talk = try Conversation(
      """
      define P { name: Text key }
      save command hi who when (:who.name <> "x") { echo :who.name }
      screen S for [P] { menu hi }
      new P name=a
      """)
    expectEqual(talk.tell("check"), [])
    expectEqual(
      talk.tell("revert #2").first?.contains("the screen \"S\" needs the command \"hi\""), true)
    // The condition adds the command to the menu.
    expectEqual(talk.tell("select P[\"a\"]; do hi"), ["a"])
    talk.tell("drop screen S; drop command hi")
    expectEqual(talk.tell("do hi").first?.contains("the menu has no command \"hi\""), true)
  }

  @Test(arguments: [
    ("echo (text(0.5))", "call text(), because the result depends on the locale"),
    (
      "repeat 1 { echo \"it is :(text(0.5))\" }",
      "call text(), because the result depends on the locale"
    ),
  ])
  func whatDependsOnTheSessionIsNotKept(body: String, reason: String) throws {
    let talk = try Conversation("", environment: ["HOME": "home"])
    let refusal = "a command stored in the database cannot \(reason)"
    expectEqual(talk.tell("save command c { \(body) }").last?.hasSuffix(refusal), true)
    talk.tell("command d { \(body) }")
    expectEqual(talk.tell("save command d").last?.hasSuffix(refusal), true)
    #expect(!talk.tell("d").contains { $0.hasPrefix("error") })
  }

  @Test(arguments: [
    ("x: Text = (:env.HOME)", "read :env, because the environment differs between users"),
    ("x: Text = (text(3.5))", "call text(), because the result depends on the locale"),
    (
      "x: Integer = (:q)",
      "read :q in the default of x, because this name exists only in this session"
    ),
    (
      "x: Integer = (q + 1)",
      "read :q in the default of x, because this name exists only in this session"
    ),
    (
      "x: Integer = 1 y: Integer = (:x + 1)",
      "read :x in the default of y, because this name exists only in this session"
    ),
  ])
  func aDefaultOfTheSessionIsNotKept(parameters: String, reason: String) throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      "let q = 3", database: outsider.path, environment: ["HOME": "home"])
    let refusal = "a command stored in the database cannot \(reason)"
    let said = talk.tell("save command c \(parameters) { echo :x }")
    expectEqual(said.last?.hasSuffix(refusal), true, "\(said)")
    expectEqual(talk.tell("c").last?.contains("there is no command \"c\""), true)
    talk.tell("command d \(parameters) { echo :x }")
    expectEqual(talk.tell("save command d").last?.hasSuffix(refusal), true)
    expectEqual(talk.tell("schema; check"), [])
    try expectEqual(Conversation("", database: outsider.path).tell("check"), [])
  }

  @Test(arguments: [
    ("x: Integer = (1 + 2)", "3"), ("x: Date = (:today + 1)", "2026-11-22"),
    ("x: Date = (today + 1)", "2026-11-22"), ("x: Integer = (count(P))", "0"),
  ])
  func aDefaultOfTheDatabaseIsKept(parameter: String, value: String) throws {
    let outsider = try Outsider()
    _ = try Conversation(
      "define P { n: Integer }\nsave command c \(parameter) { echo :x }", database: outsider.path)
    let other = try Conversation("", database: outsider.path)
    expectEqual(other.tell("c"), [value])
  }

  @Test func undoOfSaveLeavesTheSessionItsCommand() throws {
    let talk = try Conversation("command raise who { echo (:who) }\nsave command raise\nundo")
    expectEqual(talk.tell("raise 1"), ["1"])
    talk.tell("redo; undo; redo")
    expectEqual(talk.tell("raise 2"), ["2"])
    expectEqual(
      talk.tell("save commands to \"x.wb\"").first,
      "error refused 1:1: there are no commands or change handlers to save")
    talk.tell("drop command raise")
    expectEqual(talk.tell("raise 3").count, 1)
    expectEqual(talk.tell("raise 3").first?.hasPrefix("error"), true)
  }

  @Test func undoOfACommandThatWasMadeToBeKeptTakesIt() throws {
    let talk = try Conversation("save command raise who { echo (:who) }\nundo")
    expectEqual(talk.tell("raise 1").first?.hasPrefix("error"), true)
  }
}
