import Foundation
import Synchronization
import TestSupport
import Testing
import Web

/// A client that writes bytes as it likes.
final class ServerClient {
  struct Reply {
    var status: Int
    var headers: [String: String]
    var body: String
  }

  enum Failure: Error {
    case noConnection, silent
    case noReply(String)
  }

  /// In seconds.
  private static let patience = 120

  private let handle: Int32
  private var received: [UInt8] = []

  init(port: Int, host: String = "127.0.0.1") throws {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    handle = socket(host == "::1" ? AF_INET6 : AF_INET, type, 0)
    var hints = addrinfo()
    (hints.ai_flags, hints.ai_socktype) = (AI_NUMERICHOST, Int32(SOCK_STREAM.rawValue))
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let found else {
      throw Failure.noConnection
    }
    defer { freeaddrinfo(found) }
    guard connect(handle, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else {
      throw Failure.noConnection
    }
    wait(seconds: Self.patience)
  }

  init(path: String) throws {
    handle = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(handle, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Failure.noConnection }
    wait(seconds: Self.patience)
  }

  deinit { close(handle) }

  private func wait(seconds: Int) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(handle, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// Sends everything, unless the server closes the connection.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(handle, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  func endOutput() { shutdown(handle, Int32(SHUT_WR)) }

  /// - Returns: False at the end of the connection.
  private func receive() throws -> Bool {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      let length = recv(handle, buffer.baseAddress, buffer.count, 0)
      if length < 0 { failure = errno }
      count = max(0, length)
    }
    if failure == EAGAIN { throw Failure.silent }
    received += bytes
    return !bytes.isEmpty
  }

  /// The bytes until the server closes the connection.
  func rest() throws -> [UInt8] {
    while try receive() {}
    defer { received = [] }
    return received
  }

  func reply() throws -> Reply {
    let text = String(decoding: try rest(), as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { throw Failure.noReply(text) }
    let lines = text[..<end.lowerBound].split(separator: "\r\n")
    guard let first = lines.first, let status = Int(first.dropFirst(9).prefix(3)) else {
      throw Failure.noReply(text)
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let pair = line.split(separator: ":", maxSplits: 1)
      headers[pair[0].lowercased()] = pair.count > 1 ? String(pair[1].dropFirst()) : ""
    }
    return Reply(status: status, headers: headers, body: String(text[end.upperBound...]))
  }

  /// What is sent after its length and a colon.
  func packet() throws -> [UInt8] {
    while true {
      let digits = received.prefix { $0 != UInt8(ascii: ":") }
      let start = digits.count + 1
      if received.count >= start, let count = Int(String(decoding: digits, as: UTF8.self)),
        received.count >= start + count
      {
        defer { received.removeFirst(start + count) }
        return Array(received[start..<start + count])
      }
      guard try receive() else { throw Failure.noReply("") }
    }
  }

  // MARK: WebSocket

  struct Frame: Hashable {
    var opcode: UInt8
    var data: [UInt8]

    var text: String { String(decoding: data, as: UTF8.self) }
    /// The status code of a frame that closes.
    var code: Int? {
      opcode == 8 && data.count >= 2 ? Int(data[0]) << 8 | Int(data[1]) : nil
    }
  }

  static func frame(
    _ data: [UInt8], opcode: UInt8 = 1, isLast: Bool = true, isMasked: Bool = true,
    claiming length: UInt64? = nil
  ) -> [UInt8] {
    let length = length ?? UInt64(data.count)
    let mark: UInt8 = isMasked ? 0x80 : 0
    var bytes: [UInt8] = [(isLast ? 0x80 : 0) | opcode]
    func bigEndian(_ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: length >> (8 * UInt64($0))) }
    }
    switch length {
    case ..<126: bytes.append(mark | UInt8(length))
    case ..<65536: bytes += [mark | 126] + bigEndian(2)
    default: bytes += [mark | 127] + bigEndian(8)
    }
    guard isMasked else { return bytes + data }
    let mask: [UInt8] = [0x1F, 0xA0, 0x33, 0x7E]
    return bytes + mask + data.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  func sendFrame(_ text: String) { send(Self.frame(Array(text.utf8))) }

  /// - Returns: Nil at the end of the connection.
  func nextFrame() throws -> Frame? {
    while true {
      if let frame = takeFrame() { return frame }
      guard try receive() else { return nil }
    }
  }

  private func takeFrame() -> Frame? {
    guard received.count >= 2 else { return nil }
    var (start, length) = (2, Int(received[1]))
    if length >= 126 {
      let digits = length == 126 ? 2 : 8
      guard received.count >= 2 + digits else { return nil }
      length = received[2..<2 + digits].reduce(0) { $0 << 8 | Int($1) }
      start += digits
    }
    guard received.count >= start + length else { return nil }
    defer { received.removeFirst(start + length) }
    return Frame(opcode: received[0] & 0x0F, data: Array(received[start..<start + length]))
  }

  /// Reads the head of a reply.
  func handshake() throws -> String {
    while true {
      let text = String(decoding: received, as: UTF8.self)
      if let end = text.firstRange(of: "\r\n\r\n") {
        received.removeFirst(text[..<end.upperBound].utf8.count)
        return String(text[..<end.lowerBound])
      }
      guard try receive() else { throw Failure.noReply(text) }
    }
  }

  /// The code with which the server closes the connection; nil if it says none.
  func closeCode() throws -> Int? {
    while let frame = try nextFrame() {
      if frame.opcode == 8 { return frame.code }
    }
    return nil
  }
}

/// A server in this process, for a test.
final class ServedPages {
  let server: Server
  let pages = EchoPages()
  let secret = "0123456789abcdefghijklmn"
  private var hasEnded = false

