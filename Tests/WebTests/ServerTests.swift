import Synchronization
import TestSupport
import Testing
import Web

/// Addresses, and who gets in.
@Suite(.waits) struct ServerTests {
  @Test(arguments: [
    "/", "/Members", "/Member/12?at=%237", "/-/type/Member", "/-/log", "/-/history/Member/12",
    "/a%2Fb",
  ])
  func everyPageIsTheSameFile(path: String) throws {
    let served = try ServedPages()
    let reply = try served.get(path)
    expectEqual(reply.status, 200)
    expectEqual(reply.headers["content-type"], "text/html; charset=utf-8")
    expectEqual(reply.body, try ServedPages.file("index.html"))
  }

  @Test func everyAnswerIsForThisSiteAlone() throws {
    let served = try ServedPages()
    let paths = ["/", "/-/app.js", "/-/nothing", "/-/print/Order/1"]
    for (path, cookie) in paths.map({ ($0, served.cookie) }) + [("/", "")] {
      let headers = try served.get(path, ["Cookie": cookie]).headers
      let isPrint = path.contains("print")
      expectEqual(
        headers["content-security-policy"],
        isPrint
          ? "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
          : "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
      expectEqual(headers["x-content-type-options"], "nosniff")
      expectEqual(headers["referrer-policy"], "no-referrer")
      expectEqual(headers["cache-control"], "no-store")
      expectEqual(headers["cross-origin-opener-policy"], "same-origin")
      expectEqual(headers["cross-origin-resource-policy"], "same-origin")
    }
  }

  @Test func theClientIsServedWithItsTypes() throws {
    let served = try ServedPages()
    let types = [
      "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
      "svg": "image/svg+xml",
    ]
    let files = try ServedPages.files.filter { $0 != "index.html" }
    #expect(files.count > 3)
    for name in files {
      let reply = try served.get("/-/" + name)
      expectEqual(reply.status, 200, "\(name)")
      expectEqual(
        reply.headers["content-type"], name.split(separator: ".").last.flatMap { types[String($0)] }
      )
      expectEqual(reply.headers["content-length"], "\(reply.body.utf8.count)")
      expectEqual(reply.body, try ServedPages.file(name))
    }
  }

  @Test func aHeadIsAnsweredWithoutTheText() throws {
    let served = try ServedPages()
    let reply = try served.get("/", method: "HEAD")
    expectEqual(reply.status, 200)
    expectEqual(reply.body, "")
    expectEqual(reply.headers["content-length"], "\(try ServedPages.file("index.html").utf8.count)")
  }

  @Test func documentsForPrintingComeFromThePages() throws {
    let served = try ServedPages()
    let reply = try served.get("/-/print/Order/17?with=in%20voice")
    expectEqual(reply.body, "<p>Order|17|in voice|-")
    expectEqual(reply.headers["content-type"], "text/html; charset=utf-8")
    expectEqual(try served.get("/-/print/Nothing").status, 404)
    expectEqual(try served.get("/-/print").status, 404)
  }

  @Test func aPrintoutThatNeverComesEndsTheConnection() throws {
    let served = try ServedPages { $0.limits.printing = .milliseconds(50) }
    let client = try ServerClient(port: served.port)
    client.send(served.head("/-/print/Never"))
    expectEqual(try client.rest(), [])
    try served.expectAnswers()
  }

  @Test func thePagesAreAtBothLoopbackAddresses() throws {
    let served = try ServedPages()
    guard let client = try? ServerClient(port: served.port, host: "::1") else {
      // This machine has no IPv6.
      return
    }
    client.send(served.head("/", ["Host": "[::1]:\(served.port)"]))
    expectEqual(try client.reply().status, 200)
  }

  @Test func aPortThatIsTakenIsRefused() throws {
    let served = try ServedPages()
    let error = #expect(throws: ServerError.self) {
      try ServedPages { $0.place = .port(served.port) }
    }
    expectEqual(error?.message, "port \(served.port) is in use")
  }

  // MARK: Tokens and cookies

  @Test func aTokenBuysTheCookieOnce() throws {
    let served = try ServedPages()
    let address = served.server.newAddress()
    let start = "http://127.0.0.1:\(served.port)/?token="
    #expect(address.hasPrefix(start))
    expectEqual(address.count - start.count, 24)
    let path = String(address.dropFirst(start.count - "/?token=".count))
    let reply = try served.get(path, ["Cookie": nil])
    expectEqual(reply.status, 303)
    expectEqual(reply.headers["location"], "/")
    expectEqual(
      reply.headers["set-cookie"], served.cookie + "; HttpOnly; SameSite=Strict; Path=/")
    expectEqual(try served.get(path, ["Cookie": nil]).status, 403)
    // A browser that has the cookie may follow the address again.
    expectEqual(try served.get(path).status, 303)
    #expect(served.server.newAddress() != address)
  }

