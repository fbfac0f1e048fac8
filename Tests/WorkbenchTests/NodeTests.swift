import Foundation
import TestSupport
import Testing

/// What a node lets through, answers and reports.
@Suite(.waitsForNodes) struct NodeTests {
  private static let define = Adders.define
  private typealias Client = NodeClient

  // MARK: Requests

  @Test func requestsThatSessionsNeverSendEndOnlyTheirConnection() throws {
    let cluster = try TestCluster(1)
    _ = try cluster("-c", Self.define, "-c", "new C n=7")
    let (word, request) = (Client.word, Client.request)
    let session = Client.request(1, Client.word(0))
    let change = Client.request(1, Client.word(1 << 63))
    let cases: [(String, [UInt8])] = [
      ("of another version", Client.word(77)),
      ("of unknown kind 0", Client.greeting + Client.request(0, [])),
      ("of unknown kind 200", Client.greeting + session + request(200, word(0), nil)),
      ("of unknown kind 10", Client.greeting + session + request(10, word(0), nil)),
      ("of 32767 MiB", Client.greeting + session + request(9, word(0), UInt64(UInt32.max) * 8)),
      ("malformed", Client.greeting + request(0, word(0) + word(0), nil)),
      ("malformed", Client.greeting + session + request(3, Array("aaaaaaaa".utf8), nil)),
      (
        "malformed", Client.greeting + session + request(15, Client.text("../workbench"), nil)
      ),
      (
        "malformed",
        Client.greeting + session + Client.open
          + request(9, word(0) + Client.text("SELECT ?") + [200, 1, 1, 1, 1, 1, 1, 1], nil)
      ),
      (
        "malformed",
        Client.greeting + session + Client.open
          + request(
            9, word(0) + Client.text("SELECT ?") + [1, 4, 0, 0, 0, 0, 0, 0] + word(1 << 62), nil)
      ),
      ("use workbench cluster", Client.greeting + session + request(13, word(1) + word(2), nil)),
      ("use workbench cluster", Client.greeting + session + request(14, word(1), nil)),
      ("use workbench cluster", Client.greeting + session + request(17, word(1), nil)),
      ("to add a node", Client.greeting + change + request(12, word(5) + Client.text("a:1"), nil)),
      // The only node must not lose its vote.
      ("malformed", Client.greeting + change + request(13, word(1) + word(2), nil)),
      ("of unknown kind 19", Client.greeting + change + request(19, word(1), nil)),
    ]
    for (words, bytes) in cases {
      let client = try Client(at: cluster.door(0))
      client.send(bytes)
      var last: Client.Answer?
      while let answer = client.answer() { last = answer }
      #expect(last?.text.contains("because of a request") == true, "\(words)")
      #expect(last?.text.contains(words) == true, "\(words): \(last?.text ?? "")")
    }
    try expectEqual(cluster("-c", "get C/1.n").output, "7\n")
    try cluster.waitForLog(of: 0, "of unknown kind 200")
    #expect(try !String(contentsOfFile: cluster.log(0), encoding: .utf8).contains("crashed"))
  }

  @Test func statementsThatWouldEndANodeAreStopped() throws {
    let cluster = try TestCluster(1)
    _ = try cluster("-c", Self.define, "-c", "new C n=7")
    let client = try Client(at: cluster.door(0))
    client.send(Client.greeting)
    expectEqual(client.ask(Client.request(1, Client.word(0)))?.kind, 2)
    expectEqual(client.ask(Client.open)?.kind, 4)
    for sql in ["CREATE TABLE odd(a DATE, b)", "INSERT INTO odd VALUES(1.5, 2)"] {
      expectEqual(client.ask(Client.execute(sql))?.kind, 6)
    }
    let columns = (0..<481).map { "1 AS c\($0)" }.joined(separator: ", ")
    for request in [
      Client.execute("INSERT INTO odd(b) VALUES(3) RETURNING b"),
      Client.query("INSERT INTO odd(b) VALUES(4) RETURNING b"),
      Client.query("SELECT a FROM odd"), Client.query("SELECT \(columns)"),
    ] {
      let answer = client.ask(request)
      expectEqual(answer?.kind, 0)
      #expect(answer?.text.hasSuffix("interrupted") == true, "\(answer?.text ?? "it has ended")")
    }
    let sum = client.ask(Client.query("SELECT sum(b) FROM odd"))
    expectEqual(sum?.kind, 7)
    #expect(sum?.body.suffix(16).first == 2)
    try expectEqual(cluster("-c", "get C/1.n").output, "7\n")
  }

