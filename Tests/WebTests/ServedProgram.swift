import Foundation
import Testing

/// A database in a temporary folder, served by the program.
final class ServedProgram {
  static let executable: URL = {
    if let path = ProcessInfo.processInfo.environment["WORKBENCH_PROGRAM"] {
      return URL(fileURLWithPath: path)
    }
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("workbench")
  }()

  let folder: URL
  private let options: [String]
  private(set) var process: Process?
  /// The address that lets a browser in, once.
  private(set) var address = ""
  private(set) var port = 0

  init(_ script: String, serving options: [String] = []) throws {
    self.options = options
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("workbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let errors = try run(["-f", "-"], input: script)
    try #require(!errors.contains("error:"), "\(errors)")
    // A restart lets the same browser in at the same port. Another program may take it first.
    for attempt in 1...3 {
      port = try Self.freePort()
      do { try start() } catch  where attempt < 3 { continue }
      return
    }
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static func freePort() throws -> Int {
    let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(handle) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let length = size
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(handle, $0, length) == 0 && getsockname(handle, $0, &size) == 0
      }
    }
    try #require(isBound)
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// A test that fails early removes nothing.
  deinit { remove() }

  func remove() {
    stop(SIGTERM)
    try? FileManager.default.removeItem(at: folder)
  }

  private func program(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": "/usr/bin:/bin", "USER": "tester", "TZ": "UTC", "HOME": folder.path,
      "XDG_STATE_HOME": folder.appendingPathComponent("state").path,
    ]
    return process
  }

  /// Runs the program on the database, and returns what it prints.
  @discardableResult
  func run(_ arguments: [String], input: String = "", on database: String = "x.db") throws -> String
  {
    let process = program([database] + arguments)
    let (source, output) = (Pipe(), Pipe())
    process.standardInput = source
    process.standardOutput = output
    process.standardError = output
    try process.run()
    source.fileHandleForWriting.write(Data(input.utf8))
    try source.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  /// Serves the database, at the port as before.
  func start() throws {
    let process = program(["serve", "--port", "\(port)", "--json"] + options + ["x.db"])
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.standardError
    try process.run()
    self.process = process
    var line = Data()
    while line.last != 0x0A {
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { throw Failure(description: "workbench serve has ended") }
      line += part
    }
    let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
    address = try #require(object?["url"] as? String)
  }

  /// Ends the server by a signal.
  func stop(_ signal: Int32) {
    guard let process else { return }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    self.process = nil
  }
}
