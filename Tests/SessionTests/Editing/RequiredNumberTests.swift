import Session
import TestSupport
import Testing

/// A required number without default whose range excludes 0: no value is invented.
@Suite struct RequiredNumberTests {
  private let talk: Conversation

  init() throws {
    talk = try Conversation(
      """
      define P { k: Text key, a: Decimal(integer: 3, fraction: 2) in 0.01..., n: Integer in 5...9 }
      define L { items: [P] owned }
      new L
      new P k=w a=0.01 n=5
      """)
  }

  private func nothingHasChanged(since before: [String]) {
    expectEqual(talk.tell("list P; schema"), before)
    expectEqual(talk.tell("check"), [])
  }

  @Test(arguments: [
    ("new P k=x", "error rule 1:5: a and n are required"),
    ("put P[x]", "error rule 1:5: a and n are required"),
    ("put P[x] a=1", "error rule 1:5: n is required"),
    ("append L/1.items new P k=x n=5", "error rule 1:22: a is required"),
    ("insert L/1.items 0 new P k=x", "error rule 1:24: a and n are required"),
    ("set P/1.a nil", "error value 1:11: a is required"),
    ("put P[w] n=nil", "error value 1:12: n is required"),
    ("set P where true : a=nil", "error value 1:22: a is required"),
    ("erase P/1.a \"x\"", "error refused 1:11: a must have a value and has no default"),
  ])
  func itHasToBeGiven(command: String, error: String) {
    let before = talk.tell("list P; schema")
    expectEqual(talk.tell(command).first?.hasPrefix(error), true, "\(talk.tell(command))")
    nothingHasChanged(since: before)
  }

  @Test func theTableHasNoDefaultForItThatAnotherProgramCouldGetByLeavingItOut() throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      "define T { a: Integer in 5...9, b: Decimal(fraction: 2) in 0.01..., c: Integer }",
      database: outsider.path)
    for columns in ["(a) VALUES(5)", "(b) VALUES(0.5)", " DEFAULT VALUES"] {
      #expect(throws: Outsider.Failure.self) { try outsider.run("INSERT INTO T\(columns)") }
    }
    try outsider.run("INSERT INTO T(a, b) VALUES(5, 0.5)")
    expectEqual(talk.tell("list T; check"), ["T/1|5|0.50|0"])
  }

  @Test func aRecordIsMadeWhereAllAreGiven() {
    expectEqual(talk.tell("new P k=x a=0.02 n=6"), ["P/2"])
    expectEqual(talk.tell("put P[y] a=1 n=7"), ["P/3"])
    expectEqual(talk.tell("append L/1.items new P k=z a=2 n=8"), ["P/4"])
  }

  @Test func aFormOfANewRecordIsNotStoredWithoutIt() {
    talk.tell("edit new P as f")
    expectEqual(
      talk.tell("type f \"x<Tab><Tab><Return>\"").last, "error rule 1:8: a and n are required")
    expectEqual(
      talk.tell("type f \"3<Submit>\"").last, "error rule 1:8: n is required")
    talk.tell("type f \"7<Return>\"")
    expectEqual(talk.tell("list P where k = 'x'").last, "P/2|x|3.00|7")
  }

  @Test func clearLeavesItAsItWasAndTheFieldIncomplete() {
    talk.tell("field f on P/1.n; form h on P/1")
    expectEqual(
      talk.tell("type f \"<Clear><Return>\""),
      [
        "f: \"\" incomplete: n is required (editing)",
        "error refused 1:8: f is incomplete: n is required",
      ])
    expectEqual(talk.tell("get P/1.n"), ["5"])
    expectEqual(talk.tell("type f \"<Esc>\""), ["f: \"5\" P/1.n = 5"])
    expectEqual(
      talk.tell("type h \"<Tab><Clear><Submit>\"").last,
      "error refused 1:8: h.a is incomplete: a is required")
    expectEqual(talk.tell("type h \"<Esc><Esc>\"; get P/1.a").last, "0.01")
    talk.tell("field g on P/1.a clear off")
    expectEqual(talk.tell("type g \"<Clear><Return>\"; get P/1.a").last, "0.01")
  }

  @Test func anAlterationAsksForItToo() {
    let before = talk.tell("list P; schema")
    for (change, why) in [
      ("add z: Integer in 3...", "P/1: z is required"),
      ("change n: Integer in 6...9", "P/1: n must be 6…9, not 5"),
    ] {
      #expect(talk.tell("alter P { \(change) }")[0].contains(why))
    }
    nothingHasChanged(since: before)
    expectEqual(talk.tell("alter P { add z: Integer in 3... using (n) }").count, 1)
    expectEqual(
      talk.tell("alter P { add y: Integer = 4 }; alter P { change y: Integer in 1... }").count, 1)
    expectEqual(talk.tell("list P").last, "P/1|w|0.01|5|5|4")
    expectEqual(talk.tell("new P k=x a=1 n=5"), ["error rule 1:5: z and y are required"])
    #expect(
      talk.tell("alter P { add o: Integer? in 3... }; alter P { change o: Integer in 3... }")[0]
        .contains("P/1: o is required"))
    expectEqual(talk.tell("delete P/1; alter P { add q: Integer in 3... }; check"), [])
  }

  @Test func nothingIsInventedWhenSomethingIsTakenBackOrBroughtBack() {
    talk.tell("alter P { add z: Integer in 3... using (n) }")
    let with = talk.tell("list P; schema")
    talk.tell("undo; redo")
    nothingHasChanged(since: with)
    talk.tell("delete P/1; undo")
    nothingHasChanged(since: with)
    talk.tell("set P/1.z 7; delete P/1; restore P/1 to #5")
    nothingHasChanged(since: with)
    // Before the property existed there was no value to restore.
    talk.tell("delete P/1")
    #expect(talk.tell("restore P/1 to #4")[0].contains("z is required; changed by "))
    talk.tell("undo; alter P { drop z }; new P k=x a=1 n=9")
    #expect(talk.tell("revert \(transaction("drop z"))")[0].contains("P/2"))
    expectEqual(talk.tell("check; list P").suffix(2), ["P/1|w|0.01|5", "P/2|x|1.00|9"])
  }

  private func transaction(_ command: String) -> String {
    talk.tell("log").first { $0.contains(command) }.map { "#" + $0.prefix { $0 != "|" } } ?? ""
  }

  @Test(arguments: ["dump", "history --script"])
  func whatIsWrittenOutMakesTheSameRecords(command: String) throws {
    talk.tell(
      """
      new P k=x a=2.50 n=9; append L/1.items new P k=y a=0.01 n=5; set P/2.a 0.01; delete P/1; undo
      alter P { add z: Integer in 3... using (n) }; alter P { change n: Integer in 1...9 }
      """)
    let copy = try Conversation(talk.tell(command).joined(separator: "\n"))
    expectEqual(copy.tell("list P; schema; check"), talk.tell("list P; schema; check"))
  }

  @Test func aDefaultOrAQuestionMarkMakesItAsBefore() throws {
    let talk = try Conversation(
      "define T { k: Text, a: Integer in 5...9 = 6, b: Integer? in 5...9 }")
    expectEqual(talk.tell("new T; list T").last, "T/1||6|nil")
    expectEqual(
      talk.tell("field f on T/1.a; type f \"<Clear><Return>\"").last, "f: \"6\" T/1.a = 6")
  }
}
