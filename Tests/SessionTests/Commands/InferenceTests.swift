import Session
import TestSupport
import Testing

@Suite struct InferenceTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var text: String
    var options: String
    /// Fragments of the proposal.
    var parts: [String]
    var listed: [String]
    var testDescription: String { "\(text) \(options)" }

    init(_ text: String, _ options: String, _ parts: [String], _ listed: [String]) {
      (self.text, self.options, self.parts, self.listed) = (text, options, parts, listed)
    }

    init(_ text: String, _ parts: [String], _ listed: [String]) {
      self.init(text, "", parts, listed)
    }
  }

  @Test(arguments: [
    Example(
      "n\n\"1,080\"\n\"1,080\"\n", "--locale en_US", ["n: Integer", "into T --locale en_US"],
      ["T/1|1080", "T/2|1080"]),
    Example(
      "d\n01/02/2026\n01/02/2026\n", "--dates mdy", ["d: Date", "into T --dates mdy"],
      ["T/1|2026-01-02", "T/2|2026-01-02"]),
    Example(
      "a|b\nx;y|1\nz|2\n", #"--delimiter "|" --split ";" --encoding latin-1"#,
      ["a: [Text]", #"into T --delimiter "|" --encoding latin-1 --split ";""#],
      ["T/1|[x, y]|1", "T/2|[z]|2"]),
    Example(
      "p\n10\n5%\n", "--percent plain --keep-going",
      ["p: Percent", "--percent plain --keep-going"],
      ["T/1|10.0%", "T/2|5.0%"]),
    Example(
      "n,w\na,1.080\nb,2.500\n", [#"w: Text"#, #"# "1.080" is 1.08, or 1080 with --locale de_DE"#],
      ["T/1|a|1.080", "T/2|b|2.500"]),
    Example(
      "n,d\na,1/2/2026\nb,3/4/2026\n",
      [#"# "1/2/2026" is 2026-02-01 with --dates dmy, or 2026-01-02 with --dates mdy"#],
      ["T/1|a|1/2/2026", "T/2|b|3/4/2026"]),
    Example(
      "n,w\na,\"1,080\"\nb,7\n",
      [#""1,080" is 1080 with --locale en_US, or 1.08 with --locale de_DE"#],
      ["T/1|a|1,080", "T/2|b|7"]),
    Example(
      "n,d,e\na,1/2/2026,25/12/2026\nb,3/4/2026,24/12/2026\n", ["e: Date", "--dates dmy"],
      ["T/1|a|2026-02-01|2026-12-25", "T/2|b|2026-04-03|2026-12-24"]),
    Example(
      "n;w;p\na;1.080;0,5\nb;2.500;1,25\n", ["w: Integer", "--locale de_DE"],
      ["T/1|a|1080|0.50", "T/2|b|2500|1.25"]),
    Example(
      "n,w,p\na,1.080,0.5\nb,2.500,1.25\n", ["w: Decimal", "into T\n"],
      ["T/1|a|1.080|0.50", "T/2|b|2.500|1.25"]),
    Example(
      "n,d\na,2026-02-01\nb,2026-04-03\n", ["d: Date", "into T\n"],
      ["T/1|a|2026-02-01", "T/2|b|2026-04-03"]),
    // Values that would fail lead to another kind or to a note.
    Example(
      "t\n08:30\n08:30:15\n08:30\n", ["t: Time(seconds)"],
      ["T/1|08:30:00", "T/2|08:30:15", "T/3|08:30:00"]),
    Example(
      "p\n12.34567%\n1%\n", ["p: Percent(integer: 3, fraction: 0...5)"],
      ["T/1|12.34567%", "T/2|1%"]),
    Example("k\n\" a\"\na\n", ["k: Text\n"], ["T/1| a", "T/2|a"]),
    Example("c\n\" AB-1\"\nXY-2\n", ["c: Text key"], ["T/1|AB-1", "T/2|XY-2"]),
    Example("ref,n\n1,a\n2,b\n", ["n: Text key"], ["T/1|a", "T/2|b"]),
    Example("\"a\nb\",c\n1,x\n2,y\n", ["a_b: Integer key"], ["T/1|1|x", "T/2|2|y"]),
    Example("a b,a-b,A B\n1,x,3\n2,y,3\n", ["a_b_2: Text"], ["T/1|1|x|3", "T/2|2|y|3"]),
    Example("a,b\n1,x\n,\n2\n", ["b: Text?"], ["T/1|1|x", "T/2|2|nil"]),
  ])
  func aProposalIsRunAsItIsPrinted(example: Example) throws {
    let talk = try Conversation(files: ["p.csv": example.text])
    let told = talk.tell("import p.csv --infer as T \(example.options)")
      .filter { !$0.hasPrefix("notice") }
    let script = told.joined(separator: "\n") + "\n"
    for part in example.parts { #expect(script.contains(part), "\(part) is not in \(script)") }
    let done = talk.tell(script)
    #expect(
      done.last?.contains("created") == true && !done.contains { $0.hasPrefix("error") }, "\(done)")
    expectEqual(talk.tell("list T"), example.listed)
  }

  @Test func aSingleDateThatDoesNotExistIsNamed() throws {
    let talk = try Conversation(files: [
      "p.csv": "day\n1.2.2022\n15.3.2022\n31.2.2022\n28.11.2021\n"
    ])
    expectEqual(
      talk.tell("import p.csv --infer as P")[2],
      "  day: Text key  # line 4 is not a date: \"31.2.2022\"; no two rows have the same value")
  }

  @Test func linesThatAreRefusedAreNamed() throws {
    let talk = try Conversation(files: [
      "p.csv": "a,b\n1,x\n2,y,z\n3,w\n", "q.json": #"[{"a": [1], "b": "x"}, {"a": 2, "b": "y"}]"#,
    ])
    let told = talk.tell("import p.csv --infer as P")
    #expect(
      told.contains(
        "# line 3 will be rejected: the row has 3 cells, but the number of columns is 2"),
      "\(told)")
    #expect(talk.tell("import q.json --infer as Q").contains { $0.hasPrefix("# line 1 will be") })
  }

  @Test(arguments: [
    "import p.csv --infer as T map b=c",
    "import p.csv as T --infer map b=c", "import p.csv into T --infer map b=c",
    "import p.csv into T map b=c --infer", "import p.csv --infer into T map b=c",
    "import --infer p.csv into T map b=c", "import --infer \"p.csv\" as T map b=c",
  ])
  func theOptionStandsBeforeAnyClause(command: String) throws {
    let talk = try Conversation(files: ["p.csv": "a,b\n1,x\n2,x\n"])
    let told = talk.tell(command)
    #expect(told.contains("  c: Text"), "\(told)")
    expectEqual(told.last, #"import "p.csv" into T map b=c"#)
  }

  @Test(arguments: ["plain", "fraction"])
  func theOptionForPercentagesMakesNoneOfPlainNumbers(option: String) throws {
    let talk = try Conversation(
      files: ["p.csv": "zip,share,tax\n01067,10,19%\n20095,12.5,7%\n"])
    let told = talk.tell("import p.csv --infer --percent \(option) as T")
    #expect(told.contains { $0.contains("zip: Text") }, "\(told)")
    #expect(told.contains { $0.contains("share: Decimal") }, "\(told)")
    #expect(told.contains { $0.contains("tax: Percent") }, "\(told)")
  }

  @Test func whatIsNoCommandIsRefused() throws {
    let talk = try Conversation("define P { a: Text }", files: ["p.csv": "a,b\n1,x\n2,x\n"])
    for (command, message) in [
      ("import p.csv as T", "--infer"), ("import p.csv into T update by a --infer", "update"),
      ("import p.csv into P --infer", "is already a type"), ("import p.csv", "into"),
    ] {
      #expect(talk.tell(command)[0].contains(message), "\(command)")
    }
    // The file name is already the name of a type.
    #expect(talk.tell("import p.csv --infer").contains("define P_2 {"))
  }

  @Test(arguments: [
    "a b.csv", "a\"b.csv", "a\nb.csv", "a;b.csv", "a\\b.csv", "a#b.csv", "a{b.csv", "é.csv",
    "-b.csv",
  ])
  func theNameOfAFileIsOneLiteral(file: String) throws {
    let talk = try Conversation(files: [file: "a\nx\ny\n"])
    let name = file.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    let told = talk.tell("import \"\(name)\" --infer as T")
    let done = talk.tell(told.joined(separator: "\n"))
    expectEqual(done, ["notice: 2 records created"])
  }

  @Test func manyColumnsTakeTimeAsTheirNumberGrowsAndAnInterruptionIsHeard() throws {
    var looks = 0
    var isAsked = false
    let names = (0..<20_000).map { "c\($0 % 10_000)\($0 < 10_000 ? "" : "-")" }
    let cells = String(repeating: "x,", count: names.count - 1) + "x"
    let talk = try Conversation(
      files: ["p.csv": "\(names.joined(separator: ","))\n\(cells)\n"],
      isInterrupted: {
        looks += 1
        return isAsked && looks == 4
      })
    let told = talk.tell("import p.csv --infer as T")
    #expect(told.contains { $0.contains("c9999_2: Text") })
    #expect(told.contains("# SQLite cannot store a type with 20000 properties"))
    (looks, isAsked) = (0, true)
    #expect(talk.tell("import p.csv --infer as T").last?.contains("interrupted") == true)
  }

  // MARK: At random

  private struct File {
    var text = ""
    /// The possible values of each cell: its text, and the value that it was written for.
    var cells: [[Set<String>]] = []

    private static let notations = [
      (point: ".", comma: ""), (point: ".", comma: ","), (point: ",", comma: "."),
    ]

    init(_ random: inout Seeded) {
      let notation = Self.notations[random.below(3)]
      // Where a comma begins the fraction, nobody puts the month before the day.
      let order = random.below(notation.point == "," ? 2 : 3)
      let delimiter = notation.point == "," ? ";" : ","
      let kinds = (0...random.below(4)).map { _ in random.below(7) }
      let rows = 1 + random.below(14)
      var lines = [kinds.indices.map { "col \($0)" }.joined(separator: delimiter)]
      for _ in 0..<rows {
        var line: [String] = []
        var values: [Set<String>] = []
        for kind in kinds {
          let (text, value) = Self.cell(kind, notation, order, &random)
          line.append(LiteralWalk.quoted(text))
          values.append([text, value, text.isEmpty ? "nil" : text])
        }
        lines.append(line.joined(separator: delimiter))
        cells.append(values)
      }
      text = lines.joined(separator: "\n") + "\n"
    }

    private static func cell(
      _ kind: Int, _ notation: (point: String, comma: String), _ order: Int, _ random: inout Seeded
    ) -> (String, String) {
      if random.below(12) == 0 { return ("", "nil") }
      func number(_ fraction: Int) -> (String, String) {
        let whole = random.below(3) == 0 ? 1000 + random.below(9000) : random.below(1000)
        let digits = String(whole)
        let grouped =
          whole >= 1000 ? digits.prefix(1) + notation.comma + digits.dropFirst() : digits[...]
        let rest = (0..<fraction).map { _ in String(random.below(10)) }.joined()
        return (
          grouped + (fraction > 0 ? notation.point + rest : ""),
          digits + (fraction > 0 ? "." + rest : "")
        )
      }
      switch kind {
      case 0: return number(0)
      case 1: return number(1 + random.below(3))
      case 2:
        let (text, value) = number(1)
        return (text + "%", value + "%")
      case 3:
        let (year, month, day) = (
          1990 + random.below(40), 1 + random.below(12), 1 + random.below(28)
        )
        func two(_ part: Int) -> String { (part < 10 ? "0" : "") + String(part) }
        let iso = "\(year)-\(two(month))-\(two(day))"
        return ([iso, "\(day).\(month).\(year)", "\(two(month))/\(two(day))/\(year)"][order], iso)
      case 4: return random.below(2) == 0 ? ("true", "true") : ("false", "false")
      case 5: return ("AB-\(random.below(10))", "")
      default:
        let text = ["a", " b", "1.2.3", "x\"y", "07", "é", "1,", "~", "2026", "10%x"][
          random.below(10)]
        return (text, text.trimmingPrefix(" ").description)
      }
    }
  }

  @Test func whatIsProposedForAnyFileIsReadAsItWasWritten() throws {
    var random = Seeded(stream: 8800)
    for _ in 0..<(Seeded.isLong ? 3000 : 60) {
      let file = File(&random)
      let talk = try Conversation(files: ["p.csv": file.text])
      let told = talk.tell("import p.csv --infer as T").filter { !$0.hasPrefix("notice") }
      guard told.contains("define T {") else { continue }
      let done = talk.tell(told.joined(separator: "\n"))
      let script = told.joined(separator: "\n")
      #expect(
        done.last?.hasPrefix("notice: \(file.cells.count) record") == true,
        "\(file.text)\n\(script)\n\(done); seed \(Seeded.seed)")
      let listed = talk.tell("list T").map {
        $0.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map(String.init)
      }
      for (row, values) in zip(listed, file.cells) {
        let wrong = zip(row, values).first { value, allowed in
          !allowed.contains(value) && !allowed.contains { Self.areEqual($0, value) }
        }
        #expect(wrong == nil, "\(file.text)\n\(script)\n\(listed); seed \(Seeded.seed)")
      }
    }
  }

  /// Ignores trailing zeros.
  private static func areEqual(_ one: String, _ other: String) -> Bool {
    guard one.hasSuffix("%") == other.hasSuffix("%") else { return false }
    let numbers = [one, other].map { Double($0.replacing("%", with: "")) }
    return numbers[0] != nil && numbers[0] == numbers[1]
  }
}
