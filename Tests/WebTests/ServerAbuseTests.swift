import TestSupport
import Testing
import Web

/// Requests and messages that no browser sends, after which others are answered.
@Suite(.waits) struct ServerAbuseTests {
  // MARK: Requests

  @Test(arguments: [
    "evil.example", "evil.example:8043", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example", "",
    "localhost.:8043", "[::1]",
  ])
  func anotherHostIsMisdirected(host: String) throws {
    let served = try ServedPages()
    expectEqual(try served.get("/", ["Host": host]).status, 421)
    // Nothing else is looked at before.
    expectEqual(try served.get("/../x", ["Host": host], method: "POST").status, 421)
    let client = try ServerClient(port: served.port)
    let name = "127.0.0.1:\(served.port)"
    client.send("GET / HTTP/1.1\r\nHost: \(name)\r\nHost: \(host)\r\n\r\n")
    expectEqual(try client.reply().status, 421)
    expectEqual(
      try served.get("/-/ws", served.handshake.merging(["Host": host]) { $1 }).status, 421)
    try served.expectAnswers()
  }

  @Test func aRequestWithoutHostIsMisdirected() throws {
    let served = try ServedPages()
    expectEqual(try served.get("/", ["Host": nil]).status, 421)
    let client = try ServerClient(port: served.port)
    client.send("GET / HTTP/1.0\r\n\r\n")
    expectEqual(try client.reply().status, 421)
    for host in ["localhost", "[::1]"] {
      expectEqual(try served.get("/", ["Host": "\(host):\(served.port)"]).status, 200)
    }
  }

  @Test(arguments: [
    "http://evil.example", "https://127.0.0.1", "null", "", "http://127.0.0.1", nil,
  ])
  func aSocketNeedsTheOriginOfThePage(origin: String?) throws {
    let served = try ServedPages()
    let headers = served.handshake.merging(["Origin": origin]) { $1 }
    expectEqual(try served.get("/-/ws", headers).status, 403)
    // Another name of this machine is another origin.
    let other = served.handshake.merging(["Host": "localhost:\(served.port)"]) { $1 }
    expectEqual(try served.get("/-/ws", other).status, 403)
    try served.expectAnswers()
  }

  @Test func nobodyGetsInWithoutTheCookie() throws {
    let served = try ServedPages()
    let wrong = String(served.cookie.dropLast()) + "x"
    let cookies: [String?] = [
      nil, "", "workbench-\(served.port)=", wrong, served.cookie + "x",
      "workbench-\(served.port + 1)=\(served.secret)", "x\(served.cookie)",
      "__Host-\(served.cookie)",
    ]
    for cookie in cookies {
      for path in ["/", "/-/app.js", "/-/print/Order/1", "/Member/1", "/-/nothing"] {
        expectEqual(try served.get(path, ["Cookie": cookie]).status, 403)
      }
      let headers = served.handshake.merging(["Cookie": cookie]) { $1 }
      expectEqual(try served.get("/-/ws", headers).status, 403)
    }
    expectEqual(try served.get("/", ["Cookie": "a=b; \(served.cookie);c"]).status, 200)
    try served.expectAnswers()
  }

  @Test(arguments: ["", "x", "AAAAAAAAAAAAAAAAAAAAAAAA", "%00", "%ff"])
  func aWrongTokenIsRefused(token: String) throws {
    let served = try ServedPages()
    _ = served.token
    let reply = try served.get("/?token=" + token, ["Cookie": nil])
    expectEqual(reply.status, 403)
    #expect(reply.headers["set-cookie"] == nil)
    try served.expectAnswers()
  }

  @Test(arguments: [
    "/..", "/../../etc/passwd", "/%2e%2e/x", "/%2E/x", "/.", "//x", "/x/", "/a/b/c", "/-/",
    "/-/nothing", "/-/app.js/..", "/-/../app.js", "/-/index.html", "/-/type", "/-/type/a/b",
    "/-/log/1", "/-/history/Member", "/%", "/%4", "/%zz", "/%00", "/a%0Ab", "/%ff", "/-/%2e%2e",
    "/-/ws/x", "/-/print/..%2fx/%2e%2e",
  ])
  func otherAddressesAreNotFound(path: String) throws {
    let served = try ServedPages()
    expectEqual(try served.get(path).status, 404)
    try served.expectAnswers()
  }

