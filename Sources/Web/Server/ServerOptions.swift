package struct ServerOptions: Sendable {
  package enum Place: Hashable, Sendable {
    /// A port of 127.0.0.1 and [::1]; 0 chooses a free port.
    case port(Int)
    /// A socket file for the owner and optionally a group. Tunnels use the port.
    case socket(path: String, group: String?, port: Int)
  }

  package var place: Place
  package var proxy: ProxyAddress?
  /// The header in which the proxy names the user. Used only with a socket file, because any local
  /// process could forge the header at a port.
  package var userHeader: String?
  /// The value of the cookie.
  package var secret: String
  /// The socket file that answers each connection with a new address.
  package var controlPath: String?
  package var limits: ServerLimits

  package init(_ place: Place, secret: String, limits: ServerLimits = ServerLimits()) {
    (self.place, self.secret, self.limits) = (place, secret, limits)
  }
}

package struct ServerLimits: Hashable, Sendable {
  /// Maximum size in bytes of a request's target and header fields.
  package var head = 16 << 10
  /// Maximum time for a request's header fields to arrive.
  package var headTime = Duration.seconds(10)
  /// Maximum size in bytes of a message from a browser.
  package var message = 1 << 20
  package var connections: Int
  /// A silent browser is pinged after this time, and disconnected after twice as long.
  package var silence = Duration.seconds(45)
  /// How long a browser may leave sent data unread.
  package var stall = Duration.seconds(10)
  /// Maximum time that a connection stays open after the answer or the close frame.
  package var parting = Duration.milliseconds(500)
  package var printing = Duration.seconds(30)
  package var tokenLife = Duration.seconds(600)

  package init(sessions: Int = 50) { connections = 4 * sessions + 16 }
}

package struct ServerError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case portTaken(Int)
    case socketTaken(String)
    case notASocket(String)
    case pathTooLong(String)
    case unknownGroup(String)
    case system(place: String, reason: String)
  }

  package var kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  package var message: String {
    switch kind {
    case .portTaken(let port): "port \(port) is in use"
    case .socketTaken(let path): "another server listens on \(path)"
    case .notASocket(let path): "\(path) exists and is not a socket"
    case .pathTooLong(let path): "the socket path has more than 107 bytes: \(path)"
    case .unknownGroup(let name): "there is no group \(name)"
    case .system(let place, let reason): "cannot listen on \(place): \(reason)"
    }
  }
}

/// An address under which a proxy serves pages, such as `https://lab.example/wb`.
package struct ProxyAddress: Hashable, Sendable {
  /// The host as in the header `Host`, without the default port.
  let host: String
  let isSecure: Bool
  /// The path; empty, or with a slash at its start but not at its end.
  let path: String

  var origin: String { (isSecure ? "https://" : "http://") + host }

  package init?(_ text: String) {
    guard let colon = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard ["http", "https"].contains(scheme) else { return nil }
    isSecure = scheme == "https"
    let rest = text[colon.upperBound...]
    var host = rest.prefix { $0 != "/" }.lowercased()
    var path = rest.drop { $0 != "/" }
    while path.last == "/" { path.removeLast() }
    let port = isSecure ? ":443" : ":80"
    if host.hasSuffix(port) { host.removeLast(port.count) }
    let names = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard !host.isEmpty, host.utf8.allSatisfy({ $0.isPlain || ":[]".utf8.contains($0) }),
      names.allSatisfy({ !["", ".", "..", "-"].contains($0) && $0.utf8.allSatisfy(\.isPlain) })
    else { return nil }
    (self.host, self.path) = (host, String(path))
  }
}

extension UInt8 {
  /// Whether the byte needs no encoding in an address.
  fileprivate var isPlain: Bool {
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    return isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || "-._~".utf8.contains(self)
  }
}
