import Foundation
import Synchronization
import TestSupport
import Testing

/// Sessions that write at the same time.
@Suite(.waitsForNodes) struct ClusterQueueTests {
  /// Waits until so many sessions wait to write.
  private static func wait(for count: UInt8, in cluster: TestCluster) throws {
    let leader = try NodeClient(at: cluster.door(cluster.leader()))
    leader.send(NodeClient.greeting)
    for request in [NodeClient.request(1, NodeClient.word(0)), NodeClient.open] {
      try #require(leader.ask(request) != nil)
    }
    for _ in 0..<6_000 {
      let answer = leader.ask(NodeClient.query("SELECT wb_node_waiting()"))
      // The number stands before the mark of the end.
      if answer?.body.suffix(16).first == count { return }
      usleep(10_000)
    }
    throw Program.Failure(words: "not \(count) sessions wait")
  }

  private static func holding(_ cluster: TestCluster) throws -> TestSession {
    let made = try cluster("-c", Adders.define, "-c", "new C")
    expectEqual(made.output, "C/1\n", "\(made.errors)")
    let holder = try TestSession(cluster, "--actor", "anna")
    expectEqual(holder("begin"), "")
    expectEqual(holder("set C/1.note \"a\""), "")
    return holder
  }

  @Test func writersGetTheirTurnInTheOrderOfTheirArrival() throws {
    let cluster = try TestCluster()
    let holder = try Self.holding(cluster)
    nonisolated(unsafe) let shared = cluster
    let said = Mutex<[String]>([])
    let writers = DispatchGroup()
    for number in 1...8 {
      DispatchQueue.global().async(group: writers) {
        let run = try? shared.workbench(
          "cluster:" + shared.door(number % 3), "-c", "set C/1.n (C/1.n * 10 + \(number))")
        said.withLock { if run?.status != 0 { $0.append(run?.errors ?? "no run") } }
      }
      try Self.wait(for: UInt8(number), in: cluster)
    }
    expectEqual(holder("commit"), "")
    writers.wait()
    expectEqual(said.withLock { $0 }, [])
    try expectEqual(cluster("-c", "get C/1.n", "-c", "get C/1.note").output, "12345678\na\n")
  }

  /// A waiting session that is gone does not keep others waiting.
  @Test func aWriterThatLeavesLosesItsTurn() throws {
    let cluster = try TestCluster()
    let holder = try Self.holding(cluster)
    let first = Process()
    first.executableURL = Program.executable
    first.arguments = ["cluster:" + cluster.door(1), "-c", "set C/1.n 7"]
    first.standardOutput = FileHandle.nullDevice
    first.standardError = FileHandle.nullDevice
    try first.run()
    try Self.wait(for: 1, in: cluster)
    Foundation.kill(first.processIdentifier, SIGKILL)
    first.waitUntilExit()
    try Self.wait(for: 0, in: cluster)
    expectEqual(holder("commit"), "")
    try expectEqual(cluster("-c", "get C/1.n").output, "0\n")
  }

  @Test func aSessionThatWaitsIsToldWhoWrites() throws {
    let cluster = try TestCluster()
    let holder = try Self.holding(cluster)
    nonisolated(unsafe) let shared = cluster
    let run = Mutex<Program.Run?>(nil)
    let writers = DispatchGroup()
    DispatchQueue.global().async(group: writers) {
      let ended = try? shared("--actor", "vera", "-c", "set C/1.n 2", "-c", "get C/1.n")
      run.withLock { $0 = ended }
    }
    try Self.wait(for: 1, in: cluster)
    // The user is told after two seconds.
    sleep(4)
    expectEqual(holder("commit"), "")
    writers.wait()
    let ended = try #require(run.withLock { $0 })
    expectEqual(ended.output, "2\n")
    let lines = ended.errors.split(separator: "\n")
    expectEqual(lines.count, 1, "\(ended.errors)")
    #expect(
      try #/waiting for anna@\S+, who has been writing for \d+ s/#.wholeMatch(in: lines[0]) != nil,
      "\(ended.errors)")
  }

  @Test func aSilentTransactionStaysOpenWhileNobodyWaits() throws {
    let cluster = try TestCluster(silence: 1)
    let holder = try Self.holding(cluster)
    // Longer than the node looks at a silent session.
    sleep(4)
    expectEqual(holder("commit"), "")
    try expectEqual(cluster("-c", "get C/1.note").output, "a\n")
  }

  /// The leader would end a connection through which nothing has arrived for 12 s.
  @Test(.enabled(if: Seeded.isLong, "it takes long"))
  func aValueThatArrivesSlowlyIsStored() throws {
    let cluster = try TestCluster(silence: 1)
    _ = try cluster("-c", Adders.define, "-c", "new C")
    let client = try NodeClient(at: cluster.door(0))
    client.send(NodeClient.greeting)
    for request in [
      NodeClient.request(1, NodeClient.word(0)), NodeClient.open,
      NodeClient.execute("BEGIN IMMEDIATE"),
    ] {
      #expect(client.ask(request)?.kind != 0)
    }
    nonisolated(unsafe) let shared = cluster
    let writers = DispatchGroup()
    DispatchQueue.global().async(group: writers) { _ = try? shared("-c", "set C/1.n 2") }
    let text = String(repeating: "x", count: 4_000)
    let request = NodeClient.execute("INSERT INTO wb_state VALUES('slow', '\(text)')")
    for start in stride(from: 0, to: request.count, by: 100) {
      client.send(Array(request[start..<min(request.count, start + 100)]))
      usleep(500_000)
    }
    expectEqual(client.answer()?.kind, 6)
    expectEqual(client.ask(NodeClient.execute("COMMIT"))?.kind, 6)
    writers.wait()
    try expectEqual(cluster("-c", "get C/1.n").output, "2\n")
  }
}
