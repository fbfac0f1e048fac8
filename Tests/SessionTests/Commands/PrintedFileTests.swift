import Session
import TestSupport
import Testing

@Suite struct PrintedFileTests {
  private static let staff = """
    define Person { name: Text key, age: Integer? in 0...150, to: Text = "" }
    let ann = new Person name="Ann" age=41 to=x
    let bob = new Person name="Bob" age=91

    """

  private func talk(_ files: [String: String] = [:]) throws -> Conversation {
    try Conversation(Self.staff, files: files)
  }

  @Test(arguments: [
    "list Person", "list Person name where age > 50 order by name desc limit 3",
    "list Person to, name",
    "list Person where to = \"x\"", "show ann", "get ann.age", "count Person by age",
    "count Person where age > 50", "stats Person.age where age < 50", "find \"ann\"",
    "find \"ann\" in Person", "diff #1 #2", "diff #1", "why ann.age", "blame ann",
    "history ann.age limit 1", "history Person where age > 50", "log", "log limit 1",
    "sql \"select name from Person\"", "list Person at #2", "get ann.age at #2", "history --script",
  ])
  func aCommandPrintsToAFileWhatItPrints(command: String) throws {
    let talk = try talk()
    let lines = talk.tell(command)
    #expect(!lines.isEmpty && !lines[0].hasPrefix("error"), "\(lines)")
    expectEqual(talk.tell(command + " to \"f\""), [])
    expectEqual(talk.files["f"], lines.map { $0 + "\n" }.joined())
  }

  @Test func aFileThatWasThereIsRefusedAndOneOfTheRunIsAddedTo() throws {
    let talk = try talk(["f": "mine"])
    expectEqual(talk.tell("get ann.age to \"f\""), ["error file 1:16: f already exists"])
    expectEqual(talk.tell("get ann.age to \"g\"; get bob.age to \"g\"\nget ann.age to \"g\""), [])
    expectEqual(talk.files["g"], "41\n91\n41\n")
    expectEqual(talk.files["f"], "mine")
  }

  @Test func aFileThatWasThereIsReplacedOnceIfTheCommandSaysSo() throws {
    let talk = try talk(["f": "mine"])
    expectEqual(talk.tell("for p in Person { get p.age to \"f\" --replace }"), [])
    expectEqual(talk.files["f"], "41\n91\n")
    #expect(talk.tell("get ann.age --replace")[0].contains("--replace needs an output file"))
  }

  @Test(arguments: [
    ("export Person to p-:today.csv", "p-2026-11-21.csv"),
    ("export Person to \"p-:(1 + 1).csv\"", "p-2.csv"), ("dump to d-:n.wb", "d-3.wb"),
    ("plot Person.age by age --svg :ann.name.svg", "Ann.svg"),
    ("command c { }; save commands to \"c:n\"", "c3"),
    ("import in:n.csv into Person --rejects r:n.csv --keep-going", "r3.csv"),
  ])
  func namesAreFilledInWhereverACommandTakesAFile(command: String, file: String) throws {
    let talk = try talk(["in3.csv": "name,age\nZoe,999\n"])
    talk.tell("let n = 3")
    talk.tell(command)
    expectEqual(talk.files[file]?.isEmpty, false, "\(talk.files.keys)")
  }

  @Test func anIncludedFileIsNamedByValues() throws {
    let talk = try talk(["more-3.wb": "echo here\n"])
    expectEqual(talk.tell("let n = 3; include more-:n.wb"), ["here"])
  }

