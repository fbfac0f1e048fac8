import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct ReadingTests {
  private static let world = """
    define A { key: Text key, z: Integer? = 1, items: [B] owned, n: Integer := (id + 1) }
    define B { text: Text = "" }
    rule A.small : z is null or z < 99
    index A.z
    new A key=a z=3
    append A/1.items new B text=one
    new A key=b
    """

  private static let alterations = [
    "alter A { drop z }", "alter A { add z: Integer? = 1 }", "alter A { change z: Text? }",
    "alter A { change z: Integer? }", "alter A { rename z to y }", "alter A { rename y to z }",
    "alter A { add w: Integer? := (id * 2) }", "alter A { drop w }", "set A/1.z 4", "undo",
    "undo 2", "redo", "alter B { add m: Integer = 7 }", "alter B { drop m }", "revert #9",
    "define C { a: A?, bs: [B] owned }", "drop type C", "index A.z", "rule A.small : id < 99",
  ]

  private static let questions = [
    "list A", "blame A/1", "why A/1.key", "explain list A where key = \"a\"", "show A/1",
    "get A/1.key", "count A where id > 0", "list A where n > 1 order by key", "list A key, n",
    "history A", "history A/1", "log limit 3", "describe A", "stats A.n", "diff #3", "types",
    "schema", "dump", "history --script", "sql \"select * from A\"", "check",
    "list A at #7", "show A/1 --blame", "echo (count(A))",
  ]

  @Test func whatAnotherSessionAltersMeanwhileIsSeenWholeOrNotAtAll() throws {
    let outsider = try Outsider()
    let path = outsider.path
    _ = try Conversation(Self.world, database: path, actor: "zoe")
    let isDone = Mutex(false)
    let failure = Mutex<String?>(nil)
    let writer = Thread {
      do {
        let talk = try Conversation("", database: path, actor: "bob")
        var random = Seeded(stream: 21)
        while !isDone.withLock({ $0 }) {
          talk.tell(Self.alterations.randomElement(using: &random) ?? "")
        }
      } catch {
        failure.withLock { $0 = "\(error)" }
      }
    }
    writer.start()
    let talk = try Conversation("", database: path, isGrouping: true)
    for round in 1...4 {
      for question in Self.questions {
        let said = talk.tell(question)
        let isRight =
          question == "check" ? said == [] : !said.contains { $0.hasPrefix("error") }
        #expect(isRight, "round \(round): \(question): \(said)")
      }
    }
    let script = talk.tell("history --script").joined(separator: "\n")
    #expect(throws: Never.self) { _ = try Conversation(script) }
    isDone.withLock { $0 = true }
    while !writer.isFinished { Thread.sleep(forTimeInterval: 0.001) }
    #expect(failure.withLock { $0 } == nil)
    expectEqual(talk.tell("check"), [])
  }
}
