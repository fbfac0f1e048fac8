import Foundation
import TestSupport
import Testing

@Suite(.waits) struct StatusTests {
  private static let people = """
    define Person { name: Text key, age: Integer? in 0...150, fee: Decimal(fraction: 2)? }
    put Person["Ann"] age=41
    """

  private let program: Program

  init() throws {
    program = try Program()
    try program.write(Self.people, to: "people.wb")
    _ = try program("x.db", "-f", "people.wb")
  }

  private static let mistakes: [(kind: String, script: String, place: String, message: String)] = [
    ("syntax", "set Person/1.age (1", "1:18", "is never closed"),
    ("syntax", "new Person name=\"Bob\" age=1 age=2", "1:29", "is assigned twice"),
    ("name", "sett Person/1.age 20", "1:1", "there is no command \"sett\""),
    ("name", "set Person/1.agee 20", "1:14", "no such property"),
    ("name", "set Persn/1.age 20", "1:5", "there is no type \"Persn\""),
    ("name", "set Person/9.age 20", "1:5", "there is no Person/9"),
    ("name", "set Person[\"Bob\"].age 20", "1:5", "there is no Person whose name is \"Bob\""),
    ("name", "set ann.age 20", "1:5", "there is no record \"ann\""),
    ("value", "set Person/1.age x", "1:18", "age cannot be \"x\"; expected a whole number"),
    ("value", "set Person/1.age 9223372036854775808", "1:18", "expected a 64-bit whole number"),
    ("value", "set Person/1.name 5", "1:19", "name cannot be 5; expected a text"),
    ("value", "set Person/1.fee 1.234", "1:18", "fee can have at most 2 digits after the point"),
    ("value", "set Person/1.name nil", "1:19", "name is required"),
    ("rule", "set Person/1.age 151", "1:18", "age must be 0…150, not 151"),
    ("rule", "new Person age=5", "1:5", "name is required"),
    ("conflict", "new Person name=\"Ann\"", "1:17", "name \"Ann\" is taken by Person/1"),
    ("expression", "count Person where age >", "1:24", "expected"),
    ("expression", "expect (random() = 1)", "1:9", "random"),
    ("refused", "define Person { name: Text key }", "1:8", "Person"),
    ("refused", "undo 99", "1:6", "to undo"),
    ("refused", "commit", "1:1", "no transaction is open"),
    ("file", "include \"nothing.wb\"", "1:9", "nothing.wb cannot be read"),
    ("file", "include \".\"", "1:9", ". cannot be read: Is a directory"),
    ("file", "try { echo 1 }; include \".\"", "1:25", ". cannot be read: Is a directory"),
    (
      "refused", "begin; set Person/1.age 5", "1:1",
      "the transaction begun here was never committed"
    ),
    ("expect", "expect (1 = 2)", "1:9", "expected (1 = 2), which is false"),
    ("expect", "expect error \"x\" { types }", "1:14", "the commands succeeded"),
    ("expect", "expect rejected { types }", "1:1", "expected a key to be rejected"),
  ]

  @Test func aMistakeHasItsKindItsPlaceAndItsStatusAndNothingIsHalfDone() throws {
    defer { program.remove() }
    let before = try program("x.db", "--json", "-c", "list Person; log")
    for (kind, script, place, message) in Self.mistakes {
      try program.write("\n\(script)", to: "bad.wb")
      let run = try program("x.db", "--json", "-f", "bad.wb")
      let object = try JSONSerialization.jsonObject(with: Data(run.errors.utf8)) as? [String: Any]
      let error = try #require(object?["error"] as? [String: Any], "\(script)")
      expectEqual(
        Set(error.keys), ["kind", "message", "file", "line", "column", "hint", "candidates"])
      let said = "\(script): \(error)"
      expectEqual(error["kind"] as? String, kind, "\(said)")
      #expect((error["message"] as? String ?? "").contains(message), "\(said)")
      expectEqual(error["file"] as? String, "bad.wb", "\(said)")
      let line = (error["line"] as? Int ?? 0) - 1
      expectEqual("\(line):\(error["column"] as? Int ?? 0)", place, "\(said)")
      expectEqual(run.status, (kind == "expect" ? 4 : 1), "\(said)")
    }
    // Not even an empty transaction.
    try expectEqual(program("x.db", "--json", "-c", "list Person; log").output, before.output)
  }

  @Test(arguments: ["sett a 1", "if (1 = 1) {", "include \"none.wb\"", "include \"bad.wb\""])
  func aFileWithAMistakeAtItsEndIsNotBegun(mistake: String) throws {
    defer { program.remove() }
    try program.write("types\ncount Person where (", to: "bad.wb")
    try program.write("put Person[\"Bob\"]\n\(mistake)\n", to: "late.wb")
    let run = try program("x.db", "-f", "late.wb")
    expectEqual(run.status, 1)
    expectEqual(run.output, "")
    #expect(run.errors.contains("late.wb:2:"), "\(run.errors)")
    try expectEqual(program("x.db", "-c", "count Person").output, "1\n")
    let rest = try program("x.db", "-k", "-f", "late.wb")
    expectEqual(rest.status, 1)
    #expect(rest.output.hasPrefix("Person/2\n"))
  }

