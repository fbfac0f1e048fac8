package enum SocketAddress: Hashable, Sendable {
  case path(String)
  /// A numeric IPv4 or IPv6 address, and a port.
  case network(host: String, port: UInt16)

  /// Parses `HOST:PORT` or `[HOST]:PORT`; nil if malformed.
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
