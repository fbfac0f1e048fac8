import TestSupport
import Testing

@Suite struct NumberBoundTests {
  /// The first three always, others by the seed, all with `WORKBENCH_LONG=1`.
  private static let numbers =
    ["9223372036854775807", "9223372036854775808", "-9223372036854775808"]
    + Seeded.some(
      of: [
        "-9223372036854775809", "18446744073709551616", "4611686018427387904", "4294967296", "-1",
        "0", "99999999999999999999999999999999999999999", "9223372036854775807.5",
        "0.00000000000000000000000000000000000001",
      ], every: 9)

  static let kinds =
    [
      "Decimal(integer: N, fraction: 2)?", "Decimal(integer: 2, fraction: N)?",
      "Decimal(integer: 2, fraction: 0...N)?", "Decimal(integer: N, fraction: N...N)?",
      "Percent(integer: N, fraction: 1)?", "Percent(integer: N)?", "Percent(fraction: N)?",
      "Percent(fraction: 0...N)?", "Percent(fraction: N...N)?", "[Decimal(integer: N)]",
      "[Percent(fraction: 0...N)]", "[Hex(N)]", "Hex(N)?", "Phone(+N)?", "Mask(\"N\")?",
      "Text length N...N = \"\"", "Text? length 0...N", "Text? length N...",
      "Text? matching /a{N}/", "Text? matching /a{0,N}/", "Text? matching /[0-9]{N,}/",
      "Text? matching /(a{N}){N}/", "Decimal(integer: N, fraction: 2) := (1)",
      "Percent(fraction: 0...N) := (1)", "Integer := (N + 1)", "Double := (N * N)",
      "Duration? in N:00:00...", "Duration(seconds)? in 0:00...N:59:59", "Date? in N-01-01...",
      "Date? in ...2026-N-01", "Month? in N-01...", "Time? in N:30...",
      "DateTime? = N-01-01T00:00:00Z",
      "Choice(N, a)?", "Card? = \"N\"", "IBAN? = \"N\"",
    ]
    + ["Integer", "Decimal", "Decimal(integer: 3, fraction: 2)", "Percent", "Double", "Duration"]
    .flatMap { kind in
      ["N...N", "N...", "...N", "0...N", "N...0"].map { "\(kind)? in \($0)" } + ["\(kind)? = N"]
    }

  private static let uses = """
    put D k=1 p=3
    new D k=2
    field f on D/1.p
    type f "<All>5<StepUp><StepUp>1<StepUp>"
    type f "<All>-9<StepDown>9<StepDown><Return>"
    label l on D/1.p
    list D p --total; stats D p; plot D p; schema; schema --json-schema; history --script; check
    list D (p + p), (p * p), (-p), (abs(p)), (p % 7), (p - 1), (round(p, 2))
    """

  @Test(arguments: kinds)
  func inADefinitionTheyAreTakenOrRefused(kind: String) throws {
    for number in Self.numbers {
      let talk = try Conversation()
      talk.tell("define D { k: Integer key, p: \(kind.replacing("N", with: number)) }")
      talk.tell(Self.uses)
      expectEqual(talk.tell("echo there"), ["there"])
    }
  }

  /// Another program can write numbers that no command accepts.
  @Test(arguments: kinds)
  func inTheDefinitionsOfAFileTheyAreTakenOrRefused(kind: String) throws {
    for number in Self.numbers {
      let outsider = try Outsider()
      _ = try Conversation("define D { k: Integer key, p: Text? }", database: outsider.path)
      let text = "p: \(kind.replacing("N", with: number))".replacing("'", with: "''")
      try outsider.run("UPDATE wb_def SET new = '\(text)' WHERE object = 'prop:3'")
      // Opening an unreadable file is an error.
      guard let talk = try? Conversation("", database: outsider.path) else { continue }
      talk.tell(Self.uses)
      expectEqual(talk.tell("echo there"), ["there"])
    }
  }

