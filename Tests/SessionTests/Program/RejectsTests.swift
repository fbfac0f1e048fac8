import Replies
import Session
import TestSupport
import Testing

/// The failed commands that a run with `--keep-going` writes.
@Suite struct RejectsTests {
  private static let store = """
    define P {
      name: Text key, n: Integer = 0 in 0...99, m: Integer = 0, tags: [Text], items: [I] owned,
      price: Decimal(integer: 3, fraction: 1)?
    }
    define I { of: Integer = 0 }
    """

  private static func run(
    _ script: String, after setUp: String = "", in outsider: Outsider
  ) throws -> (rejects: String, said: [String]) {
    let talk = try Conversation(setUp, database: outsider.path, keepsGoing: true)
    let said = talk.tell(script)
    _ = talk.finish()
    return (talk.rejects, said)
  }

  private static func content(of outsider: Outsider) throws -> [String] {
    // Item numbers depend on the order of commands.
    try Conversation(database: outsider.path).tell(
      "list P name, n, m, price, tags, (count(items)) as c, (sum(items.of)) as s order by name; check"
    )
  }

  /// Running the corrected rejects must give the same result as the corrected script. A mistake is
  /// 999, corrected to 9.
  private static func check(
    _ script: String, _ comment: Comment? = nil, at location: SourceLocation = #_sourceLocation
  ) throws {
    let (bad, good) = (try Outsider(), try Outsider())
    let setUp = store + "\nnew P name=a; new P name=b"
    let rejects = try run(script, after: setUp, in: bad).rejects
    let second = try run(rejects.replacing("999", with: "9"), in: bad)
    #expect(second.rejects == "", comment, sourceLocation: location)
    let whole = try run(script.replacing("999", with: "9"), after: setUp, in: good)
    #expect(whole.rejects == "", comment, sourceLocation: location)
    let left = try content(of: bad)
    #expect(left == (try content(of: good)), "\(rejects)", sourceLocation: location)
  }

  @Test(arguments: ["begin \":nothing\"", "begin nonsense"])
  func aTransactionThatWasNotBegunIsSkipped(begin: String) throws {
    let outsider = try Outsider()
    let rejects = try Self.run(
      "\(begin)\nset P/1.n 1\ncommit\nset P/1.m 2", after: Self.store + "\nnew P name=a",
      in: outsider
    ).rejects
    #expect(rejects.hasSuffix("\(begin)\nset P/1.n 1\ncommit\n"), "\(rejects)")
    let said = try Conversation(database: outsider.path).tell("get P/1.n; get P/1.m")
    expectEqual(said, ["0", "2"])
  }

  @Test(arguments: [
    "if true { append P/1.tags x; set P/1.n 999 }",
    "if true { append P/1.tags x; if true { append P/1.tags y; set P/1.n 999; set P/1.m 1 } }",
    "if false { } else { append P/1.tags x; set P/1.n 999 }",
    "if true { let v = 5; set P/1.m :v; set P/1.n 999 }\nset P/2.m :v",
    "if true { append P/1.items new I of=3; set P/1.n 999 }",
    "if true { for x in [1, 2] { append P/1.tags x }; set P/1.n 999 }",
    "begin\nif true { append P/1.tags x; set P/1.n 999 }\nappend P/1.tags y\ncommit",
    "field f on P/1.m\nexpect rejected { append P/1.tags x; set P/1.n 999; type f \"x\" }",
    "option locale de_DE\nfield f on P/1.price\n"
      + "if true { type f \"<All>1,5<Return>\"; set P/1.n 999 }",
    "on change P/1.m { set P/1.n 999 }\nset P/1.m 3",
    "let k = 999\non change P/1.m { append P/2.tags y; set P/1.n :k }\nset P/1.m 3",
    "command deed x { append x.tags d; set x.n 999 }\ndeed P/1",
    "let k = 999\ncommand deed x { set x.n :k }\ncommand outer x { deed :x }\nouter P/1",
    "on change P/1.m as h { set P/1.n 999 }\nset P/1.m 3\ndetach h\nset P/2.m 4\n"
      + "set P/2.n 999",
  ])
  func whatIsWrittenCompletesTheWorkOnceItIsMended(script: String) throws {
    try Self.check(script)
  }

