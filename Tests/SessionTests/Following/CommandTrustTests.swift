import Foundation
import Replies
import Session
import TestSupport
import Testing

/// Commands that came with a database use files only after the user has agreed.
@Suite struct CommandTrustTests {
  private final class Memory: TrustMemory {
    var known: Set<String> = []

    func isTrusted(_ definition: String, ofDatabase path: String) -> Bool {
      known.contains(definition)
    }

    func trust(_ definition: String, ofDatabase path: String) { known.insert(definition) }
  }

  private final class Person {
    var questions: [String] = []
    var answer = true

    func agrees(_ question: String) -> Bool {
      questions.append(question)
      return answer
    }
  }

  private static let world = "define P { name: Text key, out: Text = \"x\" }; new P name=a"

  private func database(_ commands: String) throws -> Outsider {
    let outsider = try Outsider()
    _ = try Conversation(Self.world + "\n" + commands, database: outsider.path)
    return outsider
  }

  @Test(arguments: [
    ("import in.csv into P", "import"), ("dump to out", "dump"),
    ("include in.wb", "include"), ("generate module M for P to out", "generate"),
    ("plot P (count(*)) group by (name) --svg out", "plot"),
    ("list P to \"out\"", "list … to FILE"),
    ("sql \"select 1\"", "sql"), ("echo :env.HOME", ":env"), ("echo \"at :env.HOME\"", ":env"),
    ("formatter f for P from in.txt", "formatter"),
    ("if true { sql \"select 1\"; dump to out }", "sql and dump"),
    ("command later { sql \"select 1\" }", "sql"),
    ("on change P.name { list P to \"out\" }", "list … to FILE"),
  ])
  func nobodyCanBeAskedInAScript(body: String, use: String) throws {
    let outsider = try database("save command c { \(body) }")
    let files = ["in.csv": "name\nb\n", "in.wb": "echo included", "in.txt": "{{name}}"]
    let talk = try Conversation(database: outsider.path, files: files)
    let refusal =
      "error refused 1:1: c, a command of this database, uses \(use), and "
      + "workbench cannot ask for permission without a terminal "
      + "(use --trust to allow this for one run)"
    expectEqual(talk.tell("c"), [refusal])
    expectEqual(
      talk.tell("command mine { c }; mine").last, refusal.replacing("1:1:", with: "1:16:"))
    expectEqual(talk.files, files)
    expectEqual(talk.tell("count P"), ["1"])
    let trusting = try Conversation(database: outsider.path, files: files, trustsCommands: true)
    expectEqual(trusting.tell("c").filter { $0.hasPrefix("error") }, [])
  }

  @Test func theQuestionIsAskedOnceForADefinition() throws {
    let outsider = try database(
      "save command c { list P to \"out\" }; save command d { c; c }; save command e { echo 1 }")
    let (memory, person) = (Memory(), Person())
    func talk() throws -> Conversation {
      try Conversation(
        database: outsider.path, confirm: person.agrees, environment: [:], trustMemory: memory)
    }
    expectEqual(try talk().enter("e"), ["1"])
    expectEqual(person.questions, [])
    person.answer = false
    let declining = try talk()
    expectEqual(declining.enter("d"), ["error refused 1:1: c was not run"])
    expectEqual(declining.files, [:])
    person.answer = true
    let agreeing = try talk()
    expectEqual(agreeing.enter("d"), [])
    expectEqual(agreeing.enter("c"), [])
    expectEqual(agreeing.files["out"]?.isEmpty, false)
    let question = "run c, a command of this database that uses list … to FILE?"
    expectEqual(person.questions, [question, question])
    expectEqual(memory.known, ["command c { list P to \"out\" }"])
    // The answer is kept for scripts too.
    expectEqual(try talk().tell("d"), [])
    // A changed definition is asked about again.
    _ = try Conversation("save command c { list P to \"other\" }", database: outsider.path)
    #expect(try talk().tell("d").first?.contains("cannot ask for permission") == true)
    expectEqual(try talk().enter("d"), [])
    expectEqual(person.questions.count, 3)
  }

  @Test func aCommandThatTheSessionHasSavedIsNotAskedAbout() throws {
    let outsider = try database("save command c { sql \"select 2\" }")
    let talk = try Conversation(
      "command d { sql \"select 3\" }; save command d", database: outsider.path)
    expectEqual(talk.tell("d"), ["3"])
    // A script can be run again.
    expectEqual(talk.tell("save command c { sql \"select 2\" }; c"), ["2"])
  }

  @Test func aCommandOfTheDatabaseCannotVouchForAnother() throws {
    let outsider = try database(
      "save command c { save command d { sql \"select 2\" } }; save command e { c; echo 1 }")
    let talk = try Conversation(database: outsider.path)
    for command in ["c", "e"] {
      #expect(talk.tell(command).first?.contains("uses sql, and workbench cannot ask") == true)
    }
  }