  @Test func aTypeWithMoreColumnsThanANodeCanSendEndsNoNode() throws {
    let cluster = try TestCluster(1)
    let properties = (0..<500).map { "p\($0): Integer = 0" }.joined(separator: ", ")
    let new = try cluster("-c", "define W { \(properties) }", "-c", "new W")
    #expect(new.errors.contains("a record with more than 255 values"), "\(new.errors)")
    let run = try cluster("-c", "list W")
    #expect(run.errors.contains("cannot send more than 480 columns"), "\(run.errors)")
    try expectEqual(cluster("-c", Self.define, "-c", "new C n=7", "-c", "get C/1.n").status, 0)
  }

  // MARK: Connections

  @Test func connectionsBeyondTheMaximumAreRefusedUntilIdleOnesEnd() throws {
    let program = try Program()
    defer { program.remove() }
    let node = Process()
    node.executableURL = URL(fileURLWithPath: "/bin/sh")
    let folder = program.folder.appending(path: "n").path
    node.arguments = [
      "-c", "ulimit -n 256; exec \"$0\" node \"$@\"", Program.executable.path, folder, "--address",
      try "127.0.0.1:\(TestCluster.freePorts(1)[0])", "--begin", "--silence", "1",
    ]
    let said = Pipe()
    node.standardOutput = said
    node.standardError = FileHandle.nullDevice
    try node.run()
    defer {
      node.terminate()
      node.waitUntilExit()
    }
    try #require(!said.fileHandleForReading.availableData.isEmpty, "the node has not started")
    var served: [Client] = []
    var refused: [Client] = []
    for _ in 0..<300 {
      let client = try Client(at: folder + "/door")
      client.send(Client.greeting + Client.request(1, Client.word(0)) + Client.open)
      guard let answer = client.answer() else { continue }
      if answer.kind == 0 {
        #expect(answer.text.contains("cannot serve more"), "\(answer.text)")
        refused.append(client)
      } else {
        expectEqual(client.answer()?.kind, 4)
        served.append(client)
      }
    }
    #expect(served.count > 10 && served.count < 50 && refused.count > 200)
    expectEqual(served.first?.ask(Client.query("SELECT 1"))?.kind, 7)
    // The others end after ten seconds, because this session waits.
    var run: Program.Run?
    for _ in 0..<100 where run?.status != 0 {
      run = try program.run(Program.executable, ["cluster:" + folder + "/door", "-c", "types"])
    }
    expectEqual(run?.status, 0, "\(run?.errors ?? "")")
  }

  /// A node would otherwise wait forever to send the rest of an answer.
  @Test func aClientThatReadsNothingIsDisconnected() throws {
    let cluster = try TestCluster(1, options: ["--metrics", "./metrics"])
    let client = try Client(at: cluster.door(0))
    client.send(Client.greeting + Client.request(1, Client.word(0)) + Client.open)
    #expect(client.answer() != nil)
    expectEqual(client.answer()?.kind, 4)
    let metrics = cluster.program.folder.appending(path: "metrics").path
    func connections() throws -> String? {
      let page = try Client(at: metrics)
      page.send(Array("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
      let lines = page.rest().split(separator: "\n")
      return lines.first { $0.hasPrefix("workbench_node_connections ") }?.suffix(2).description
    }
    try expectEqual(connections(), " 1")
    for _ in 0..<50 { client.send(Client.query("SELECT hex(zeroblob(1000000))")) }
    for _ in 0..<600 {
      if try connections() == " 0" { return }
      usleep(100_000)
    }
    Issue.record("the client is still connected")
  }

  @Test func theSocketOfAStandbyAnswers() throws {
    let cluster = try TestCluster(4)
    let members = try cluster.workbench("cluster", "members", "cluster:" + cluster.door(3))
    expectEqual(members.lines.count { $0.contains("stands by") }, 1, "\(members.errors)")
    let door = "cluster:" + cluster.door(3)
    let run = try cluster.workbench(door, "-c", Self.define, "-c", "new C n=7", "-c", "get C/1.n")
    expectEqual(run.output, "C/1\n7\n", "\(run.errors)")
    cluster.kill(try cluster.leader())
    try expectEqual(cluster.workbench(door, "-c", "set C/1.n 8", "-c", "get C/1.n").output, "8\n")
  }

  /// Without probes, the session waits for a minute.
  @Test(arguments: [true, false]) func aStoppedNodeIsLeftForAnother(leads: Bool) throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Self.define, "-c", "new C n=7")
    // The first node leads, and its socket is the first of the file.
    let leader = try cluster.leader()
    if !leads {
      cluster.end(leader)
      _ = try cluster.leader()
      try cluster.start(leader)
    }
    let session = try TestSession(cluster)
    expectEqual(session("get C/1.n"), "7\n")
    try cluster.pause(0)
    let start = Date.now
    expectEqual(session("set C/1.n 8"), "")
    expectEqual(session("get C/1.n"), "8\n")
    #expect(Date.now.timeIntervalSince(start) < 60)
    cluster.resume(0)
    session.end()
  }