  @Test func anErrorShowsItsLineACaretAndASuggestion() throws {
    defer { program.remove() }
    try program.write("# a comment\n  set Person[\"Änn\"].agee 20\n", to: "bad.wb")
    try program.write("echo \"in\"\ninclude \"bad.wb\"\n", to: "outer.wb")
    let run = try program("x.db", "-c", "put Person[\"Änn\"]", "-f", "outer.wb")
    expectEqual(
      run.errors,
      """
      bad.wb:2:21: error: no such property: Person has no "agee"
          set Person["Änn"].agee 20
                            ^
        hint: did you mean "age"?
        included from outer.wb:2:9

      """)
    expectEqual(run.output, "Person/2\nin\n")
  }

  @Test(arguments: [
    ([], "exit 7", 7), ([], "exit", 0), (["--bogus"], "", 2), (["a", "b"], "", 2),
    (["--locale", "xx_YY"], "", 2), (["-f", "nothing.wb"], "", 1),
    (["--readonly", "new.db"], "", 3),
    (["/"], "", 3), (["nowhere/x.db"], "", 3), ([], "begin", 1), ([], "begin; exit", 1),
    ([], "begin; exit 5", 5), ([], "types; expect (1)", 0), ([], "expect (0); types", 4),
    (["--version"], "", 0), (["--help"], "", 0), (["help"], "", 0), (["help", "set"], "", 0),
    (["help", "nothing"], "", 2), (["completions", "zsh"], "", 0), (["completions", "x"], "", 2),
  ])
  func theStatusSaysHowItWent(arguments: [String], input: String, status: Int) throws {
    defer { program.remove() }
    #expect(try program(arguments, input: Data(input.utf8)).status == status)
  }

  @Test func commandsAndFilesKeepTheirOrder() throws {
    defer { program.remove() }
    try program.write("echo \"2\"", to: "two.wb")
    let run = try program(
      "-c", "echo \"1\"", "--file", "two.wb", "--command=echo \"3\"", "-f", "-",
      input: "echo \"4\"")
    expectEqual(run.output, "1\n2\n3\n4\n")
  }

  @Test func theFirstErrorStopsAScriptAndWhatWasDoneStays() throws {
    defer { program.remove() }
    let run = try program(
      "x.db", input: "set Person/1.age 1\nset Person/1.age 200\nset Person/1.age 2\n")
    expectEqual(run.status, 1)
    #expect(run.errors.hasPrefix("<stdin>:2:18: error:"))
    try expectEqual(program("x.db", "-c", "get Person/1.age").output, "1\n")
  }

  @Test func anOpenBeginIsRolledBackWithAMessage() throws {
    defer { program.remove() }
    let run = try program("x.db", input: "begin\nset Person/1.age 1\n")
    expectEqual(run.status, 1)
    #expect(run.errors.contains("rolled back"))
    try expectEqual(program("x.db", "-c", "get Person/1.age").output, "41\n")
  }

  private static let unreadable: [(String, [UInt8], String)] = [
    ("NUL", Array("echo \"a\0b\"".utf8), "1:8: error: a text cannot contain the character U+0000"),
    (
      "escaped NUL", Array("echo \"\\u{0}\"".utf8),
      "1:7: error: a text cannot contain the character"
    ),
    (
      "invalid UTF-8", Array("types\necho \"é".utf8) + [0xFF, 0x22],
      "2:8: error: this line is not UTF-8"
    ),
    ("an open text", Array("echo \"never closed".utf8), "1:6: error:"),
    ("an open block", Array("expect error \"x\" {".utf8), "1:18: error:"),
    (
      "20,000 round brackets", Array("list P where ".utf8) + Array(repeating: 0x28, count: 20_000),
      "1:"
    ),
    ("20,000 braces", Array(repeating: 0x7B, count: 20_000), "1:1: error:"),
    (
      "2 MB of open text", Array("echo \"".utf8) + Array(repeating: 0x78, count: 2_000_000),
      "1:6: error:"
    ),
    (
      "2 MB of word", Array("types ".utf8) + Array(repeating: 0x78, count: 2_000_000),
      "1:7: error:"
    ),
  ]

  @Test(arguments: unreadable.indices)
  func textThatCannotBeReadIsAnErrorWithItsPlace(index: Int) throws {
    defer { program.remove() }
    let (what, input, message) = Self.unreadable[index]
    let run = try program(["x.db"], input: Data(input))
    expectEqual(run.status, 1, "\(what)")
    #expect(run.errors.hasPrefix("<stdin>:\(message)"), "\(what): \(run.errors.prefix(300))")
    #expect(run.errors.utf8.count < 1000)
  }

