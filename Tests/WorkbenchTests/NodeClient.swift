import Foundation
import Testing

/// A connection to the socket of a node, for requests that sessions never send.
final class NodeClient {
  struct Answer {
    var kind: UInt8
    var body: [UInt8]

    /// The message of a failure.
    var text: String { String(decoding: body.filter { $0 >= 32 && $0 < 127 }, as: UTF8.self) }
  }

  static let greeting = word(1)
  private let handle: Int32

  /// - Parameter address: One of the loopback interface.
  init(to address: String) throws {
    handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let port = address.split(separator: ":").last.flatMap { UInt16($0) }
    place.sin_port = try #require(port).bigEndian
    let code = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(code == 0, "\(address)")
  }

  init(at path: String) throws {
    handle = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    // A missing answer fails the test.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      handle, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout.size(ofValue: patience)))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(handle, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(code == 0, "\(path)")
  }

  deinit { close(handle) }

  static func word(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
  static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8) + [0]
    return bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
  }
  /// - Parameter size: The stated number of bytes; nil for the right one.
  static func request(_ kind: UInt8, _ body: [UInt8], size: UInt64? = nil) -> [UInt8] {
    word((size ?? UInt64(body.count)) / 8 | UInt64(kind) << 32) + body
  }
  static let open = request(3, text("workbench") + word(0) + text(""))
  static func execute(_ sql: String) -> [UInt8] { request(8, word(0) + text(sql)) }
  static func query(_ sql: String) -> [UInt8] { request(9, word(0) + text(sql)) }

  func send(_ bytes: [UInt8]) { Glibc.send(handle, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

  /// Returns nil if the connection has ended.
  func answer() -> Answer? {
    guard let header = read(8) else { return nil }
    let size = header.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) } * 8
    return read(size).map { Answer(kind: header[4], body: $0) }
  }

  func ask(_ request: [UInt8]) -> Answer? {
    send(request)
    return answer()
  }

  func rest() -> String {
    var bytes: [UInt8] = []
    while let byte = read(1) { bytes += byte }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return recv(handle, &bytes, count, Int32(MSG_WAITALL)) == count ? bytes : nil
  }
}
