import Session
import TestSupport
import Testing

@Suite struct GroupEndTests {
  private static let store = """
    define P { name: Text key, n: Integer = 0, tags: [Text] }
    new P name=a; new P name=b; new P name=c
    """

  /// Interrupted as soon as the file contains the change.
  private static func interruptedOnceStored(
    _ setUp: String, in outsider: Outsider
  ) throws -> Conversation {
    try Conversation(
      Self.store + "\n" + setUp, database: outsider.path,
      isInterrupted: { (try? outsider.texts("SELECT n FROM P WHERE id = 1")) == ["5"] },
      isGrouping: true)
  }

  private static let slow = "name regexp '^x'"

  @Test(arguments: [
    ("", "echo ('a' regexp 'b')"),
    ("", "echo (count(P where \(slow)))"),
    ("", "echo \"there are :(count(P where \(slow)))\""),
    ("", "let x = (regexp('a', 'b'))"),
    ("", "if 'a' regexp 'x' { set P/2.n 1 }"),
    ("", "if 1 = 1 { let y = 1; set P/2.n (regexp('x', 'y')) }"),
    ("", "expect ('a' regexp 'a')"),
    ("", "expect error { echo (regexp('a', 'b')) }"),
    ("", "count P where \(slow)"),
    ("", "count P by (\(slow))"),
    ("", "label l = (count(P where \(slow)))"),
    ("label l = (count(P where \(slow) or n = 5))", "echo \"text\""),
    ("", "set P/2.n (regexp('a', 'b'))"),
    ("", "set P where \(slow) : n=3"),
    ("", "delete P where \(slow)"),
    ("", "for p in P where \(slow) { set p.n 1 }"),
    ("", "for x in [1, 2] { set P/2.n :x }"),
    ("", "repeat 3 { set P/2.n 4 }"),
    ("", "repeat 3 { echo on }"),
    ("", "try { repeat 3 { set P/2.n 4 } }"),
    ("", "try { set P/2.n (regexp('a', 'b')) } else { }"),
    ("command slow { set P/2.n (regexp('a', 'b')) }", "slow"),
    ("command slow { repeat 2 { set P/2.n 3 } }\ncommand outer { slow }", "outer"),
    ("", "alter P { add m: Integer = 0 }"),
  ])
  func whatTheCommandsBeforeHaveDoneIsStoredBeforeWhatMayRunLong(
    setUp: String, command: String
  ) throws {
    let outsider = try Outsider()
    let talk = try Self.interruptedOnceStored(setUp, in: outsider)
    let said = talk.tell("set P/1.n 4\nset P/1.n 5\n\(command)")
    #expect(said.contains { $0.hasSuffix("interrupted") }, "\(said)")
    #expect(!said.contains { $0.contains("nothing was stored") }, "\(said)")
    try expectEqual(outsider.texts("SELECT n FROM P WHERE id = 1"), ["5"])
  }

  @Test func aHandlerThatMayRunLongHasTheGroupEndBefore() throws {
    let outsider = try Outsider()
    let talk = try Self.interruptedOnceStored(
      "on change P/2.n { echo (regexp('a', 'b')) }", in: outsider)
    let said = talk.tell("set P/1.n 5\nset P/2.n 1")
    #expect(said.contains { $0.hasSuffix("interrupted") }, "\(said)")
  }

  @Test(arguments: [
    "echo \"text\"", "let x = 3", "set P/2.n 7", "set P/2 n=(n + 1)", "new P name=d",
    "echo (1 + 2)", "echo \":(round(2.5) + length('abc'))\"", "if 1 = 1 { set P/2.n 3 }",
    "let d = (date('2026-11-23', '+1 day'))", "get P/2.n", "append P/2.tags x",
    "try { set P/2.n 3 }", "expect (upper('a') = 'A')", "echo ('a' in ('a', 'b'))",
    "command quick { set P/2.n 3 }\nquick",
  ])
  func whatIsQuickIsCommittedWithTheCommandsBefore(command: String) throws {
    let outsider = try Outsider()
    let talk = try Self.interruptedOnceStored("", in: outsider)
    let said = talk.tell("set P/1.n 5\n\(command)\necho end")
    expectEqual(said.last, "end", "\(said)")
  }

  @Test func whereverAnInterruptionComesWhatWasDoneBeforeItIsStored() throws {
    for place in 1... {
      let outsider = try Outsider()
      var looks = 0
      var isOn = false
      let talk = try Conversation(
        Self.store, database: outsider.path,
        isInterrupted: {
          looks += isOn ? 1 : 0
          return isOn && looks == place
        }, isGrouping: true)
      isOn = true
      let said = talk.tell("set P/1.n 1\nset P/1.n 2\ncount P where \(Self.slow)\nset P/1.n 3")
      isOn = false
      #expect(!said.contains { $0.contains("nothing was stored") }, "\(place): \(said)")
      let stored = try outsider.texts("SELECT n FROM P WHERE id = 1").first ?? ""
      let log = talk.tell("log").count - 4
      expectEqual(talk.tell("get P/1.n"), [stored], "\(place)")
      expectEqual("\(log)", stored, "\(place)")
      if looks < place {
        expectEqual(stored, "3")
        return
      }
      #expect(said.contains { $0.hasSuffix("interrupted") }, "\(place): \(said)")
    }
  }
}
