/// Where a node or a door listens.
package enum SocketAddress: Hashable, Sendable {
  /// A socket file of this machine.
  case path(String)
  /// A numeric address of IPv4 or IPv6, and a port.
  case network(host: String, port: UInt16)

  /// Reads `HOST:PORT` or `[HOST]:PORT`; nil where it is not written so.
  package init?(network text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...]), port > 0
    else { return nil }
    var host = text[..<colon]
    if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
    guard !host.isEmpty else { return nil }
    self = .network(host: String(host), port: port)
  }
}
