import Foundation
import TestSupport
import Testing

/// A folder with a database, and `workbench` as processes in it.
class ServerFolder {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("serve-\(UUID().uuidString.prefix(8))")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let run = try run("people.db", "-c", "define P { name: Text key }", "-c", "new P name=ann")
    expectEqual(run.status, 0)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  static let executable: URL = {
    if let path = ProcessInfo.processInfo.environment["WORKBENCH_PROGRAM"] {
      return URL(fileURLWithPath: path)
    }
    return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("workbench")
  }()

  /// A process whose output is in files.
  final class Running {
    private let process = Process()
    private let files: [URL]

    init(_ arguments: [String], in folder: URL) throws {
      files = ["out", "err"].map { folder.appendingPathComponent("\($0)-\(UUID())") }
      process.executableURL = ServerFolder.executable
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

    var id: pid_t { process.processIdentifier }
    func kill(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

    func end() -> Int32 {
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  struct Run {
    var output: String
    var errors: String
    var status: Int32
  }

  func run(_ arguments: String...) throws -> Run {
    let running = try Running(arguments, in: folder)
    let status = running.end()
    return Run(output: running.output, errors: running.errors, status: status)
  }

  func serve(_ arguments: String...) throws -> (Running, address: URL) {
    let running = try Running(["serve", "people.db"] + arguments, in: folder)
    let address = try #require(running.lines(1).first.flatMap(URL.init), "\(running.errors)")
    return (running, address)
  }

  func get(
    _ address: URL, _ path: String, cookie: String = ""
  ) throws -> ServerClient.Reply {
    let port = try #require(address.port)
    let client = try ServerClient(port: port)
    client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\n\r\n")
    return try client.reply()
  }

  /// The cookie that an address buys.
  func cookie(_ address: URL) throws -> String {
    let reply = try get(address, "/?" + (address.query ?? ""))
    expectEqual(reply.status, 303)
    return String(try #require(reply.headers["set-cookie"]).prefix { $0 != ";" })
  }

  /// A new tab over a connection of its own.
  func browser(_ address: URL, cookie: String) throws -> FakeBrowser {
    let port = try #require(address.port)
    let (client, host) = (try ServerClient(port: port), "127.0.0.1:\(port)")
    client.send(
      """
      GET /-/ws?tab= HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nCookie: \(cookie)\r\n\
      Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
      """)
    #expect(try client.handshake().hasPrefix("HTTP/1.1 101 "))
    return FakeBrowser(client)
  }
}
