import Foundation
import TestSupport
import Testing
import Web

/// A socket file, and the proxy in front of it.
@Suite(.waits) final class ServerProxyTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("web-\(UUID().uuidString.prefix(8))").path

  private var path: String { folder + "/socket" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func served(
    group: String? = nil, _ change: (inout ServerOptions) -> Void = { _ in }
  ) throws -> ServedPages {
    try ServedPages {
      $0.place = .socket(path: path, group: group, port: 8043)
      change(&$0)
    }
  }

  private func behind(_ url: String) throws -> ServedPages {
    try served {
      $0.proxy = ProxyAddress(url)
      $0.userHeader = "X-User"
    }
  }

  private func get(
    _ served: ServedPages, _ target: String, _ headers: [String: String?]
  ) throws -> ServerClient.Reply {
    let client = try ServerClient(path: path)
    client.send(served.head(target, headers))
    return try client.reply()
  }

  private func status(_ path: String) throws -> stat {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status
  }

  // MARK: The file

  @Test func theSocketIsTheOwnersAndGoesWithTheServer() throws {
    let served = try served()
    expectEqual(try status(path).st_mode & 0o7777, 0o600)
    expectEqual(try get(served, "/", [:]).status, 200)
    expectEqual(
      served.server.newAddress().prefix(29), "http://127.0.0.1:8043/?token=")
    served.end()
    #expect(access(path, F_OK) != 0)
  }

  @Test func aGroupMayConnectIfItIsNamed() throws {
    let group = try #require(getgrgid(getegid()))
    let served = try served(group: String(cString: group.pointee.gr_name))
    expectEqual(try status(path).st_mode & 0o7777, 0o660)
    expectEqual(try status(path).st_gid, getegid())
    expectEqual(try get(served, "/", [:]).status, 200)
  }

  @Test func aGroupThatDoesNotExistIsRefused() throws {
    let error = #expect(throws: ServerError.self) { try served(group: "no such group") }
    expectEqual(error?.message, "there is no group no such group")
    #expect(access(path, F_OK) != 0)
  }

  @Test func onlyASocketThatNobodyAnswersIsReplaced() throws {
    let first = try served()
    let error = #expect(throws: ServerError.self) { try served() }
    expectEqual(error?.message, "another server listens on \(path)")
    // The file remains if the server is killed.
    rename(path, path + ".old")
    first.end()
    rename(path + ".old", path)
    #expect(access(path, F_OK) == 0)
    let second = try served()
    expectEqual(try get(second, "/", [:]).status, 200)
  }

  @Test func noOtherFileIsReplaced() throws {
    try "precious".write(toFile: path, atomically: true, encoding: .utf8)
    let error = #expect(throws: ServerError.self) { try served() }
    expectEqual(error?.message, "\(path) exists and is not a socket")
    expectEqual(try String(contentsOfFile: path, encoding: .utf8), "precious")
    try FileManager.default.removeItem(atPath: path)
    symlink("elsewhere", path)
    #expect(throws: ServerError.self) { try served() }
    expectEqual(try status(path).st_mode & S_IFMT, S_IFLNK)
  }

  @Test func aPathThatIsTooLongIsRefused() throws {
    let error = #expect(throws: ServerError.self) {
      try ServedPages {
        $0.place = .socket(
          path: folder + "/" + String(repeating: "x", count: 108), group: nil, port: 8043)
      }
    }
    #expect(error?.message.hasPrefix("the socket path has more than 107 bytes") == true)
  }

  // MARK: The proxy

  @Test func theProxyNamesTheUser() throws {
    let served = try behind("https://lab.example/wb")
    let host: [String: String?] = ["Host": "lab.example", "Cookie": nil]
    func get(_ target: String, _ headers: [String: String?]) throws -> ServerClient.Reply {
      try self.get(served, target, host.merging(headers) { $1 })
    }
    expectEqual(try get("/wb/", ["X-User": "ann"]).status, 200)
    expectEqual(try get("/wb", ["X-User": "ann"]).status, 200)
    expectEqual(try get("/wb/Member/1", ["X-User": "ann"]).status, 200)
    expectEqual(try get("/Member/1", ["X-User": "ann"]).status, 404)
    expectEqual(try get("/wbx", ["X-User": "ann"]).status, 404)
    expectEqual(
      try get("/wb/-/print/Order/1", ["X-User": "ann"]).body, "<p>Order|1|-|ann")
    expectEqual(try get("/wb/", [:]).status, 403)
    expectEqual(try get("/wb/", ["X-User": " "]).status, 403)
    // The cookie alone is not enough behind the proxy.
    expectEqual(try get("/wb/", ["Cookie": "__Host-" + served.cookie]).status, 403)
    let client = try ServerClient(path: path)
    client.send("GET /wb/ HTTP/1.1\r\nHost: lab.example\r\nX-User: ann\r\nX-User: bob\r\n\r\n")
    expectEqual(try client.reply().status, 403)
    expectEqual(try get("/wb/", ["Host": "lab.example:8043", "X-User": "ann"]).status, 421)
    expectEqual(try get("/wb/", ["Host": "other.example", "X-User": "ann"]).status, 421)
  }

  @Test func thePageNamesItsFilesBelowThePathOfTheProxy() throws {
    let served = try behind("https://lab.example/wb")
    let reply = try get(served, "/wb/", ["Host": "lab.example", "X-User": "ann"])
    let page = try ServedPages.file("index.html")
    expectEqual(reply.body, page.replacing("\"/-/", with: "\"/wb/-/"))
  }

  @Test func aSocketBehindTheProxyNeedsItsOrigin() throws {
    let served = try behind("https://lab.example:8443/wb/")
    func socket(_ origin: String) throws -> String {
      let client = try ServerClient(path: path)
      let headers: [String: String?] = [
        "Host": "lab.example:8443", "X-User": "ann", "Origin": origin, "Cookie": nil,
      ]
      client.send(served.head("/wb/-/ws", served.handshake.merging(headers) { $1 }))
      return String(try client.handshake().dropFirst(9).prefix(3))
    }
    expectEqual(try socket("https://lab.example:8443"), "101")
    expectEqual(try socket("http://lab.example:8443"), "403")
    expectEqual(try socket("https://lab.example"), "403")
    expectEqual(try socket("http://127.0.0.1:8043"), "403")
  }

  @Test func aTunnelToTheSocketFileNeedsTheCookie() throws {
    let served = try behind("https://lab.example")
    let headers = ["Host": "localhost:8043", "Cookie": "workbench-8043=" + served.secret]
    expectEqual(try get(served, "/", headers).status, 200)
    let other: [String: String?] = ["Host": "localhost:8043", "X-User": "ann", "Cookie": nil]
    expectEqual(try get(served, "/", other).status, 403)
  }

  @Test func atAPortTheHeaderNamesNobody() throws {
    let served = try ServedPages {
      $0.proxy = ProxyAddress("https://lab.example")
      $0.userHeader = "X-User"
    }
    let host: [String: String?] = ["Host": "lab.example", "X-User": "ann"]
    expectEqual(try served.get("/", host.merging(["Cookie": nil]) { $1 }).status, 403)
    let target = "/?token=" + served.token
    #expect(served.server.newAddress().hasPrefix("https://lab.example/?token="))
    let reply = try served.get(target, host.merging(["Cookie": nil]) { $1 })
    expectEqual(reply.status, 303)
    let cookie = "__Host-" + served.cookie
    expectEqual(
      reply.headers["set-cookie"], cookie + "; HttpOnly; SameSite=Strict; Path=/; Secure")
    expectEqual(try served.get("/", host.merging(["Cookie": cookie]) { $1 }).status, 200)
    expectEqual(
      try served.get("/-/print/Order/1", host.merging(["Cookie": cookie]) { $1 }).body,
      "<p>Order|1|-|-")
  }

  @Test(arguments: [
    "", "lab.example", "ftp://lab.example", "https://", "https:///wb", "https://user@lab.example",
    "https://lab.example/a b", "https://lab.example/wb?x", "https://lab.example/wb#x",
    "https://lab.example/../x", "https://lab.example//x", "https://lab.example/-/x",
    "https://lab.example/%41", "https://lab.example/\"",
  ])
  func otherTextsAreNoAddressOfAProxy(text: String) {
    #expect(ProxyAddress(text) == nil)
  }
}
