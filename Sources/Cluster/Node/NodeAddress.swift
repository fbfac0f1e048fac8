internal import Glibc

enum NodeAddress {
  /// Throws unless the address is local or private, because traffic between nodes is neither
  /// encrypted nor authenticated.
  static func check(_ text: String) throws(ClusterError) {
    guard case .network(let host, _) = SocketAddress(network: text) else {
      throw ClusterError(
        .address(
          "\(text) is not an address; expected one such as 10.0.0.1:9601 or [fd00::1]:9601"
        ))
    }
    var four = in_addr()
    var six = in6_addr()
    let isPrivate: Bool
    if inet_pton(AF_INET, host, &four) == 1 {
      isPrivate = Self.isPrivate(withUnsafeBytes(of: four) { Array($0) })
    } else if inet_pton(AF_INET6, host, &six) == 1 {
      let bytes = withUnsafeBytes(of: six) { Array($0) }
      // Unique local, link-local and loopback.
      isPrivate =
        bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
        || bytes == [UInt8](repeating: 0, count: 15) + [1]
    } else {
      throw ClusterError(
        .address("\(host) is not a numeric address; expected one such as 10.0.0.1"))
    }
    guard isPrivate else {
      throw ClusterError(
        .address(
          "\(text) is a public address, but traffic between nodes is neither encrypted nor "
            + "authenticated; expected an address of a private network, such as WireGuard's, or a "
            + "loopback address"))
    }
  }

  static func checkIsFree(_ text: String) throws(ClusterError) {
    guard case .network(let host, let port) = SocketAddress(network: text) else { return }
    do {
      try Socket.checkCanListen(at: host, port)
    } catch {
      guard case .unreachable(let words) = error else { return }
      throw ClusterError(.address("a node cannot listen on \(text): \(words)"))
    }
  }

  /// Parses the path of a socket, or a loopback address.
  static func local(_ text: String) throws(ClusterError) -> SocketAddress {
    if text.contains("/") { return .path(text) }
    if let place = SocketAddress(network: text), case .network(let host, _) = place,
      host == "::1" || host.hasPrefix("127.")
    {
      return place
    }
    throw ClusterError(
      .address(
        "\(text) is not a local address; expected one such as 127.0.0.1:9701, or the path of a socket"
      ))
  }

  static func freeOnLoopback() -> String {
    while true {
      let port = UInt16.random(in: 10_000...60_000)
      if (try? Socket.checkCanListen(at: "127.0.0.1", port)) != nil { return "127.0.0.1:\(port)" }
    }
  }

  private static func isPrivate(_ bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1]) {
    case (127, _), (10, _), (192, 168), (169, 254): true
    case (172, 16...31), (100, 64...127): true
    default: false
    }
  }
}