  @Test func aLongLineThatIsRightIsRun() throws {
    defer { program.remove() }
    let text = String(repeating: "x", count: 2_000_000)
    let run = try program([], input: Data("echo \"\(text)\"".utf8))
    expectEqual(run.status, 0)
    expectEqual(run.output.utf8.count, 2_000_001)
  }

  @Test func aScriptOfWindowsIsReadLikeAnother() throws {
    defer { program.remove() }
    let run = try program([], input: Data("\u{FEFF}echo \"a\"\r\necho \"b\"\r\n".utf8))
    expectEqual(run.output, "a\nb\n")
  }

  @Test func filesThatIncludeEachOtherAreStopped() throws {
    defer { program.remove() }
    try program.write("include \"loop.wb\"", to: "loop.wb")
    let run = try program("-f", "loop.wb")
    expectEqual(run.status, 1)
    #expect(run.errors.contains("loop.wb includes itself"))
  }

  @Test func anArgumentThatIsNotTextIsRefused() throws {
    defer { program.remove() }
    try program.write("exec \"$1\" y.db -c \"$(printf 'echo \"a\\377b\"')\"\n", to: "x.sh")
    let shell = URL(fileURLWithPath: "/bin/sh")
    let run = try program.run(shell, ["x.sh", Program.executable.path])
    expectEqual(run.status, 2)
    #expect(run.errors.hasPrefix("error: argument 3 is not UTF-8"), "\(run.errors)")
  }

  @Test(arguments: [(2, 130), (15, 143), (1, 129)])
  func aSignalEndsAScriptWithItsStatus(signal: Int, status: Int) throws {
    defer { program.remove() }
    let script = """
      mkfifo pipe; env --default-signal "$1" x.db < pipe > out & exec 3> pipe
      echo 'begin; set Person/1.age 1; echo "open"' >&3
      until [ -s out ] || ! kill -0 $!; do sleep 0.01; done
      kill -\(signal) $!; wait $!; status=$?; cat out; exit $status
      """
    try program.write(script, to: "x.sh")
    let run = try program.run(
      URL(fileURLWithPath: "/bin/bash"), ["x.sh", Program.executable.path])
    expectEqual(run.output, "open\n")
    #expect(run.status == status)
    try expectEqual(program("x.db", "-c", "get Person/1.age").output, "41\n")
  }

  @Test(arguments: [(2, 130), (15, 143), (1, 129)])
  func aSignalUndoesTheRunningCommandAndNoOther(signal: Int, status: Int) throws {
    defer { program.remove() }
    let script = """
      env --default-signal "$1" x.db -f many.wb > out &
      until [ -s out ] || ! kill -0 $!; do sleep 0.01; done
      kill -\(signal) $!; wait $!
      """
    try program.write(script, to: "x.sh")
    let line = "repeat 20 { set Person/1.age 7; set Person/1.age 8 }; new Person name=:n; echo :n\n"
    let commands = (0..<1000).map {
      "let n\($0) = \"n\($0)\"; \(line.replacing(":n", with: ":n\($0)"))"
    }
    try program.write(commands.joined(), to: "many.wb")
    let run = try program.run(
      URL(fileURLWithPath: "/bin/bash"), ["x.sh", Program.executable.path])
    #expect(run.status == status)
    #expect(run.errors.contains("error: interrupted"))
    let printed = try String(
      contentsOf: program.folder.appendingPathComponent("out"), encoding: .utf8
    ).split(separator: "\n").filter { $0.hasPrefix("n") }
    #expect(printed.count > 0 && printed.count < 1000)
    let stored = try #require(
      Int(program("x.db", "-c", "count Person where name like \"n%\"").output.dropLast()))
    // Every printed record is stored; one more may have been stored before it was printed.
    #expect([printed.count, printed.count + 1].contains(stored))
    try expectEqual(program("x.db", "-c", "get Person/1.age").output, "8\n")
  }

  @Test func aClosedPipeEndsItWithoutAWord() throws {
    defer { program.remove() }
    let script = "\"$1\" x.db -f many.wb | head -n 1; echo \"${PIPESTATUS[0]}\""
    try program.write(script, to: "x.sh")
    try program.write(String(repeating: "echo \"a line\"\n", count: 20_000), to: "many.wb")
    let run = try program.run(
      URL(fileURLWithPath: "/bin/bash"), ["x.sh", Program.executable.path])
    expectEqual(run.output, "a line\n141\n")
    expectEqual(run.errors, "")
  }

  @Test func colourIsForTerminalsUnlessAskedFor() throws {
    defer { program.remove() }
    #expect(!(try program("-c", "x").errors.contains("\u{1B}")))
    #expect(try program("--color", "always", "-c", "x").errors.contains("\u{1B}[1;31merror:"))
  }
}