  @Test func anInputOfTheRunIsNotReplaced() throws {
    let talk = try talk(["in.csv": "name,age\nZoe,9\n", "s.wb": "echo x\n"])
    talk.tell("import in.csv into Person; include s.wb")
    for command in ["export Person to in.csv --replace", "get ann.age to \"s.wb\" --replace"] {
      #expect(talk.tell(command)[0].contains("is a file that this run reads"), "\(command)")
    }
    #expect(
      talk.tell("import in.csv into Person --rejects in.csv --replace")[0].contains(
        "is a file that this run reads"))
  }

  @Test func namesAndExpressionsAreFilledIn() throws {
    let talk = try talk()
    expectEqual(
      talk.tell("for p in Person { get p.age to \"age-of-:p.name-:(:p.age + 1).txt\" }"), [])
    expectEqual(talk.files["age-of-Ann-42.txt"], "41\n")
    expectEqual(talk.files["age-of-Bob-92.txt"], "91\n")
  }

  /// Text after a value belongs to the file name, because only records have properties.
  @Test(arguments: [
    ("let n = 3; get ann.age to \"age-:n.txt\"", "age-3.txt"),
    ("let n = 3; get ann.age to \":n.tar.gz\"", "3.tar.gz"),
    ("get ann.age to \":ann.name.txt\"", "Ann.txt"),
    ("get ann.age to \":today.txt\"", "2026-11-21.txt"),
    ("get ann.age to \":env.HOME.txt\"", "home.txt"), ("get ann.age to \"::n.txt\"", ":n.txt"),
  ])
  func aNameEndsWhereItsValueIs(script: String, file: String) throws {
    let talk = try Conversation(Self.staff, environment: ["HOME": "home"])
    expectEqual(talk.tell(script), [])
    expectEqual(talk.files[file], "41\n")
    #expect(talk.tell("get ann.age to \":ann.nme.txt\"")[0].contains("no such property"))
  }

  @Test(arguments: [
    ("begin; set ann.age 1; get ann.age to \"f\"; commit", "1\n"),
    ("begin; set ann.age 1; get ann.age to \"f\"; rollback", nil),
    ("begin; get ann.age to \"f\"; get bob.age to \"f\"; commit", "41\n91\n"),
    ("for p in Person { get p.age to \"f\"; set p.age 900 }", nil),
    ("for p in Person { get p.age to \"f\"; if :p = :bob { set p.agee 900 } }", nil),
    ("for p in Person { get p.age to \"f\" }", "41\n91\n"),
    ("try { get ann.age to \"f\"; set ann.age 900 }", nil),
    (
      "repeat 1 { get ann.age to \"f\"; try { get bob.age to \"f\"; set ann.age 900 } }", "41\n"
    ),
    ("repeat 1 { try { get bob.age to \"f\"; set ann.age 900 }; get ann.age to \"f\" }", "41\n"),
    ("command c { get ann.age to \"f\"; set ann.age 900 }; try { c }", nil),
    ("command c { get ann.age to \"f\" }; c", "41\n"),
    ("list Person name, agee to \"f\"", nil),
  ])
  func aFileIsThereWhenWhatItTellsOfIsCommitted(script: String, text: String?) throws {
    let talk = try talk()
    talk.tell(script)
    expectEqual(talk.files["f"], text)
  }

  @Test func aLineAtThePromptKeepsWhatSucceeded() throws {
    let talk = try talk()
    talk.enter("set ann.age 1; get ann.age to \"f\"; set bob.age 2; set ann.agee 1")
    expectEqual(talk.files["f"], "1\n")
  }

  @Test(arguments: [
    ("list Person to f.txt", "1:16: expected a file in quotation marks after \"to\""),
    ("get ann.age to", "1:15: expected a file in quotation marks after \"to\""),
    ("list Person to \"\"", "1:16: the file name is empty"),
    ("types to \"f\"", "1:7: expected the end of the command after \"types\", not \"to\""),
    ("log to \"a\" to \"b\"", "1:12: expected the end of the command"),
    ("list Person to \":none\"", "1:18: there is no session name \"none\""),
  ])
  func aMistakeIsSaid(script: String, error: String) throws {
    let talk = try talk()
    let lines = talk.tell(script)
    #expect(lines.count == 1 && lines[0].contains(error), "\(lines)")
  }

  @Test func twoSpellingsAreOneFile() throws {
    let talk = try talk()
    expectEqual(talk.tell("begin; get ann.age to \"f\"; get bob.age to \".//./f\"; commit"), [])
    expectEqual(talk.files, ["f": "41\n91\n"])
    expectEqual(talk.tell("get ann.age to \"./f\""), [])
    expectEqual(talk.files, ["f": "41\n91\n41\n"])
  }

  @Test(arguments: ["dump to \"d/f\"", "plot Person.age by age --svg \"d/f\""])
  func whatIsWrittenForOthersComesWithTheCommit(command: String) throws {
    let talk = try talk()
    talk.tell("begin; \(command); rollback")
    expectEqual(talk.files, [:])
    talk.tell("begin; \(command); commit")
    expectEqual(talk.files["d/f"]?.isEmpty, false)
    #expect(talk.tell(command)[0].hasSuffix("d/f already exists"))
    #expect(!talk.tell(command + " --replace")[0].hasPrefix("error"))
  }
}