  static let commands =
    [
      "append P/1.tags N", "insert P/1.tags N 5", "insert P/1.tags 0 N", "move P/1.tags N 0",
      "move P/1.tags 0 N", "remove P/1.tags N", "set P/1.tags[N] 5", "get P/1.tags[N]",
      "get P/1.crew[N].age", "insert P/1.crew N P/1", "move P/1.crew N 0", "remove P/1.crew N",
      "insert P/1.o N new Q", "move P/1.o N 0", "remove P/1.o N", "get P/1.o[N].q",
      "set P/1.tags [N]; list P where N in tags", "field t on P/1.tags[N]", "label t on P/1.o[N].q",
      "undo N", "redo N", "undo to #N", "revert #N", "restore P/1 to #N", "list P at #N",
      "list P at \"N\"", "list P at \"N-01-01\"", "show P/1 at #N", "diff #N #1", "diff #1 #N",
      "compact before #N", "log limit N", "log since #N", "log until #N", "log since N-01-01",
      "history P/1 limit N", "history P limit N", "history P/1.age since #N until #N",
      "list P limit N",
      "list P group by age limit N", "find a limit N", "stats P age --bins N", "sql \"select N\"",
      "sql \"select * from P limit N\"", "sql \"select hex(zeroblob(N))\"",
      "repeat N { break }", "for i in N...N { break }", "for i in 0...N { break }",
      "for i in N...5 { break }", "for i in 9223372036854775806...N { echo (:i + 1) }",
      "for i in (N)...(N) { break }", "for d in N-01-01...N-12-31 { break }", "while (N) { break }",
      "exit (N)", "let k = N; echo :k (:k + 1)", "let k = [N, N]; for x in :k { echo :x }",
      "echo N",
      "echo (N + 1) (N * 2) (-N)", "echo (N / 0)", "echo (N % -1)", "echo (N / -1)",
      "echo (abs(N))",
      "echo (N << N) (1 << N) (1 >> N) (~N)", "echo (substr('abc', N))",
      "echo (substr('abc', N, N))",
      "echo (substr('abc', 1, N))", "echo (round(1.5, N)) (round(N, N)) (round(N, 2))",
      "list P (round(d, N)), (round(x, N)), (round(age, N)), (round(pc, N))",
      "list P (add_months(day, N))", "list P (add_months(at, N))", "list P (add_months(m, N))",
      "list P (day + N), (day - N)", "list P (m + N)", "list P (at + N)",
      "list P (du + N), (du * N)",
      "list P (t + N)", "list P (d + N), (d * N), (d / N), (d % N)", "list P (pc * N)",
      "list P (x * N)",
      "list P (age + N), (age - N), (age * N), (age / N), (age % N)", "list P (duration(N))",
      "list P (duration('N:00'))", "list P (date(day, '+N days'))", "list P (datetime(N))",
      "list P (printf('%Nd', 1))", "list P (printf('%.Nf', 1.5))", "list P (printf('%*d', N, 1))",
      "list P (zeroblob(N))", "list P (length(randomblob(N)))", "list P (char(N))",
      "list P (sum(age + N))", "list P where age between N and N", "list P where d in (N, N)",
      "new P/N name=z; new P name=y; list P; undo 2; redo", "get P/N.name", "delete P/N",
      "echo P/N",
      "set P/N.age 1", "set P/1.age N", "set P/1.d N", "set P/1.x N", "set P/1.age (age + N)",
      "set P/1.age (N)", "set P/1.pc N%", "set P/1.du N:00:00", "set P/1.du 0:N:00",
      "set P/1.t 10:N",
      "set P/1.day N-01-01", "set P/1.m 2026-N", "set P/1.at \"2026-01-01T10:00:00+N:00\"",
      "set P/1.boss P/N", "list P where boss = P/N", "count P where boss.age > N",
      "var v: Integer in N... = N; echo (:v + 1)", "var v: Hex(N)", "expect (N = 1)",
      "alter P { change age: Integer? in N... }", "alter P { add z: Integer = N }",
      "alter P { change d: Decimal(integer: 20, fraction: 5...N)? }",
      "alter P { change d: Percent? using (d * N) }",
      "alter P { change name: Text key length 0...N }",
      "alter P { change age: Date? using (day + N) }", "label y on P/1.d format N",
      "label y on P/1.d format 0...N", "label y = (d * N) format N", "field y on P/1.d format N",
      "formatter z for P \"{{name}} N\"; show P/1 with z", "rule P.r : age < N",
      "screen Z for [P] where age < N order by (age + N) { columns name; title \"N\" }",
      "import i.csv into P", "import i.json into P", "import i.json --infer", "watch l N",
      "on change P.age { echo (:new + N) }; set P/1.age N", "select P limit N",
      "type age \"N<Return>\"",
    ]
    + ["age", "d", "name", "du", "day", "pc"].flatMap { field in
      [
        "<All>N<StepUp>", "<All>N<StepUp><StepUp><StepDown><Return>",
        "<All>-N<StepDown>1<StepDown>",
        "<Go:N>5", "<Sel:N,N>5", "<Sel:0,N>5", "<Sel:N,1><BS>", "<All><Paste:N><StepUp>",
        "<All><Paste:N:00:00><StepUp>", "<All><Paste:N%><StepUp>", "<All><Paste:N-01-01><StepUp>",
      ].map { "type \(field) \"\($0)\"" }
    }

  @Test(arguments: commands)
  func inACommandTheyAreTakenOrRefused(command: String) throws {
    // The numbers follow each other in one session, which `exit` ends.
    var talk: Conversation?
    for (place, number) in Self.numbers.enumerated() {
      let current = try talk ?? Self.everyKind()
      talk = command.hasPrefix("exit") ? nil : current
      let file = "import i\(place)"
      current.tell(command.replacing("N", with: number).replacing("import i", with: file))
      current.tell("list P; undo; redo; check; dump")
      if let talk { expectEqual(talk.tell("echo there"), ["there"]) }
    }
  }

  private static func everyKind() throws -> Conversation {
    let files = numbers.enumerated().map { place, number in
      [
        "i\(place).csv": "name,age,d,x,boss\nb,\(number),\(number),\(number),\(number)\n",
        "i\(place).json":
          "[{\"name\":\"b\",\"age\":\(number),\"d\":\(number),\"pc\":\(number)}]",
      ]
    }
    return try Conversation(
      """
      define P {
        name: Text key, age: Integer?, d: Decimal(integer: 20, fraction: 0...5)?, pc: Percent?
        du: Duration(seconds)?, t: Time(seconds)?, day: Date?, at: DateTime?, m: Month?, x: Double?
        tags: [Integer], crew: [P], o: [Q] owned, boss: P?
      }
      define Q { q: Integer? }
      new P name=a age=7 tags=[1, 2] d=12345678901234567890 x=(1e300) du=2:00:00 day=2026-01-01 t=10:00:00 pc=5%
      set P/1.at 2026-01-01T00:00:00Z
      set P/1.m 2026-01
      set P/1.crew [P/1]
      append P/1.o new Q q=1
      field age on P/1.age; field d on P/1.d; field name on P/1.name; field du on P/1.du
      field day on P/1.day; field pc on P/1.pc; label l on P/1.age
      """, files: files.reduce(into: [:]) { $0.merge($1) { $1 } })
  }
}
