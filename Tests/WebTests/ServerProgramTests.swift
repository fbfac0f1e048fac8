import Foundation
import TestSupport
import Testing

/// `workbench serve`, as a process.
@Suite(.waits) final class ServerProgramTests: ServerFolder {
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
    let beside = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    expectEqual(beside.filter { $0.hasPrefix("people.db-") }, [])
  }

  @Test func theEndClosesFiftyTabsWithOpenForms() throws {
    expectEqual(try run("people.db", "-c", "screen Ps for [P] { menu add }").status, 0)
    let (server, address) = try serve("--port", "0")
    let cookie = try cookie(address)
    let tabs = try (0..<50).map { _ in try browser(address, cookie: cookie) }
    for (index, tab) in tabs.enumerated() {
      try tab.send(["t": "open", "to": "/Ps"])
      try tab.send(["t": "do", "c": "add"])
      let id = try #require(tab.field().text("f"))
      try tab.send(["t": "key", "f": id, "p": "name \(index)"])
      expectEqual(try tab.field().text("text"), "name \(index)")
    }
    let more = try browser(address, cookie: cookie)
    try more.wait(for: "full")
    expectEqual(try more.waitForClose(), 1013)
    // Some are about to store.
    for tab in tabs.prefix(10) { try tab.send(["t": "key", "k": "Submit"]) }
    server.kill(SIGTERM)
    expectEqual(server.end(), 0)
    for tab in tabs { expectEqual(try tab.waitForClose(), 1001) }
    let names = try run("people.db", "-c", "check", "-c", "list P").output
    #expect(!names.contains("name 10"), "\(names)")
    expectEqual(try run("people.db", "-c", "check").status, 0)
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
