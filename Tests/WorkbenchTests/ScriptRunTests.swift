import Foundation
import TestSupport
import Testing

@Suite(.waits) struct ScriptRunTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.writeStore()
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: program.folder.appendingPathComponent(name), encoding: .utf8)
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
      .filter { !$0.hasPrefix("x.db") }.sorted()
  }

  @Test(arguments: [
    ([], "ref       name  age\nPerson/1  Ann    41\n41\n"),
    (["--json"], "{\"ref\":\"Person/1\",\"name\":\"Ann\",\"age\":41}\n{\"value\":41}\n"),
    (["--csv"], "ref,name,age\r\nPerson/1,Ann,41\r\nvalue\r\n41\r\n"),
    (
      ["--markdown"],
      """
      | ref | name | age |
      | --- | --- | ---: |
      | Person/1 | Ann | 41 |

      | value |
      | --- |
      | 41 |

      """
    ),
    (
      ["--box"],
      """
      ┌──────────┬──────┬─────┐
      │ ref      │ name │ age │
      ├──────────┼──────┼─────┤
      │ Person/1 │ Ann  │  41 │
      └──────────┴──────┴─────┘
      41

      """
    ),
  ])
  func aFileHasTheFormatOfTheRun(options: [String], expected: String) throws {
    defer { program.remove() }
    let run = try program(
      ["x.db"] + options + [
        "-c", "list Person name, age to \"f\"", "-c", "get Person/1.age to \"f\"",
      ], input: Data())
    #expect(run.output == "" && run.errors == "" && run.status == 0)
    try expectEqual(text("f"), expected)
    try expectEqual(files(), ["f"])
  }

  @Test func whatCannotHaveItsNameIsSaidBeforeAnythingIsStored() throws {
    defer { program.remove() }
    let long = String(repeating: "a", count: 300)
    let run = try program(
      ["x.db", "--atomic", "-c", "new Person name=Bob; list Person to \"\(long)\""], input: Data())
    expectEqual(run.status, 1)
    #expect(run.errors.contains("cannot be written") && !run.errors.contains("no transaction"))
    try expectEqual(program(["x.db", "-c", "count Person"], input: Data()).output, "1\n")
  }

  @Test func optionsAfterTheFileAreTheCommandsAsWell() throws {
    defer { program.remove() }
    let run = try program(
      ["x.db", "-c", "list Person age to \"f\" --total", "-c", "list Person age --total to \"g\""],
      input: Data())
    expectEqual(run.status, 0)
    try expectEqual(text("f"), text("g"))
    #expect(try text("f").contains("total"))
  }

  @Test func aMarkInFrontOfStandardInputIsNoPartOfItsFirstLine() throws {
    defer { program.remove() }
    let run = try program(
      ["x.db", "-c", "for line in stdin { echo (length(:line)) }"],
      input: Data("\u{FEFF}Zoe\n".utf8))
    expectEqual(run.output, "3\n")
  }

  @Test(arguments: [
    (["-n", "-c", "get Person/1.age to \"f\""], 0, "dry run: f was not written"),
    (["-1", "-c", "get Person/1.age to \"f\"", "-c", "get Person/1.agee"], 1, "no such property"),
    (["-c", "begin; get Person/1.age to \"f\""], 1, "never committed"),
    (["-c", "get Person/1.age to \"none/f\""], 1, "there is no folder none"),
    (["-c", "get Person/1.age to \"x.db\""], 1, "x.db is the database itself"),
    (["-c", "get Person/1.age to \".\""], 1, ". is a folder; expected a regular file"),
    (["-c", "repeat 2 { get Person/1.age to \"f\"; exit (1 / 0) }"], 1, "the status must be"),
  ])
  func nothingIsLeftOfAFileThatIsNotCommitted(
    arguments: [String], status: Int, message: String
  ) throws {
    defer { program.remove() }
    let run = try program(["x.db"] + arguments, input: Data())
    expectEqual(run.status, Int32(status))
    #expect(run.errors.contains(message), "\(run.errors)")
    try expectEqual(files(), [])
    try expectEqual(program("x.db", "-c", "check", "-c", "get Person/1.age").output, "41\n")
  }

  /// More files than a process can have open.
  @Test func aLoopWritesVeryManyFiles() throws {
    defer { program.remove() }
    let run = try program("x.db", "-c", "for i in 1...1200 { get Person/1.age to \"f:i\" }")
    #expect(run.errors == "" && run.status == 0)
    try expectEqual(files().count, 1200)
    try expectEqual(text("f1200"), "41\n")
  }

  @Test func nobodyReadsAFileWhoCannotReadTheRecords() throws {
    defer { program.remove() }
    let store = program.folder.appendingPathComponent("x.db").path
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: store)
    _ = try program("x.db", "-c", "get Person/1.age to \"f\"")
    let file = program.folder.appendingPathComponent("f").path
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    expectEqual(mode as? Int, 0o600)
  }

  // MARK: What a script is given

  private static let job = "echo run\nvar limit: Integer\nvar how: Text = short\necho :limit :how\n"

  @Test(arguments: [
    ([], 2, "", "job.wb:2:5: error: the variable limit is missing"),
    (["--var", "limit=x"], 2, "", "job.wb:2:5: error: the variable limit cannot be set"),
    (["--var", "limit=7"], 0, "run\n7 short\n", ""),
    (["--var", "limit=7", "--var", "how=1"], 0, "run\n7 1\n", ""),
    (["--var", "limit=7", "--var", "hwo=1"], 2, "", "the script has no variable \"hwo\""),
    (["-k", "--var", "limit=x"], 2, "", "the variable limit cannot be set"),
  ])
  func aVariableThatDoesNotFitIsWrongUsage(
    options: [String], status: Int, output: String, error: String
  ) throws {
    defer { program.remove() }
    try program.write(Self.job, to: "job.wb")
    let run = try program(["x.db"] + options + ["-f", "job.wb", "-c", "echo on"], input: Data())
    expectEqual(run.status, Int32(status))
    expectEqual(run.output, output + (status == 0 ? "on\n" : ""))
    #expect(error.isEmpty ? run.errors.isEmpty : run.errors.contains(error), "\(run.errors)")
  }

  @Test func standardInputIsReadByALoopUnlessItHasTheCommands() throws {
    defer { program.remove() }
    let loop = "for line in stdin { echo \"[:line]\" }"
    try expectEqual(program("x.db", "-c", loop, input: "a\nb").output, "[a]\n[b]\n")
    try expectEqual(program("x.db", "-c", loop).output, "")
    let run = try program("x.db", input: loop + "\nmore\n")
    expectEqual(run.status, 1)
    #expect(run.errors.contains("standard input already contains the commands"))
    let environment = ["WB_NAME": "Zoë"]
    try expectEqual(
      program("x.db", "-c", "echo :env.WB_NAME :env.WB_NONE", environment: environment).output,
      "Zoë nil\n")
  }

  // MARK: How it ends

  @Test func anErrorInACommandSaysWhereItWasCalled() throws {
    defer { program.remove() }
    try program.write("command c {\n  set Person/1.agee 1\n}\n", to: "lib.wb")
    try program.write("include \"lib.wb\"\n  c\n", to: "job.wb")
    let run = try program("x.db", "-f", "job.wb")
    expectEqual(
      run.errors,
      """
      lib.wb:2:16: error: no such property: Person has no "agee"
          set Person/1.agee 1
                       ^
        hint: did you mean "age"?
        included from job.wb:1:9
        called from job.wb:2:3

      """)
    expectEqual(run.status, 1)
    try expectEqual(program("x.db", "-c", "exit (2 + 3)").status, 5)
  }

  @Test func asJSONAnErrorInACommandHasThePlacesWhereItWasCalled() throws {
    defer { program.remove() }
    try program.write("command c {\n  set Person/1.agee 1\n}\ncommand d { c }\n", to: "lib.wb")
    try program.write("include \"lib.wb\"\n  d\n", to: "job.wb")
    let run = try program("x.db", "--json", "-f", "job.wb")
    #expect(
      run.errors.hasSuffix(
        #","candidates":["age"],"callers":[{"file":"lib.wb","line":4,"column":13},"#
          + #"{"file":"job.wb","line":2,"column":3}]}}"# + "\n"), "\(run.errors)")
    let other = try program("x.db", "--json", "-c", "set Person/1.agee 1")
    #expect(other.errors.hasSuffix("\"candidates\":[\"age\"]}}\n"))
  }

  @Test func theTotalOfWholeNumbersIsANumber() throws {
    defer { program.remove() }
    let script = "define N { n: Integer }; new N n=9000000000000000000; new N n=9000000000000000000"
    let run = try program("--json", "-c", script, "-c", "list N --total")
    expectEqual(run.lines.last, #"{"ref":"total","n":18000000000000000000}"#)
  }
}