  @Test func aTokenOrCookieThatDiffersInOneCharacterIsRefused() throws {
    let served = try ServedPages()
    func others(_ secret: String) -> [String] {
      let letters = (UInt8(ascii: "0")...UInt8(ascii: "z")).map { Character(Unicode.Scalar($0)) }
      return letters.filter { $0.isLetter || $0.isNumber }.map {
        String(secret.dropLast(2)) + String($0) + String(secret.suffix(1))
      }.filter { $0 != secret }
    }
    let token = served.token
    let tokens = try others(token).filter {
      try served.get("/?token=" + $0, ["Cookie": nil]).status != 403
    }
    expectEqual(tokens, [])
    let cookies = try others(served.cookie).filter {
      try served.get("/", ["Cookie": $0]).status != 403
    }
    expectEqual(cookies, [])
    expectEqual(try served.get("/?token=" + token, ["Cookie": nil]).status, 303)
  }

  @Test func aTokenIsForItsTimeAlone() throws {
    let served = try ServedPages { $0.limits.tokenLife = .zero }
    expectEqual(try served.get("/?token=" + served.token, ["Cookie": nil]).status, 403)
  }

  @Test func aLookAtTheHeadSpendsNoToken() throws {
    let served = try ServedPages()
    let token = served.token
    expectEqual(try served.get("/?token=" + token, ["Cookie": nil], method: "HEAD").status, 403)
    expectEqual(try served.get("/?token=" + token, ["Cookie": nil]).status, 303)
  }

  @Test func onlyTheLastTokensAreKept() throws {
    let served = try ServedPages()
    let tokens = (0..<17).map { _ in served.token }
    expectEqual(try served.get("/?token=" + tokens[0], ["Cookie": nil]).status, 403)
    expectEqual(try served.get("/?token=" + tokens[1], ["Cookie": nil]).status, 303)
  }

  @Test func aBrowserWithoutTheCookieIsToldWhatToDo() throws {
    let served = try ServedPages()
    let reply = try served.get("/Member/1?x=%22", ["Cookie": nil])
    expectEqual(reply.status, 403)
    #expect(reply.body.contains("workbench serve --again DATABASE"))
    #expect(reply.body.contains(#"<a href="/Member/1">"#))
    #expect(!reply.body.contains("http-equiv"))
    // It did not send the cookie, because another site leads here.
    let led = try served.get("/Member/1", ["Cookie": nil, "Sec-Fetch-Site": "cross-site"])
    #expect(led.body.contains(#"content="0;url=/Member/1""#))
  }

  @Test func theSocketGetsTheTabAndTheLanguages() throws {
    let served = try ServedPages()
    let languages = "de;q=0.5, en-GB, fr;q=0, da;q=0.5"
    let client = try served.socket(["Accept-Language": languages], tab: "a%2Fb")
    client.sendFrame("x")
    expectEqual(try client.nextFrame()?.text, "x")
    expectEqual(
      served.pages.state.withLock { $0.visitors },
      [PageVisitor(tab: "a/b", user: nil, languages: ["en-GB", "de", "da"])])
  }

  @Test func theHandshakeIsThatOfTheStandard() throws {
    let served = try ServedPages()
    let client = try ServerClient(port: served.port)
    client.send(served.head("/-/ws", served.handshake))
    let head = try client.handshake()
    // The example of RFC 6455.
    #expect(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "\(head)")
    #expect(!head.lowercased().contains("content-length"))
  }

  @Test(arguments: ["Sec-WebSocket-Key", "Sec-WebSocket-Version"])
  func aHandshakeThatLacksAHeaderIsRefused(name: String) throws {
    let served = try ServedPages()
    let headers = served.handshake.merging([name: String?.none]) { $1 }
    expectEqual(try served.get("/-/ws", headers).status, 400)
    expectEqual(try served.get("/-/ws", ["Origin": "http://" + served.host]).status, 426)
    try served.expectAnswers()
  }

  // MARK: The end

  @Test func theEndClosesTabsWithItsCode() throws {
    let served = try ServedPages()
    let idle = try ServerClient(port: served.port)
    let client = try served.socket()
    client.sendFrame("x")
    expectEqual(try client.nextFrame()?.text, "x")
    served.end()
    #expect(served.pages.state.withLock { $0.hasEnded })
    expectEqual(try client.closeCode(), 1001)
    expectEqual(try idle.rest(), [])
    #expect(throws: ServerClient.Failure.self) { try ServerClient(port: served.port) }
    expectEqual(served.pages.state.withLock { $0.disconnected }, 1)
  }

  @Test func aServerCanBeginAtThePortOfAFormerOne() throws {
    let served = try ServedPages()
    _ = try served.socket()
    served.end()
    let next = try ServedPages { $0.place = .port(served.port) }
    // The cookie of the former one is still good.
    expectEqual(try next.get("/").status, 200)
  }
}
