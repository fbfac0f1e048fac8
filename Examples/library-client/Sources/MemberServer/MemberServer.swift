import Foundation

#if canImport(Glibc)
  import Glibc
  private let stream = Int32(SOCK_STREAM.rawValue)
#else
  import Darwin
  private let stream = SOCK_STREAM
#endif

/// Serves the members in a database on a local port: `MemberServer members.db 8080`.
///
/// The server accepts plain HTTP, with one request per connection. For TLS, use a reverse proxy.
@main
enum MemberServer {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let port = UInt16(arguments[2]) else {
      print("usage: MemberServer FILE PORT")
      exit(64)
    }
    signal(SIGPIPE, SIG_IGN)
    let service = try await MemberService(.file(arguments[1])) {
      Int(Date().timeIntervalSince1970 * 1000)
    }
    let listener = try openPort(port)
    print("http://127.0.0.1:\(port)/members")
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      let handle = FileHandle(fileDescriptor: connection, closeOnDealloc: true)
      // Reading blocks until the client sends, so it must not use a thread of the concurrency pool.
      DispatchQueue.global().async {
        guard let request = request(from: handle) else { return }
        Task { try await send(await service.respond(to: request), to: handle) }
      }
    }
  }

  private static func openPort(_ port: UInt16) throws -> Int32 {
    let listener = socket(AF_INET, stream, 0)
    var (address, isReused) = (sockaddr_in(), Int32(1))
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
    }
    guard isBound, listen(listener, 64) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    return listener
  }

  private static func request(from handle: FileHandle) -> Request? {
    var (bytes, end) = (Data(), Data("\r\n\r\n".utf8))
    var head: Range<Data.Index>?
    while head == nil, bytes.count < 16_384 {
      let next = handle.availableData
      if next.isEmpty { return nil }
      bytes += next
      head = bytes.range(of: end)
    }
    guard let head else { return nil }
    let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3, let address = URLComponents(string: String(words[1])) else {
      return nil
    }
    let headers = Dictionary(
      lines.dropFirst().compactMap { line in
        line.firstIndex(of: ":").map {
          (line[..<$0].lowercased(), line[$0...].dropFirst().trimmingCharacters(in: .whitespaces))
        }
      }, uniquingKeysWith: { $1 })
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    guard 0...1_000_000 ~= length else { return nil }
    var body = bytes[head.upperBound...]
    while body.count < length {
      let next = handle.availableData
      if next.isEmpty { return nil }
      body += next
    }
    let query = (address.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    return Request(
      method: String(words[0]), path: address.path.split(separator: "/").map(String.init),
      query: Dictionary(query, uniquingKeysWith: { $1 }), user: headers["x-user"] ?? "guest",
      body: Data(body.prefix(length)))
  }

  private static func send(_ response: Response, to handle: FileHandle) async throws {
    let kind = response.events == nil ? "application/json" : "text/event-stream"
    let head = "HTTP/1.0 \(response.status) \r\nContent-Type: \(kind)\r\n\r\n"
    try handle.write(contentsOf: Data(head.utf8) + response.body)
    guard let events = response.events else { return }
    for await changes in events {
      let names = changes.map { [$0.type, $0.property ?? ""].joined(separator: ".") }.sorted()
      try handle.write(contentsOf: Data("data: \(names.joined(separator: " "))\n\n".utf8))
    }
  }
}
