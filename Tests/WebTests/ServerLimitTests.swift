import TestSupport
import Testing
import Web

/// Limits of time and number; the times are short here.
@Suite(.waits) struct ServerLimitTests {
  @Test(arguments: [
    "X-Long: " + String(repeating: "a", count: 16 << 10),
    (0..<17).map { "X-\($0): " + String(repeating: "a", count: 1024) }.joined(separator: "\r\n"),
    (0..<300).map { "X-\($0): a" }.joined(separator: "\r\n"),
  ])
  func aLongHeadIsRefused(lines: String) throws {
    let served = try ServedPages()
    let client = try ServerClient(port: served.port)
    client.send("GET / HTTP/1.1\r\nHost: \(served.host)\r\n\(lines)\r\n\r\n")
    expectEqual(try client.reply().status, 431)
    try served.expectAnswers()
  }

  @Test func aLongAddressIsRefused() throws {
    let served = try ServedPages()
    let path = "/" + String(repeating: "a", count: 16 << 10)
    expectEqual(try served.get(path).status, 431)
    try served.expectAnswers()
  }

  @Test func aHeadWithinTheLimitIsAnswered() throws {
    let served = try ServedPages()
    let reply = try served.get("/", ["X-Long": String(repeating: "a", count: 15 << 10)])
    expectEqual(reply.status, 200)
  }

  @Test func anEndlessHeadIsRefused() throws {
    let served = try ServedPages()
    let client = try ServerClient(port: served.port)
    client.send("GET / HTTP/1.1\r\n")
    let line = "X-A: " + String(repeating: "a", count: 1 << 16) + "\r\n"
    for _ in 0..<500 where client.send(line) {}
    expectEqual(try client.reply().status, 431)
    try served.expectAnswers()
  }

  @Test(arguments: ["", "GET / HTTP/1.1\r\nHo", "\r\n\r\n"])
  func aSlowHeadIsDisconnected(text: String) throws {
    let served = try ServedPages { $0.limits.headTime = .milliseconds(50) }
    let client = try ServerClient(port: served.port)
    client.send(text)
    expectEqual(try client.rest(), [])
    // Each byte does not begin the time anew.
    let other = try ServerClient(port: served.port)
    other.send("GET / HTTP/1.1\r\nX-Slow: ")
    wait("the end") { !other.send("a") }
    try served.expectAnswers()
  }

  @Test func tooManyConnectionsAreRefused() throws {
    let served = try ServedPages {
      $0.limits.connections = ServerLimits(sessions: 1).connections
      expectEqual($0.limits.connections, 20)
    }
    var open = try (0..<20).map { _ in try ServerClient(port: served.port) }
    let refused = try ServerClient(port: served.port)
    refused.send(served.head("/"))
    expectEqual(try refused.reply().status, 503)
    open = []
    // The connections end one after the other.
    wait("a free connection") { (try? served.get("/").status) == 200 }
    try served.expectAnswers()
    #expect(open.isEmpty)
  }

  @Test func aFloodOfConnectionsIsCutOff() throws {
    let served = try ServedPages {
      $0.limits.connections = 2
      $0.limits.parting = .seconds(600)
    }
    var open = try (0..<66).map { _ in try ServerClient(port: served.port) }
    expectEqual(try ServerClient(port: served.port).rest(), [])
    open = []
    wait("a free connection") { (try? served.get("/").status) == 200 }
    #expect(open.isEmpty)
  }

  @Test func whoIsSilentIsAskedAndThenDisconnected() throws {
    let served = try ServedPages { $0.limits.silence = .milliseconds(100) }
    let client = try served.socket()
    expectEqual(try client.nextFrame()?.opcode, 9)
    expectEqual(try client.nextFrame(), nil)
    served.pages.waitForDisconnection()
    try served.expectAnswers()
  }

  @Test func whoAnswersStays() throws {
    let served = try ServedPages { $0.limits.silence = .milliseconds(100) }
    let client = try served.socket()
    for _ in 0..<4 {
      expectEqual(try client.nextFrame()?.opcode, 9)
      client.send(ServerClient.frame([], opcode: 10))
    }
    client.sendFrame("here")
    expectEqual(try client.nextFrame()?.text, "here")
  }

  @Test func whoDoesNotReadIsDisconnected() throws {
    let served = try ServedPages { $0.limits.stall = .milliseconds(200) }
    let client = try served.socket()
    let text = String(repeating: "x", count: 1 << 20)
    // The server closes the connection once nothing more fits on the way.
    while client.send(ServerClient.frame(Array(text.utf8))) {}
    served.pages.waitForDisconnection()
    try served.expectAnswers()
  }

  @Test func whoDoesNotAnswerACloseIsDisconnected() throws {
    let served = try ServedPages { $0.limits.parting = .milliseconds(50) }
    let client = try served.socket()
    client.sendFrame("close")
    expectEqual(try client.closeCode(), 4001)
    expectEqual(try client.nextFrame(), nil)
    try served.expectAnswers()
  }
}
