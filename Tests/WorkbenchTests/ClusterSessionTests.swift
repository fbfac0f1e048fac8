import Foundation
import Synchronization
import TestSupport
import Testing

/// Sessions that do on a cluster what people do with a file.
@Suite(.waitsForNodes) struct ClusterSessionTests {
  private static func run(_ cluster: TestCluster, _ index: Int, _ commands: String...) throws
    -> Program.Run
  {
    try cluster.program.run(
      Program.executable,
      ["cluster:" + cluster.door(index)] + commands.flatMap { ["-c", $0] }, Data(),
      cluster.environment)
  }

  @Test func nextHasNoGapAndNoDuplicate() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", "define O { number: Integer key = next, by: Text }")
    nonisolated(unsafe) let shared = cluster
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      let session = try? TestSession(shared, at: shared.door(number % 3), "--actor", "w\(number)")
      for _ in 0..<10 {
        let said = session?("new O by=\"w\(number)\"") ?? "no session"
        if !said.hasPrefix("O/") { failures.note(said) }
      }
      session?.end()
    }
    expectEqual(failures.texts, [])
    let run = try cluster("--csv", "-c", "list O number order by number")
    expectEqual(
      run.output.split(whereSeparator: \.isNewline),
      ["ref,number"] + (1...40).map { "O/\($0),\($0)" }, "\(run)")
  }

  @Test func deferredRulesAndKeptHandlersApplyAtEveryNode() throws {
    let cluster = try TestCluster()
    let defined = try cluster(
      "-c", "define T { n: Integer = 0, twice: Integer = 0, word: Text = \"\" }",
      "-c", "rule T.word \"a word is missing\" deferred : n = 0 or word <> \"\"",
      "-c", "save on change T.n as double { set record.twice (:new * 2) }", "-c", "new T")
    expectEqual(defined.status, 0, "\(defined.errors)")
    let broken = try Self.run(cluster, 1, "begin", "set T/1.n 4", "commit")
    expectEqual(broken.status, 1)
    #expect(broken.errors.contains("a word is missing"), "\(broken.errors)")
    let kept = try Self.run(
      cluster, 2, "begin", "set T/1.n 4", "set T/1.word \"w\"", "commit", "get T/1.twice", "undo",
      "get T/1.twice")
    expectEqual(kept.output, "8\n0\n", "\(kept.errors)")
  }

  @Test func manyRecordsAreChangedByOneCommand() throws {
    let cluster = try TestCluster()
    let made = try cluster("-c", Adders.define, "-c", "for i in 1...1200 { new C n=:i }")
    expectEqual(made.status, 0, "\(made.errors)")
    let change = "set C where n > 100 : n=(n + 1) note=\"more\""
    let run = try Self.run(cluster, 1, change, "count C where note = \"more\"", "get C/1200.n")
    expectEqual(run.output, "1100\n1201\n", "\(run.errors)")
    let undone = try Self.run(cluster, 2, "undo", "count C where note = \"more\"", "check")
    #expect(undone.output.contains("\n0\n") || undone.output.hasPrefix("0\n"), "\(undone)")
    expectEqual(undone.status, 0, "\(undone.errors)")
    let gone = try Self.run(cluster, 1, "delete C where n > 300", "count C", "undo", "count C")
    #expect(gone.errors.hasPrefix("900 records deleted\n"), "\(gone)")
    expectEqual(gone.lines.filter { Int($0) != nil }, ["300", "1200"])
    try expectEqual(cluster("-c", "check").status, 0)
  }

  @Test func aCommandNoticesWhatAnotherSessionDefinedAndChangedBefore() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Adders.define, "-c", "new C")
    let session = try TestSession(cluster, at: cluster.door(1))
    expectEqual(session("get C/1.n"), "0\n")
    _ = try cluster(
      "-c", "define D { n: Integer = 0 }", "-c", "new D", "-c", "new C n=4",
      "-c", "save on change C.n as note { set record.note \"changed\" }", "-c", "set C/1.n 5")
    expectEqual(session("set D/1.n 3"), "")
    expectEqual(session("get D/1.n"), "3\n")
    _ = try cluster("-c", "set C/2.n 7")
    expectEqual(session("set C/1.n (C/2.n + 1)"), "")
    expectEqual(session("get C/1.n"), "8\n")
    expectEqual(session("get C/1.note"), "changed\n")
    _ = try cluster("-c", "drop type D", "-c", "define E { n: Integer = 0 }")
    #expect(session("set D/1.n 4").contains("error"))
    expectEqual(session("new E n=9"), "E/1\n")
    session.end()
  }

  @Test func aSheetGoesOutAndInAgain() throws {
    let cluster = try TestCluster()
    let out = try cluster(
      "-c", "define P { name: Text key, price: Decimal(integer: 6, fraction: 2), born: Date? }",
      "-c", "new P name=\"a\" price=1.50 born=2001-02-03", "-c", "new P name=\"ü\" price=2",
      "-c", "export P to p.xlsx", "-c", "set P where true : price=9")
    expectEqual(out.status, 0, "\(out.errors)")
    let back = try Self.run(
      cluster, 2, "import p.xlsx into P update by name", "list P name, price, born order by name")
    expectEqual(
      back.output, "ref  name  price  born\nP/1  a      1.50  2001-02-03\nP/2  ü      2.00\n",
      "\(back.errors)")
  }

  @Test func aFormSurvivesTheLossOfTheLeader() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Adders.define, "-c", "new C note=\"a\"")
    let terminal = try PseudoTerminal(
      cluster.program, [TestCluster.name], environment: cluster.environment, columns: 80, rows: 24)
    try terminal.waitForPrompt()
    try terminal.send("edit C/1\r")
    try terminal.wait("the form") { $0.isAlternate && $0.line.hasPrefix("> n:") }
    try terminal.send("7")
    cluster.kill(try cluster.leader())
    try terminal.send("\t" + Keys.end + "b" + Keys.control("s"))
    try terminal.wait("the prompt") { !$0.isAlternate && $0.beforeCursor == "> " }
    try expectEqual(cluster("-c", "get C/1.n", "-c", "get C/1.note").output, "7\nab\n")
    try expectEqual(cluster("-c", "check").status, 0)
  }

  private final class Failures: Sendable {
    private let list = Mutex<[String]>([])
    var texts: [String] { list.withLock { $0 } }
    func note(_ text: String) { list.withLock { $0.append(text) } }
  }
}
