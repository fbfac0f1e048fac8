import Foundation
import TestSupport
import Testing

/// `workbench serve`, as a process.
@Suite(.waits) final class ServerProgramTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("serve-\(UUID().uuidString.prefix(8))")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let run = try run("people.db", "-c", "define P { name: Text key }", "-c", "new P name=ann")
    expectEqual(run.status, 0)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let executable: URL = {
    if let path = ProcessInfo.processInfo.environment["WORKBENCH_PROGRAM"] {
      return URL(fileURLWithPath: path)
    }
    return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("workbench")
  }()

  /// A process whose output is in files.
  private final class Running {
    private let process = Process()
    private let files: [URL]

    init(_ arguments: [String], in folder: URL) throws {
      files = ["out", "err"].map { folder.appendingPathComponent("\($0)-\(UUID())") }
      process.executableURL = ServerProgramTests.executable
      process.arguments = arguments
      process.currentDirectoryURL = folder
      process.environment = [
        "PATH": folder.path + ":/usr/bin:/bin", "USER": "tester",
        "XDG_STATE_HOME": folder.path + "/state",
      ]
      for file in files { try Data().write(to: file) }
      process.standardOutput = try FileHandle(forWritingTo: files[0])
      process.standardError = try FileHandle(forWritingTo: files[1])
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }

    deinit { if process.isRunning { kill(SIGKILL) } }

    private func text(_ file: URL) -> String {
      (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }

    var output: String { text(files[0]) }
    var errors: String { text(files[1]) }

    /// The lines, once there are so many.
    func lines(_ count: Int) -> [String] {
      wait("\(count) lines") {
        output.count { $0 == "\n" } >= count || !process.isRunning
      }
      return output.split(separator: "\n").map(String.init)
    }

    func kill(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

    func end() -> Int32 {
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  private struct Run {
    var output: String
    var errors: String
    var status: Int32
  }

  private func run(_ arguments: String...) throws -> Run {
    let running = try Running(arguments, in: folder)
    let status = running.end()
    return Run(output: running.output, errors: running.errors, status: status)
  }

  private func serve(_ arguments: String...) throws -> (Running, address: URL) {
    let running = try Running(["serve", "people.db"] + arguments, in: folder)
    let address = try #require(running.lines(1).first.flatMap(URL.init), "\(running.errors)")
    return (running, address)
  }

  private func get(
    _ address: URL, _ path: String, cookie: String = ""
  ) throws -> ServerClient.Reply {
    let port = try #require(address.port)
    let client = try ServerClient(port: port)
    client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\n\r\n")
    return try client.reply()
  }

  /// The cookie that an address buys.
  private func cookie(_ address: URL) throws -> String {
    let reply = try get(address, "/?" + (address.query ?? ""))
    expectEqual(reply.status, 303)
    return String(try #require(reply.headers["set-cookie"]).prefix { $0 != ";" })
  }

  @Test func anAddressIsPrintedAndServed() throws {
    let (server, address) = try serve("--port", "0")
    expectEqual(address.host, "127.0.0.1")
    let cookie = try cookie(address)
    expectEqual(try get(address, "/", cookie: cookie).status, 200)
    expectEqual(try get(address, "/").status, 403)
    server.kill(SIGTERM)
    expectEqual(server.end(), 0)
    expectEqual(server.output, address.absoluteString + "\n")
    expectEqual(server.errors, "")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func theServerEndsBySignals(signal: Int32) throws {
    let (server, address) = try serve("--port", "0")
    let idle = try ServerClient(port: try #require(address.port))
    server.kill(signal)
    expectEqual(server.end(), 0)
    expectEqual(try idle.rest(), [])
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.path + "/state/workbench/serve")
    expectEqual(files, [])
  }

  @Test func theEndClosesFiftyTabs() throws {
    let (server, address) = try serve("--port", "0")
    let (host, cookie) = ("127.0.0.1:\(try #require(address.port))", try cookie(address))
    func tab() throws -> ServerClient {
      let client = try ServerClient(port: try #require(address.port))
      client.send(
        """
        GET /-/ws?tab= HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nCookie: \(cookie)\r\n\
        Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
        """)
      #expect(try client.handshake().hasPrefix("HTTP/1.1 101 "))
      return client
    }
    let tabs = try (0..<50).map { _ in try tab() }
    for tab in tabs { #expect(try tab.nextFrame()?.text.contains("hello") == true) }
    let more = try tab()
    expectEqual(try more.nextFrame()?.text, #"{"t":"full"}"#)
    expectEqual(try more.closeCode(), 1013)
    server.kill(SIGTERM)
    expectEqual(server.end(), 0)
    for tab in tabs { expectEqual(try tab.closeCode(), 1001) }
  }

  @Test func aRestartLetsTheSameBrowserIn() throws {
    let (first, address) = try serve("--port", "0")
    first.kill(SIGTERM)
    expectEqual(first.end(), 0)
    let port = "\(try #require(address.port))"
    let (second, next) = try serve("--port", port)
    let cookie = try cookie(next)
    second.kill(SIGTERM)
    expectEqual(second.end(), 0)
    let (third, _) = try serve("--port", port)
    expectEqual(try get(next, "/", cookie: cookie).status, 200)
    third.kill(SIGTERM)
    expectEqual(third.end(), 0)
    // The cookie for writing is not that for reading.
    let (fourth, _) = try serve("--port", port, "--read-only")
    expectEqual(try get(next, "/", cookie: cookie).status, 403)
    fourth.kill(SIGTERM)
    expectEqual(fourth.end(), 0)
    let path = folder.path + "/state/workbench/serve"
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    expectEqual(files.count, 2)
    for file in files {
      let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + file)
      expectEqual(attributes[.posixPermissions] as? Int, 0o600)
    }
    // A secret that others could read is replaced.
    for file in files { chmod(path + "/" + file, 0o644) }
    let (fifth, _) = try serve("--port", port)
    expectEqual(try get(next, "/", cookie: cookie).status, 403)
    fifth.kill(SIGTERM)
    expectEqual(fifth.end(), 0)
  }

  @Test func newAddressesAreThoseOfTheRunningServers() throws {
    let none = try run("serve", "--again", "people.db")
    expectEqual(none.status, 1)
    #expect(none.errors.contains("no server of people.db is running"))
    let (first, address) = try serve("--port", "0")
    let (second, other) = try serve("--port", "0")
    let again = try run("serve", "--again", "./people.db")
    expectEqual(again.status, 0)
    let addresses = again.output.split(separator: "\n").compactMap { URL(string: String($0)) }
    expectEqual(Set(addresses.map(\.port)), [address.port, other.port])
    for address in addresses { _ = try cookie(address) }
    // A server that was killed is forgotten.
    first.kill(SIGKILL)
    _ = first.end()
    let rest = try run("serve", "--again", "--json", "people.db")
    #expect(
      rest.output.hasPrefix("{\"url\":\"http://127.0.0.1:\(try #require(other.port))/?token="),
      "\(rest.output)")
    second.kill(SIGTERM)
    expectEqual(second.end(), 0)
    expectEqual(try run("serve", "--again", "people.db").status, 1)
  }

  @Test func aSignalPrintsANewAddress() throws {
    let (server, address) = try serve("--port", "0")
    server.kill(SIGUSR1)
    let lines = server.lines(2)
    expectEqual(lines.count, 2)
    let next = try #require(lines.last.flatMap(URL.init))
    expectEqual(next.port, address.port)
    _ = try cookie(next)
    // The former one is still good.
    _ = try cookie(address)
    server.kill(SIGTERM)
    expectEqual(server.end(), 0)
  }

  @Test func theAddressIsJSONIfThatIsWished() throws {
    let running = try Running(["serve", "people.db", "--port", "0", "--json"], in: folder)
    let line = try #require(running.lines(1).first)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
    expectEqual(object.map { Array($0.keys) }, ["url"])
    _ = try cookie(try #require(object?["url"].flatMap(URL.init)))
    running.kill(SIGTERM)
    expectEqual(running.end(), 0)
  }

  @Test func theBrowserIsOpenedWithoutAShell() throws {
    let script = folder.appendingPathComponent("xdg-open")
    // Another process writes the script: a process started here meanwhile would inherit the open
    // file, and files open for writing cannot be executed.
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    let text = "#!/bin/sh\\necho \"$#\" \"$@\" > opened.new; trap > masks; mv opened.new opened\\n"
    writer.arguments = ["-c", "printf '\(text)' > xdg-open; chmod 755 xdg-open"]
    writer.currentDirectoryURL = folder
    try writer.run()
    writer.waitUntilExit()
    #expect(FileManager.default.isExecutableFile(atPath: script.path))
    let (server, address) = try serve("--port", "0", "--open")
    let opened = folder.appendingPathComponent("opened")
    wait("the browser") { FileManager.default.fileExists(atPath: opened.path) }
    expectEqual(
      try String(contentsOf: opened, encoding: .utf8), "1 \(address.absoluteString)\n")
    server.kill(SIGTERM)
    expectEqual(server.end(), 0)
  }

  @Test func aSocketFileGoesWithTheServer() throws {
    let (server, address) = try serve(
      "--socket", "socket", "--behind", "https://lab.example/wb", "--user-header", "X-User")
    // The proxy knows who may get in.
    expectEqual(address.absoluteString, "https://lab.example/wb/")
    let path = folder.path + "/socket"
    let client = try ServerClient(path: path)
    client.send("GET /wb/ HTTP/1.1\r\nHost: lab.example\r\nX-User: ann\r\n\r\n")
    expectEqual(try client.reply().status, 200)
    server.kill(SIGTERM)
    expectEqual(server.end(), 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [
    [], ["people.db", "--port", "65536"], ["people.db", "--port", "x"],
    ["people.db", "--behind", "https://lab.example"], ["people.db", "--user-header", "X-User"],
    ["people.db", "--behind", "lab.example", "--user-header", "X-User"],
    ["people.db", "--behind", "https://lab.example", "--user-header", "X User"],
    ["people.db", "--socket-group", "staff"], ["people.db", "--socket", "s", "--open"],
    ["people.db", "--socket", "s", "--port", "0"], ["people.db", "--actors", "ann,,bob"],
    ["people.db", "--actors", "ann,ann"], ["people.db", "--actors", "ann", "--actor", "bob"],
    ["people.db", "--actor", " "], ["people.db", "--sessions", "0"],
    ["people.db", "--locale", "xx_YY"], ["people.db", "--screen", "Nowhere"],
    ["people.db", "other.db"], ["cluster:nowhere"],
    ["people.db", "--socket", "people.db"], ["people.db", "--socket", "/nowhere/socket"],
    ["people.db", "--socket", "s", "--socket-group", "no such group"],
  ])
  func wrongUsageHasTheStatus2(arguments: [String]) throws {
    let running = try Running(["serve"] + arguments, in: folder)
    expectEqual(running.end(), 2)
    expectEqual(running.output, "")
    #expect(running.errors.hasPrefix("error: "))
  }

  @Test func aPortThatIsTakenHasTheStatus2() throws {
    let (server, address) = try serve("--port", "0")
    let port = "\(try #require(address.port))"
    let other = try run("serve", "people.db", "--port", port)
    expectEqual(other.status, 2)
    #expect(other.errors.contains("port \(port) is in use"))
    server.kill(SIGTERM)
    expectEqual(server.end(), 0)
  }

  @Test func aDatabaseThatCannotBeOpenedHasTheStatus3() throws {
    try Data("no database".utf8).write(to: folder.appendingPathComponent("text"))
    for file in ["none.db", "text", "."] {
      let run = try run("serve", file, "--port", "0")
      expectEqual(run.status, 3)
      expectEqual(run.output, "")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none.db"))
  }
}