  // MARK: Addresses, log and metrics

  @Test func nodesHaveIPv6Addresses() throws {
    let cluster = try TestCluster(host: "[::1]")
    _ = try cluster("-c", Self.define, "-c", "new C n=7")
    let members = try cluster.workbench("cluster", "members", TestCluster.name)
    expectEqual(members.lines.count { $0.hasPrefix("[::1]:") && $0.contains("votes") }, 3)
    cluster.kill(try cluster.leader())
    try expectEqual(cluster("-c", "set C/1.n 8", "-c", "get C/1.n").output, "8\n")
    let run = try cluster.workbench("node", "n", "--address", "::1:9601", "--begin")
    #expect(run.errors.contains("10.0.0.1:9601 or [fd00::1]:9601"), "\(run.errors)")
  }

  @Test func aNodeLogsItsEventsWithTimeAndLevel() throws {
    let cluster = try TestCluster()
    let other = cluster.addresses[2]
    try cluster.waitForLog(of: 0, " info this node leads\n")
    try cluster.waitForLog(of: 2, " info the node has joined its cluster\n")
    try cluster.waitUntilKnown(to: 0)
    cluster.kill(2)
    try cluster.waitForLog(of: 0, " warning the node \(other) does not answer\n")
    try cluster.start(2)
    try cluster.waitForLog(of: 0, " info the node \(other) answers again\n")
    cluster.end(0)
    try cluster.waitForLog(of: 0, " info the node is stopped\n")
    let lines = try String(contentsOfFile: cluster.log(0), encoding: .utf8).split(separator: "\n")
    for line in lines {
      #expect(
        try #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (info|warning|error) .+/#.wholeMatch(in: line) != nil,
        "\(line)")
    }
    // The journal adds the time itself.
    let run = try cluster.program.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c",
        "export JOURNAL_STREAM=$(stat -Lc %d:%i /dev/stderr); "
          + ": >said; \"$@\" >said & until grep -q ready said; do kill -0 $! || exit 1; sleep 0.1; done; "
          + "kill $!; wait", "sh", Program.executable.path, "node", "j", "--address",
        "127.0.0.1:\(TestCluster.freePorts(1)[0])", "--begin",
      ])
    let journal = run.errors.split(separator: "\n")
    #expect(journal.contains("<6>this node leads"), "\(run.errors)")
    #expect(journal.allSatisfy { $0.hasPrefix("<") }, "\(run.errors)")
  }

  @Test func aNodeServesItsMetrics() throws {
    let cluster = try TestCluster(1, options: ["--metrics", "./metrics"])
    _ = try cluster("-c", Self.define, "-c", "new C n=7")
    let bad = try Client(at: cluster.door(0))
    bad.send(Client.greeting + Client.request(200, Client.word(0)))
    #expect(bad.answer() != nil)
    let metrics = cluster.program.folder.appending(path: "metrics").path
    func page(_ path: String) throws -> String {
      let client = try Client(at: metrics)
      client.send(Array("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
      return client.rest()
    }
    let text = try page("/metrics")
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4"))
    let lines = text.split(separator: "\n")
    for line in [
      "workbench_node_up 1", "workbench_node_is_leader 1",
      "workbench_node_refused_requests_total 1",
      "workbench_node_members{role=\"voter\"} 1",
      "# TYPE workbench_node_transactions_total counter",
    ] {
      #expect(lines.contains { $0 == line }, "\(line): \(text)")
    }
    for name in ["transactions_total", "folder_bytes", "free_bytes"] {
      let line = lines.first { $0.hasPrefix("workbench_node_\(name) ") }
      #expect(line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0 > 0, "\(name)")
    }
    try expectEqual(page("/").hasPrefix("HTTP/1.1 404"), true)
    let run = try cluster.workbench(
      "node", "n", "--address", "127.0.0.1:9", "--begin", "--metrics", "10.0.0.1:9")
    #expect(run.errors.contains("10.0.0.1:9 is not a local address"), "\(run.errors)")
  }
}
