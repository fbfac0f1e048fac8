import Foundation
import TestSupport
import Testing

@Suite(.waits) struct RunOptionTests {
  private let program: Program

  init() throws {
    program = try Program()
    _ = try program(
      "x.db", "-c", "define Person { name: Text key, age: Integer? in 0...150 }",
      "-c", "put Person[\"Ann\"] age=41")
  }

  private static let wrong: [(options: [String], message: String)] = [
    (["--var", "limit"], "the variable limit cannot be set: expected NAME=VALUE"),
    (["--var", "a=1;b=2"], "expected one name and one value"),
    (["--var", "today=1"], "\"today\" is reserved"),
    (["--var", "a=1", "--var", "a=2"], "\"a\" is already a value"),
    (["--var", "p=Person/9"], "there is no Person/9"),
    (["--atomic", "--interactive"], "--atomic is for scripts"),
    (["--atomic", "--keep-going"], "--atomic and --keep-going cannot be used together"),
    (["--rejects", "r.wb"], "--rejects needs --keep-going"),
    (["-k", "--rejects", "x.db"], "--rejects: x.db is the database itself"),
    (["-k", "--rejects", "none/r.wb"], "none/r.wb cannot be written"),
    (["--replace"], "--replace needs a file to write"),
    (["--atomic", "--readonly"], "--atomic has no effect"),
    (["--dry-run", "--readonly"], "--dry-run has no effect"),
    (["--actor", " "], "--actor is blank"),
    (["--actor", "\t\u{A0}"], "--actor is blank"),
  ]

  @Test(arguments: wrong)
  func optionsThatCannotBeAreWrongUsageAndNothingIsRun(
    options: [String], message: String
  ) throws {
    defer { program.remove() }
    let run = try program(["x.db"] + options + ["-c", "echo \"run\""], input: Data())
    expectEqual(run.status, 2)
    #expect(run.errors.contains(message), "\(run.errors)")
    expectEqual(run.output, "")
  }

