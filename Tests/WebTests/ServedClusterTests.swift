import Foundation
import TestSupport
import Testing

/// `workbench serve` with a cluster of one node, which restarts.
@Suite(.waitsForNodes) final class ServedClusterTests: ServerFolder {
  private func startNode(_ address: String, _ more: String...) throws -> Running {
    let node = try Running(
      ["node", "n", "--address", address, "--latency", "40"] + more, in: folder)
    #expect(node.lines(1).first?.hasPrefix("node \(address)") == true, "\(node.errors)")
    return node
  }

  @Test func aFormSurvivesTheLossOfTheLeader() throws {
    let address = "127.0.0.1:\(try ServedProgram.freePort())"
    let node = try startNode(address, "--begin")
    let made = try run(
      "cluster:n/door", "-c", "define C { a: Integer = 0, b: Integer = 0 }", "-c", "new C")
    expectEqual(made.status, 0, "\(made.errors)")
    let server = try Running(["serve", "cluster:n/door", "--port", "0"], in: folder)
    let page = try #require(server.lines(1).first.flatMap(URL.init), "\(server.errors)")
    let cookie = try cookie(page)
    let screen = try get(page, "/C/1", cookie: cookie)
    expectEqual(screen.status, 200, "\(screen.body)")
    let browser = try browser(page, cookie: cookie)
    try browser.wait(for: "hello")
    _ = try browser.open("/C/1")
    func type(_ text: String, in field: String) throws {
      try browser.send(["t": "focus", "f": field])
      try browser.send(["t": "key", "f": field, "p": text])
    }
    try type("7", in: "C/1.a")
    try browser.wait(for: "field") { $0.text("text") == "7" }
    node.kill(SIGKILL)
    _ = node.end()
    let again = try startNode(address)
    try expectEqual(run("cluster:n/door", "-c", "get C/1.a").output, "0\n")
    try type("8", in: "C/1.b")
    try browser.send(["t": "key", "f": "C/1.b", "k": "Return"])
    try browser.wait(for: "formEnd") { $0.text("form") == "b" }
    try expectEqual(
      run("cluster:n/door", "-c", "get C/1.a", "-c", "get C/1.b", "-c", "check").output, "7\n8\n")
    server.kill(SIGTERM)
    _ = server.end()
    again.kill(SIGTERM)
    _ = again.end()
  }
}