  @Test func aFileNamedByStoredValuesIsBesideTheDatabaseOrAskedAboutEachTime() throws {
    let outsider = try database(
      """
      save command c { for p in P { list P to ":p.out" } }
      save command d n: Text { list P to ":n" }
      save command e n: Text { if true { let n = "/tmp/elsewhere"; list P to ":n" } }
      save command f { d "/tmp/elsewhere" }
      """)
    let folder = URL(fileURLWithPath: outsider.path).deletingLastPathComponent().path
    let person = Person()
    let trusting = try Conversation(
      database: outsider.path, confirm: person.agrees, trustMemory: Memory())
    trusting.enter("set P[\"a\"].out \"\(folder)/x.txt\"")
    person.questions = []
    expectEqual(trusting.enter("c"), [])
    expectEqual(person.questions.count, 1)
    expectEqual(trusting.files.keys.sorted(), [folder + "/x.txt"])
    for place in ["/tmp/elsewhere", folder + "/../elsewhere", folder + "-other/x", "elsewhere"] {
      trusting.enter("set P[\"a\"].out \"\(place)\"")
      person.questions = []
      trusting.enter("c --replace; c")
      trusting.enter("c")
      let question = "let c use \(place), which is outside the folder of the database?"
      expectEqual(person.questions.contains(question), true, "\(person.questions)")
    }
    // A value from the user is not a stored one.
    person.questions = []
    expectEqual(trusting.enter("d \"/tmp/mine\""), [])
    expectEqual(person.questions.count, 1)
    person.questions = []
    for command in ["e \"x\"", "f"] {
      trusting.enter(command)
      #expect(person.questions.last?.contains("/tmp/elsewhere, which is outside") == true)
    }
    person.answer = false
    expectEqual(trusting.enter("f"), ["error refused 1:36: /tmp/elsewhere was not used"])
  }

  /// The user has agreed to the command, not to every file that it might name.
  @Test(arguments: [
    "command later { list P to \":(lower('/TMP/X'))\" }; later",
    "on change P.out as later { list P to \":record.out\" }; set P[\"a\"].out \"/tmp/x\"",
    "include in.wb; later",
  ])
  func whatACommandOfTheDatabaseDefinesIsAskedAboutToo(script: String) throws {
    let parts = script.split(separator: "; ", maxSplits: 1)
    let outsider = try database("save command c { \(parts[0]) }")
    let person = Person()
    let talk = try Conversation(
      database: outsider.path,
      files: ["in.wb": "command later { let f = \"/tmp/x\"; list P to \":f\" }"],
      confirm: person.agrees)
    expectEqual(talk.enter("c"), [])
    person.questions = []
    person.answer = false
    let said = talk.enter(String(parts[1]))
    expectEqual(said.last?.hasSuffix("/tmp/x was not used"), true, "\(said)")
    expectEqual(
      person.questions,
      ["let a command of this database use /tmp/x, which is outside the folder of the database?"])
  }

  @Test(arguments: ["backup b.db", "save s.db", "save commands to c.wb"])
  func copiesOfTheDatabaseAreRefused(body: String) throws {
    let verb = body.prefix { $0 != " " }
    let talk = try Conversation(Self.world)
    #expect(
      talk.tell("save command c { \(body) }").last?.contains(
        "a command stored in the database cannot use \(verb)") == true)
    let outsider = try database("save command c { echo 1 }")
    try outsider.run(
      "UPDATE wb_def SET new = 'save command c { \(body) }' WHERE object = 'command:1'")
    let planted = try Conversation(database: outsider.path, trustsCommands: true)
    #expect(
      planted.tell("c").first?.contains("c is stored in the database, so it cannot use \(verb)")
        == true)
  }

  @Test func aMenuAsksToo() throws {
    let outsider = try database(
      """
      save command c who when (true) { list P to "out" }
      screen S for [P] { menu c }
      """)
    let talk = try Conversation(database: outsider.path)
    let said = talk.tell("open S; select P[\"a\"]; do c")
    #expect(said.last?.contains("uses list … to FILE, and workbench cannot ask") == true, "\(said)")
    expectEqual(talk.files, [:])
    let person = Person()
    let asked = try Conversation(database: outsider.path, confirm: person.agrees)
    asked.enter("open S")
    asked.enter("select P[\"a\"]")
    asked.enter("do c")
    expectEqual(person.questions.count, 1)
    expectEqual(asked.files["out"]?.isEmpty, false)
  }

  @Test func aHandlerOfTheDatabaseNeverUsesFiles() throws {
    let talk = try Conversation(Self.world)
    for body in ["list P to \"out\"", "sql \"select 1\"", "echo :env.HOME", "c"] {
      talk.tell("save command c { echo :env.HOME }")
      let said = talk.tell("save on change P.out as h { \(body) }")
      #expect(said.last?.hasPrefix("error") == true, "\(body)")
    }
  }
}