  init(_ change: (inout ServerOptions) -> Void = { _ in }) throws {
    var options = ServerOptions(.port(0), secret: secret)
    // A busy machine must not look like a browser that is slow.
    (options.limits.headTime, options.limits.printing) = (.seconds(600), .seconds(600))
    change(&options)
    server = try Server(options, pages: pages)
  }

  deinit { end() }

  func end() {
    if !hasEnded { server.end() }
    hasEnded = true
  }

  var port: Int { server.port }
  var host: String { "127.0.0.1:\(port)" }
  var cookie: String { "workbench-\(port)=\(secret)" }

  var token: String { String(server.newAddress().suffix(24)) }

  private static let client = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/Web/Client")

  static var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: client.path) }
  }

  /// A file of the client, as in the sources.
  static func file(_ name: String) throws -> String {
    try String(contentsOf: client.appendingPathComponent(name), encoding: .utf8)
  }

  func head(
    _ path: String, _ headers: [String: String?] = [:], method: String = "GET"
  ) -> String {
    let all = ["Host": host, "Cookie": cookie].merging(headers) { $1 }
    let lines = all.sorted { $0.key < $1.key }
      .compactMap { name, value in value.map { "\(name): \($0)\r\n" } }
    return "\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n"
  }

  func get(
    _ path: String, _ headers: [String: String?] = [:], method: String = "GET"
  ) throws -> ServerClient.Reply {
    let client = try ServerClient(port: port)
    client.send(head(path, headers, method: method))
    return try client.reply()
  }

  var handshake: [String: String?] {
    [
      "Origin": "http://" + host, "Connection": "Upgrade", "Upgrade": "websocket",
      "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]
  }

  func socket(
    _ headers: [String: String?] = [:], tab: String = "1"
  ) throws -> ServerClient {
    let client = try ServerClient(port: port)
    client.send(head("/-/ws?tab=\(tab)", handshake.merging(headers) { $1 }))
    #expect(try client.handshake().hasPrefix("HTTP/1.1 101 "))
    return client
  }

  /// Expects that others are answered.
  func expectAnswers(sourceLocation location: SourceLocation = #_sourceLocation) throws {
    #expect(try get("/").status == 200, sourceLocation: location)
    let client = try socket()
    client.sendFrame("are you there?")
    #expect(try client.nextFrame()?.text == "are you there?", sourceLocation: location)
  }
}

/// Waits until a condition holds, for two minutes at most.
func wait(
  _ what: String, sourceLocation location: SourceLocation = #_sourceLocation,
  until holds: () throws -> Bool
) rethrows {
  for _ in 0..<60_000 {
    if try holds() { return }
    usleep(2000)
  }
  Issue.record("waited for \(what)", sourceLocation: location)
}

/// Pages that return each message.
final class EchoPages: Pages {
  struct State {
    var visitors: [PageVisitor] = []
    var disconnected = 0
    var hasEnded = false
  }

  /// Written by the event loop of the server.
  let state = Mutex(State())

  func waitForDisconnection(sourceLocation location: SourceLocation = #_sourceLocation) {
    wait("a disconnection", sourceLocation: location) { state.withLock { $0.disconnected } == 1 }
  }

  func connect(_ socket: any PageSocket, _ visitor: PageVisitor) -> any PageListener {
    state.withLock { $0.visitors.append(visitor) }
    return Listener(socket, self)
  }

  func printout(
    _ path: [String], formatter: String?, _ visitor: PageVisitor,
    _ answer: @escaping @Sendable (String?) -> Void
  ) {
    let text = "\(path.joined(separator: "|"))|\(formatter ?? "-")|\(visitor.user ?? "-")"
    // Pages may answer later, on another thread; Swift's own may all wait in tests.
    let thread = Thread { answer(path.first == "Nothing" ? nil : "<p>" + text) }
    if path.first != "Never" { thread.start() }
  }

  func end() { state.withLock { $0.hasEnded = true } }

  private final class Listener: PageListener {
    private let socket: any PageSocket
    private let pages: EchoPages
    private let count = Atomic(0)

    init(_ socket: any PageSocket, _ pages: EchoPages) {
      (self.socket, self.pages) = (socket, pages)
    }

    func take(_ text: String) -> Bool {
      if text == "close" { socket.close(4001, "as you wish") }
      if text == "keep" { return count.add(1, ordering: .relaxed).newValue <= 2000 }
      socket.send(text)
      return true
    }

    func disconnected() { pages.state.withLock { $0.disconnected += 1 } }
  }
}