  @Test func displayLocalIsForPeopleAlone() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "alter Person { add born: Date = 2026-11-21 }")
    let run = { (options: [String]) in
      try program(
        ["x.db", "--locale", "de_DE"] + options + ["-c", "list Person; label b on Person/1.born"],
        input: Data()
      ).output
    }
    for format in ["--json", "--csv", "--markdown"] {
      expectEqual(try run([format, "--display", "local"]), try run([format]), "\(format)")
    }
    let box = try run(["--box", "--display", "local"])
    #expect(box.contains("│ 21.11.2026 │") && box.contains("b: 21.11.2026"), "\(box)")
    expectEqual(try run(["--box", "--display", "plain"]), try run(["--box"]))
    expectEqual(try program(["x.db", "--display", "german"], input: Data()).status, 2)
  }

  @Test func aVariableIsReadAsAfterLet() throws {
    defer { program.remove() }
    let run = try program(
      "x.db", "--var", "word=Ann", "--var", "text=\"Ann Lee\"", "--var", "sum=(20 + 1)",
      "--var", "who=Person[\"Ann\"]", "-c", "echo \":word, :text, :sum, :who.age\"")
    expectEqual(run.output, "Ann, Ann Lee, 21, 41\n")
  }

  @Test func aVariableThatNothingReadsIsWrongUsage() throws {
    defer { program.remove() }
    try program.write("include \"more.wb\"\necho :limit", to: "job.wb")
    try program.write("if 1 > 2 { echo :seldom }\nvar how: Text = \"x\"", to: "more.wb")
    let given = ["--var", "limit=1", "--var", "seldom=2", "--var", "how=z"]
    expectEqual(try program(["x.db"] + given + ["-f", "job.wb"], input: Data()).status, 0)
    let stray = try program(["x.db"] + given + ["--var", "limti=1", "-f", "job.wb"], input: Data())
    expectEqual(stray.status, 2)
    expectEqual(stray.output, "")
    #expect(stray.errors.contains("the script has no variable \"limti\""), "\(stray.errors)")
    let late = try program("x.db", "--var", "a=1", "--var", "b=2", "-c", "echo :a")
    expectEqual([late.output, "\(late.status)"], ["1\n", "2"])
    #expect(late.errors.contains("the script has no variable \"b\""), "\(late.errors)")
    expectEqual(
      try program("x.db", "--var", "b=2", "-f", "-", input: "repeat 1 { echo \":b\" }").status, 0)
    expectEqual(try program("x.db", "--var", "b=2", "-c", "exit 4").status, 4)
    let atomic = try program(
      "x.db", "-1", "--var", "b=2", "-c", "put Person[\"Bob\"]")
    expectEqual(atomic.status, 2)
    expectEqual(try program("x.db", "-c", "count Person").output, "1\n")
  }

  @Test func aNewFileIsAnnouncedAndNotCreatedWhereItMustExist() throws {
    defer { program.remove() }
    let made = try program("shop.db", "-c", "echo 1")
    expectEqual(
      [made.output, made.errors, "\(made.status)"], ["1\n", "shop.db: new database\n", "0"])
    expectEqual(try program("shop.db", "--existing", "-c", "echo 1").errors, "")
    let refused = try program("shpo.db", "--existing", "-c", "echo 1")
    expectEqual([refused.output, "\(refused.status)"], ["", "3"])
    #expect(refused.errors.contains("there is no file shpo.db"), "\(refused.errors)")
    expectEqual(try program("ls", "--existing", "-c", "echo 1").status, 3)
    expectEqual(try program("--existing", "-c", "echo 1").status, 2)
    #expect(!program.hasFile("shpo.db"))
  }

  @Test func anAtomicRunIsOneEntryAndOneUndo() throws {
    defer { program.remove() }
    try program.write("set Person/1.age 3\n", to: "more.wb")
    let run = try program(
      "x.db", "-1", "-c", "set Person/1.age 1", "-f", "more.wb", "-f", "-",
      input: "put Person[\"Bob\"]")
    expectEqual(run.status, 0)
    let log = try program("x.db", "--json", "-c", "log limit 1").objects
    expectEqual(log.first?["source"] as? String, "<command>:1")
    expectEqual(
      log.first?["command"] as? String,
      "set Person/1.age 1\nset Person/1.age 3\nput Person[\"Bob\"]")
    try expectEqual(
      program("x.db", "-c", "undo", "-c", "list Person name, age").output,
      "ref       name  age\nPerson/1  Ann    41\n")
  }

  @Test(arguments: [
    ("set Person/1.age 200", 1), ("expect (1 = 2)", 4), ("exit 3", 3), ("define Q { p: Zed? }", 1),
    ("begin", 1), ("commit", 1), ("undo", 1),
  ])
  func anAtomicRunThatFailsLeavesNothingAndLabelsSaySo(end: String, status: Int) throws {
    defer { program.remove() }
    let run = try program(
      "x.db", "-1", "-c",
      "label age on Person/1.age; set Person/1.age 1; put Person[\"Bob\"]; \(end)")
    #expect(run.status == status)
    expectEqual(run.output, "age: 41\nage: 1\nPerson/2\nage: 41\n")
    #expect(run.errors.hasSuffix("warning: the whole run was rolled back\n"))
    try expectEqual(program("x.db", "-c", "count Person; get Person/1.age").output, "1\n41\n")
  }

  @Test func aDurableRunStoresWhatItDoes() throws {
    defer { program.remove() }
    try expectEqual(program("x.db", "--durable", "-c", "set Person/1.age 1").status, 0)
    try expectEqual(program("x.db", "-c", "get Person/1.age").output, "1\n")
  }

  @Test func whatHasFailedIsAScriptThatCompletesTheWorkOnceItIsMended() throws {
    defer { program.remove() }
    try program.write("set ann.age 2\nset ann.age 200\n", to: "more.wb")
    try program.write(
      """
      let ann = Person["Ann"]
      let limit = 300
      sett ann.age 1
      new Person name=Bob age=:limit  # too old
      begin
      put Person["Cid"] age=5
      set Person["Cid"].age 555
      set ann.age 3
      commit
      include "more.wb"
      expect error "no such property" { set ann.agee 1 }
      expect (:ann.age = 3)
      """, to: "all.wb")
    let run = try program(
      "x.db", "-k", "--rejects", "r.wb", "-f", "all.wb", "-f", "none.wb", "-c", "get Person/1.age")
    expectEqual(run.status, 1)
    expectEqual(run.output, "Person/2\n2\n")
    let rejects = try String(
      contentsOf: program.folder.appendingPathComponent("r.wb"), encoding: .utf8)
    expectEqual(
      rejects,
      """
      let ann = Person/1
      # all.wb:3:1: error: there is no command "sett"
      #   hint: did you mean "set"?
      sett ann.age 1
      let limit = 300
      # all.wb:4:25: error: age must be 0…150, not 300
      new Person name=Bob age=:limit
      begin
      put Person["Cid"] age=5
      # all.wb:7:23: error: age must be 0…150, not 555
      set Person["Cid"].age 555
      set ann.age 3
      commit
      # more.wb:2:13: error: age must be 0…150, not 200
      set ann.age 200
      # all.wb:12:9: error: expected (:ann.age = 3), which is false
      expect (:ann.age = 3)

      """)
    let mended = rejects.replacingOccurrences(of: "sett", with: "set")
      .replacingOccurrences(of: "300", with: "30").replacingOccurrences(of: "555", with: "55")
      .replacingOccurrences(of: "200", with: "3")
    try program.write(mended, to: "mended.wb")
    try expectEqual(program("x.db", "-f", "mended.wb").status, 0)
    try expectEqual(
      program("x.db", "-c", "list Person name, age").output,
      "ref       name  age\nPerson/1  Ann     3\nPerson/2  Bob    30\nPerson/3  Cid    55\n")
  }

  private static let trial = """
    set Person/1.age 2
    begin
    put Person["Bob"] age=5
    rollback
    begin
    set Person/1.age 3
    put Person["Cid"]
    commit
    undo
    define Pet { legs: Integer = 4 }
    new Pet
    delete Person["Cid"]
    """

  @Test func aDryRunShowsWhatWouldChangeAndWritesNothing() throws {
    defer { program.remove() }
    let file = program.folder.appendingPathComponent("x.db")
    let before = try Data(contentsOf: file)
    let run = try program("x.db", "-n", "-c", Self.trial)
    expectEqual(run.status, 0)
    expectEqual(
      run.output,
      """
      Person/2
      Person/2
      Pet/1
      txn  changes                           command
        3  Person/1 age 41 → 2               set Person/1.age 2
        4  Person/1 age 2 → 3, new Person/2  begin…
        5                                    define Pet { legs: Integer = 4 }
        6  new Pet/1                         new Pet
        7  delete Person/2                   delete Person["Cid"]

      """)
    expectEqual(
      run.errors,
      """
      warning: undo is skipped in a dry run
      dry run: nothing was stored

      """)
    try expectEqual(Data(contentsOf: file), before)
  }

  @Test func aDryRunPrintsChangesAsHistoryDoesForPrograms() throws {
    defer { program.remove() }
    let run = try program(
      "x.db", "--json", "-n", "-1", "-c", "set Person/1.age 2; set Person/1.age 3")
    let stored = try program("x.db", "--json", "-c", "history Person limit 1").objects.first
    expectEqual(Set(run.objects.flatMap(\.keys)), Set((stored ?? [:]).keys))
    expectEqual(run.objects.map { $0["old"] as? Int }, [41, 2])
    expectEqual(run.objects.map { $0["new"] as? Int }, [2, 3])
    expectEqual(run.objects.map { $0["txn"] as? Int }, [3, 3])
    // A run that would fail as a whole would change nothing.
    let failing = try program("x.db", "-n", "-1", "-c", "set Person/1.age 2; set Person/1.age 200")
    expectEqual(failing.status, 1)
    #expect(failing.errors.hasSuffix("dry run: nothing would change\n"))
  }

  @Test func aDryRunMakesNoFile() throws {
    defer { program.remove() }
    let run = try program("new.db", "-n", "-c", "define Pet { legs: Integer = 4 }; new Pet")
    expectEqual(run.status, 0)
    #expect(run.output.contains("new Pet/1"))
    #expect(!program.hasFile("new.db"))
  }
}