  /// The completed part of such a command could not be distinguished from the rest.
  @Test(arguments: [
    ("if true { set P/1.m 4; begin; set P/1.n 2; set P/1.m 3; commit }", "begin"),
    ("if true { set P/1.m 4; if true { include \"more.wb\" } }", "include"),
    ("if false { } else { set P/1.m 4; undo }", "undo"),
  ])
  func aCommandThatWouldBeDoneInPartsIsRefusedBefore(command: String, verb: String) throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      Self.store + "\nnew P name=a", database: outsider.path,
      files: ["more.wb": "set P/1.n 999"], keepsGoing: true)
    let error =
      "\(verb) cannot be used inside if with --rejects, because the whole block is one transaction"
    expectEqual(talk.tell(command), ["error refused 1:1: \(error)"])
    expectEqual(talk.tell("get P/1.m"), ["0"])
    _ = talk.finish()
    expectEqual(talk.rejects, "# test:1:1: error: \(error)\n\(command)\n")
    // A transaction undoes the whole command anyway.
    let other = try Conversation(
      database: outsider.path, files: ["more.wb": "set P/1.n 2"], keepsGoing: true)
    expectEqual(other.tell("begin\nif true { include \"more.wb\" }\ncommit\nget P/1.n"), ["2"])
  }

  @Test func aRandomScriptIsCompletedByWhatIsWritten() throws {
    for stream in 0..<(Seeded.isLong ? 100 : 6) {
      var random = Seeded(stream: stream)
      let script = (0..<25).map { Self.step($0, &random) }.joined(separator: "\n")
      try Self.check(script, "seed \(Seeded.seed), stream \(stream):\n\(script)")
    }
  }

  /// One or more commands on a record of its own, perhaps with a mistake.
  private static func step(_ number: Int, _ random: inout Seeded) -> String {
    let record = "P[\"r\(number)\"]"
    func value() -> String { random.below(3) == 0 ? "999" : "\(random.below(9))" }
    func simple() -> String {
      switch random.below(4) {
      case 0: "append \(record).tags t\(random.below(9))"
      case 1: "set \(record).n \(value())"
      case 2: "set \(record).m (m + 1)"
      default: "append \(record).items new I of=\(random.below(9))"
      }
    }
    func block(_ depth: Int) -> String {
      let commands = (0...random.below(3)).map { _ in
        depth < 2 && random.below(3) == 0 ? compound(depth + 1) : simple()
      }
      return "{ \(commands.joined(separator: "; ")) }"
    }
    func compound(_ depth: Int) -> String {
      switch random.below(4) {
      case 0: "if 1 = 1 \(block(depth))"
      case 1: "if 1 = 2 \(block(depth)) else \(block(depth))"
      case 2: "repeat 2 \(block(depth))"
      default: "for x\(depth) in [1, 2] \(block(depth))"
      }
    }
    let made = "new P name=r\(number)\n"
    switch random.below(6) {
    case 0: return made + simple()
    case 1, 2: return made + compound(0)
    case 3:
      return made + "begin\n\(simple())\n\(compound(1))\ncommit"
    case 4:
      return made + "let v\(number) = \(value())\n"
        + "on change \(record).m as h\(number) { append \(record).tags h; set \(record).n :v\(number) }"
        + "\nset \(record).m 5" + (random.below(2) == 0 ? "\ndetach h\(number)" : "")
    default:
      return made + "let w\(number) = \(value())\n"
        + "command c\(number) x { append x.tags c; set x.n :w\(number) }\nc\(number) \(record)"
    }
  }

  @Test func aNameThatHasAnotherValueByNowIsGivenItAgain() throws {
    let talk = try Conversation(people, keepsGoing: true)
    talk.tell(
      """
      let limit = 900
      set ann.age :limit
      set ann.age (:limit + 1)
      let limit = 901
      set ann.age :limit
      """)
    let lines = talk.rejects.split(separator: "\n").filter { !$0.hasPrefix("#") }
    expectEqual(
      lines.filter { $0 != "let ann = Person/1" },
      [
        "let limit = 900", "set ann.age :limit", "set ann.age (:limit + 1)", "let limit = 901",
        "set ann.age :limit",
      ])
  }
}
