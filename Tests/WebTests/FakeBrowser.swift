import Foundation
import Replies
import Session
import Synchronization
import TestSupport
import Testing
import Web

/// A database in a folder that is removed, and its pages without a server.
final class ServedDatabase {
  let folder: URL
  let path: String
  let pages: TabPages

  /// - Parameter clock: Monotonic, in milliseconds.
  init(
    _ script: String, readOnly: Bool = false, sessions: Int = 50, actors: [String] = [],
    clock: @escaping @Sendable () -> Int = { Int(ProcessInfo.processInfo.systemUptime * 1000) }
  ) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("web-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("test.db").path
    self.path = path
    pages = TabPages(
      PageOptions(
        database: "test.db", defaultLocale: "en_US", actor: "tester", actors: actors,
        sessions: sessions,
        configuration: {
          var configuration = Self.configuration(path)
          configuration.isReadOnly = readOnly
          return configuration
        },
        clock: clock))
    expectEqual(run(script).filter { $0.hasPrefix("error") }, [])
    pages.watch()
  }

  private static func configuration(
    _ path: String, at time: Date? = nil
  ) -> Configuration {
    var configuration = Configuration(
      actor: "script", clock: { Int((time ?? Date()).timeIntervalSince1970 * 1000) },
      files: NoFiles(),
      filePrinter: { _, _ in fatalError("no file is written") })
    configuration.database = path
    return configuration
  }

  /// Runs commands as another program would; returns the texts of the replies.
  ///
  /// - Parameter time: What the clock of the program says.
  @discardableResult
  func run(_ script: String, at time: Date? = nil) -> [String] {
    var replies: [String] = []
    let session = try? Session(Self.configuration(path, at: time)) { reply in
      switch reply {
      case .diagnostic(let diagnostic): replies.append("error: " + diagnostic.message)
      case .count(let count): replies.append("\(count)")
      case .value(let value): replies.append(value.plainText)
      case .reference(let text), .text(let text): replies.append(text)
      case .row(let cells): replies.append(cells.map(\.plainText).joined(separator: "|"))
      default: break
      }
    }
    session?.feed(script + "\n")
    _ = session?.finish()
    return replies
  }

  func browser(_ tab: String = "", user: String? = nil) -> FakeBrowser {
    FakeBrowser(pages, PageVisitor(tab: tab, user: user, languages: ["en-US"]))
  }

  deinit {
    pages.end()
    try? FileManager.default.removeItem(at: folder)
  }
}

private final class FakeSocket: PageSocket {
  let received = Mutex<[String]>([])
  let code = Mutex<UInt16?>(nil)

  func send(_ text: String) { received.withLock { $0.append(text) } }

  func close(_ code: UInt16, _ reason: String) { self.code.withLock { $0 = $0 ?? code } }
}

/// A browser's side of the protocol, without a page.
final class FakeBrowser {
  typealias Message = [String: Any]

  private let take: (String) -> Bool
  private let leave: () -> Void
  /// New messages; waits a moment if there are none.
  private let receive: () throws -> [String]
  private let closed: () -> UInt16?
  private var waiting: [String] = []
  private(set) var number = 0
  private(set) var tab = ""
  private(set) var lastScreen: Message = [:]

  init(_ pages: TabPages, _ visitor: PageVisitor) {
    let socket = FakeSocket()
    let listener = pages.connect(socket, visitor)
    (take, leave) = (listener.take, listener.disconnected)
    closed = { socket.code.withLock(\.self) }
    receive = {
      let texts = socket.received.withLock { texts in
        defer { texts = [] }
        return texts
      }
      if texts.isEmpty { usleep(2000) }
      return texts
    }
  }

  /// A tab of a server's.
  init(_ client: ServerClient) {
    let end = End()
    take = { text in
      client.sendFrame(text)
      return true
    }
    leave = {}
    receive = {
      guard let frame = try client.nextFrame() else { throw Missing(description: "a connection") }
      if let number = frame.code { end.code = UInt16(number) }
      return frame.opcode == 1 ? [frame.text] : []
    }
    closed = { end.code }
  }

  private final class End { var code: UInt16? }

  var closeCode: UInt16? { closed() }

  func waitForClose() throws -> UInt16? {
    let deadline = Date(timeIntervalSinceNow: 60)
    while closed() == nil, Date() < deadline { _ = try receive() }
    return closed()
  }

  func disconnect() { leave() }

  /// Sends a message with the next number.
  func send(_ members: Message) throws {
    number += 1
    var members = members
    members["n"] = number
    try sendRaw(
      String(decoding: JSONSerialization.data(withJSONObject: members), as: UTF8.self))
  }

  func sendRaw(_ text: String) throws { #expect(take(text)) }

  struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  /// The first new message that meets a condition; what comes before it is skipped.
  @discardableResult
  func wait(
    for kind: String, _ condition: (Message) -> Bool = { _ in true }
  ) throws -> Message {
    try wait(for: [kind], condition)
  }

  @discardableResult
  func wait(
    for kinds: Set<String>, _ condition: (Message) -> Bool = { _ in true }
  ) throws -> Message {
    let deadline = Date(timeIntervalSinceNow: 60)
    var skipped: [String] = []
    while Date() < deadline {
      while !waiting.isEmpty {
        let text = waiting.removeFirst()
        let message =
          try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Message ?? [:]
        if let screen = message["screen"] as? Message { lastScreen = screen }
        if message["t"] as? String == "hello" { tab = message["tab"] as? String ?? "" }
        if let kind = message["t"] as? String, kinds.contains(kind), condition(message) {
          return message
        }
        skipped.append(String(text.prefix(2000)))
      }
      do {
        let isClosed = closed() != nil
        waiting = try receive()
        if isClosed, waiting.isEmpty { throw Missing(description: "closed") }
      } catch {
        throw Missing(
          description: "\(error); no \(kinds) among\n" + skipped.joined(separator: "\n"))
      }
    }
    throw Missing(description: "no \(kinds) among\n" + skipped.joined(separator: "\n"))
  }

  /// The screen after everything sent was taken.
  func screen() throws -> Message {
    try wait(for: "screen") { ($0["n"] as? Int ?? 0) >= self.number }
    return lastScreen
  }

  /// The field after everything sent was taken.
  func field() throws -> Message {
    try wait(for: "field") { ($0["n"] as? Int ?? 0) >= self.number }
  }

  func open(_ path: String) throws -> Message {
    try send(["t": "open", "to": path])
    return try screen()
  }
}

extension FakeBrowser.Message {
  func list(_ name: String) -> [Self] { self[name] as? [Self] ?? [] }
  func text(_ name: String) -> String? { self[name] as? String }
  func texts(_ name: String) -> [String] {
    (self[name] as? [Any] ?? []).map { $0 as? String ?? "nil" }
  }
}