  @Test(arguments: ["*", "http://127.0.0.1/", "evil.example:80", "x"])
  func aTargetThatIsNoPathIsRefused(target: String) throws {
    let served = try ServedPages()
    #expect([400, 404].contains(try served.get(target).status))
    try served.expectAnswers()
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "PROPFIND"])
  func otherMethodsAreRefused(method: String) throws {
    let served = try ServedPages()
    let reply = try served.get("/", method: method)
    expectEqual(reply.status, 405)
    expectEqual(reply.headers["allow"], "GET, HEAD")
    try served.expectAnswers()
  }

  @Test(arguments: [
    ["Content-Length": "5"], ["Content-Length": "1000000000"], ["Transfer-Encoding": "chunked"],
    ["Content-Length": "5", "Expect": "100-continue"],
  ])
  func aBodyIsRefused(headers: [String: String]) throws {
    let served = try ServedPages()
    let client = try ServerClient(port: served.port)
    client.send(served.head("/", headers.mapValues { $0 }))
    client.send("hello")
    expectEqual(try client.reply().status, 413)
    let socket = served.handshake.merging(headers.mapValues { $0 }) { $1 }
    expectEqual(try served.get("/-/ws", socket).status, 413)
    try served.expectAnswers()
  }

  @Test func aBodyThatKeepsComingDoesNotLoseTheAnswer() throws {
    let served = try ServedPages { $0.limits.parting = .seconds(60) }
    let client = try ServerClient(port: served.port)
    client.send(served.head("/", ["Content-Length": "30000000"], method: "POST"))
    client.send([UInt8](repeating: 0x78, count: 30_000_000))
    client.endOutput()
    expectEqual(try client.reply().status, 405)
    try served.expectAnswers()
  }

  @Test(arguments: [
    "\u{16}\u{3}\u{1}\u{0}", "GET\r\n\r\n", "GET / HTTP/2.0\r\n\r\n",
    "GET / HTTP/1.1\r\n: x\r\n\r\n",
    "GET / HTTP/1.1\r\nA B: x\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ])
  func bytesThatAreNoRequestAreRefused(text: String) throws {
    let served = try ServedPages()
    let client = try ServerClient(port: served.port)
    client.send(text)
    let status = try client.reply().status
    #expect([400, 421].contains(status), "\(status)")
    try served.expectAnswers()
  }

  // MARK: Messages

  @Test func aMessageMayHaveOneMegabyte() throws {
    let served = try ServedPages()
    let client = try served.socket()
    let text = String(repeating: "é", count: 1 << 19)
    client.sendFrame(text)
    expectEqual(try client.nextFrame()?.data.count, 1 << 20)
    client.sendFrame(text + "x")
    expectEqual(try client.closeCode(), 1009)
    try served.expectAnswers()
  }

  @Test(arguments: [1 << 20 + 1, 200 << 20, 1 << 62, .max] as [UInt64])
  func aFrameThatClaimsMoreIsRefusedAtOnce(length: UInt64) throws {
    let served = try ServedPages()
    let client = try served.socket()
    client.send(ServerClient.frame([], claiming: length))
    expectEqual(try client.closeCode(), 1009)
    try served.expectAnswers()
  }

  @Test func fragmentsHaveTheLimitTogether() throws {
    let served = try ServedPages()
    let client = try served.socket()
    let piece = [UInt8](repeating: 0x78, count: 65_000)
    client.send(ServerClient.frame(piece, isLast: false))
    // Far more than the limit, so that the server would need the memory.
    for _ in 0..<200 where client.send(ServerClient.frame(piece, opcode: 0, isLast: false)) {}
    expectEqual(try client.closeCode(), 1009)
    try served.expectAnswers()
  }

  @Test func fragmentsAreOneMessage() throws {
    let served = try ServedPages()
    let client = try served.socket()
    // A character may be divided, and a ping may be between the parts.
    client.send(ServerClient.frame([0x61, 0xC3], isLast: false))
    client.send(ServerClient.frame([0x70], opcode: 9))
    client.send(ServerClient.frame([0xA9], opcode: 0, isLast: false))
    client.send(ServerClient.frame([0x62], opcode: 0))
    expectEqual(try client.nextFrame(), ServerClient.Frame(opcode: 10, data: [0x70]))
    expectEqual(try client.nextFrame()?.text, "aéb")
  }

  @Test func messagesInOneSegmentComeInTheirOrder() throws {
    let served = try ServedPages()
    let client = try ServerClient(port: served.port)
    // The first ones come with the handshake.
    let frames = (0..<50).flatMap { ServerClient.frame(Array("\($0)".utf8)) }
    client.send(Array(served.head("/-/ws", served.handshake).utf8) + frames)
    _ = try client.handshake()
    for number in 0..<50 { expectEqual(try client.nextFrame()?.text, "\(number)") }
  }

  private struct Bad: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var code: Int
  }

  private static let frames = [
    Bad(
      testDescription: "unmasked", bytes: ServerClient.frame([0x61], isMasked: false), code: 1002),
    Bad(testDescription: "unmasked, empty", bytes: [0x81, 0], code: 1002),
    Bad(testDescription: "binary", bytes: ServerClient.frame([0x61], opcode: 2), code: 1003),
    Bad(
      testDescription: "continues nothing", bytes: ServerClient.frame([0x61], opcode: 0), code: 1002
    ),
    Bad(
      testDescription: "text in a text",
      bytes: ServerClient.frame([0x61], isLast: false) + ServerClient.frame([0x61]), code: 1002),
    Bad(testDescription: "reserved bit", bytes: [0xC1, 0x80, 0, 0, 0, 0], code: 1002),
    Bad(testDescription: "reserved opcode", bytes: ServerClient.frame([], opcode: 3), code: 1002),
    Bad(
      testDescription: "reserved control", bytes: ServerClient.frame([], opcode: 11), code: 1002),
    Bad(
      testDescription: "divided ping", bytes: ServerClient.frame([], opcode: 9, isLast: false),
      code: 1002),
    Bad(
      testDescription: "long ping",
      bytes: ServerClient.frame([UInt8](repeating: 0, count: 126), opcode: 9), code: 1002),
    Bad(testDescription: "no UTF-8", bytes: ServerClient.frame([0xFF]), code: 1007),
    Bad(testDescription: "half a character", bytes: ServerClient.frame([0xC3]), code: 1007),
    Bad(testDescription: "too long a form", bytes: ServerClient.frame([0xC0, 0x80]), code: 1007),
    Bad(
      testDescription: "lone surrogate", bytes: ServerClient.frame([0xED, 0xA0, 0x80]), code: 1007),
  ]

  @Test(arguments: frames)
  private func aFrameThatIsNotAllowedClosesTheConnection(bad: Bad) throws {
    let served = try ServedPages()
    let client = try served.socket()
    client.send(bad.bytes)
    // What comes after it is not looked at.
    client.sendFrame("after")
    expectEqual(try client.closeCode(), bad.code)
    try served.expectAnswers()
  }

  @Test func halfAFrameEndsWithTheConnection() throws {
    let served = try ServedPages()
    let client = try served.socket()
    client.send(ServerClient.frame(Array("hello".utf8)).dropLast())
    client.endOutput()
    expectEqual(try client.closeCode(), nil)
    served.pages.waitForDisconnection()
    try served.expectAnswers()
  }

  @Test(arguments: [
    String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
    String(repeating: #"{"a":"#, count: 100), #""\ud800""#, #"{"t":"key","c":"\udc00"}"#, "",
    "\u{0}",
  ])
  func anyTextIsHandedOn(text: String) throws {
    let served = try ServedPages()
    let client = try served.socket()
    client.sendFrame(text)
    expectEqual(try client.nextFrame()?.text, text)
  }

  @Test func tooManyMessagesCloseTheConnection() throws {
    let served = try ServedPages()
    let client = try served.socket()
    for _ in 0..<2000 { client.sendFrame("keep") }
    client.send(ServerClient.frame([], opcode: 9))
    expectEqual(try client.nextFrame()?.opcode, 10)
    client.sendFrame("keep")
    expectEqual(try client.closeCode(), 1008)
    try served.expectAnswers()
  }

  @Test(arguments: [[], [0x03, 0xE8], [0x03, 0xE8, 0x62, 0x79, 0x65], [0x03]] as [[UInt8]])
  func aCloseIsAnswered(data: [UInt8]) throws {
    let served = try ServedPages()
    let client = try served.socket()
    client.send(ServerClient.frame(data, opcode: 8))
    client.sendFrame("after")
    expectEqual(try client.nextFrame(), ServerClient.Frame(opcode: 8, data: Array(data.prefix(2))))
    expectEqual(try client.nextFrame(), nil)
    served.pages.waitForDisconnection()
  }

  @Test func thePagesMayCloseAConnection() throws {
    let served = try ServedPages()
    let client = try served.socket()
    client.sendFrame("close")
    let frame = try client.nextFrame()
    expectEqual(frame?.code, 4001)
    expectEqual(frame.map { String(decoding: $0.data.dropFirst(2), as: UTF8.self) }, "as you wish")
    // The echo of the message is dropped.
    expectEqual(try client.nextFrame(), nil)
  }
}
