internal import Glibc
internal import NIOCore
internal import NIOPosix

/// A page server that accepts only connections from this machine.
package final class Server: Sendable {
  /// The port; if the server uses a socket file, the port that tunnels use.
  package let port: Int

  private let pages: any Pages
  private let gate: Gate
  private let address: String
  private let group: MultiThreadedEventLoopGroup
  private let listeners: [any Channel]
  private let connections: Connections
  /// Socket files to remove at the end.
  private let files: [String]

  package init(_ options: ServerOptions, pages: any Pages) throws(ServerError) {
    let sockets: [Int32]
    switch options.place {
    case .port(let wanted): (sockets, port) = try ListeningSocket.loopback(wanted)
    case .socket(let path, let group, let number):
      (sockets, port) = ([try ListeningSocket.file(path, group: group)], number)
    }
    self.pages = pages
    let gate = Gate(options, port: port)
    let address = (options.proxy?.origin ?? "http://127.0.0.1:\(port)") + gate.prefix
    let connections = Connections(Reception(gate), pages, options.limits)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let bootstrap = ServerBootstrap(group: group)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer(connections.prepare)
    let control = ServerBootstrap(group: group).childChannelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(
          ControlHandler(answer: { Self.newAddress(at: address, gate) + "\n" }))
      }
    }
    var files: [String] = []
    if case .socket(let path, _, _) = options.place { files.append(path) }
    do {
      var listeners = try sockets.map { try bootstrap.withBoundSocket($0).wait() }
      if let path = options.controlPath, let socket = try? ListeningSocket.file(path) {
        listeners.append(try control.withBoundSocket(socket).wait())
        files.append(path)
      }
      self.listeners = listeners
    } catch {
      try? group.syncShutdownGracefully()
      throw ServerError(.system(place: address, reason: "\(error)"))
    }
    (self.gate, self.address, self.group) = (gate, address, group)
    (self.connections, self.files) = (connections, files)
  }

  package func newAddress() -> String { Self.newAddress(at: address, gate) }

  private static func newAddress(at address: String, _ gate: Gate) -> String {
    address + (gate.isProxied ? "/" : "/?token=" + gate.newToken())
  }

  package static func newSecret() -> String { Gate.random() }

  package func end() {
    for listener in listeners { try? listener.close().wait() }
    for file in files { unlink(file) }
    pages.end()
    connections.end()
    try? group.syncShutdownGracefully()
  }
}

/// Sends a new address as one line to each connection of the control socket.
private final class ControlHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let answer: () -> String

  init(answer: @escaping () -> String) { self.answer = answer }

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer())))
      .assumeIsolated().whenComplete { _ in context.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

/// Sockets that accept only connections from this machine.
enum ListeningSocket {
  /// Listens on a port of 127.0.0.1 and, if the machine supports IPv6, of [::1].
  static func loopback(_ wanted: Int) throws(ServerError) -> (sockets: [Int32], port: Int) {
    // A port that is free on one address may be in use on the other.
    for _ in 0..<20 {
      var four = sockaddr_in()
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = in_port_t(wanted).bigEndian
      four.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      guard let first = listen(AF_INET, four) else { throw error(wanted) }
      let port = Int(port(of: first))
      var six = sockaddr_in6()
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = in_port_t(port).bigEndian
      six.sin6_addr = in6addr_loopback
      if let second = listen(AF_INET6, six) { return ([first, second], port) }
      if errno == EADDRNOTAVAIL || errno == EAFNOSUPPORT { return ([first], port) }
      let failure = error(port)
      close(first)
      guard wanted == 0 else { throw failure }
    }
    throw ServerError(.portTaken(wanted))
  }

  private static func error(_ port: Int) -> ServerError {
    errno == EADDRINUSE
      ? ServerError(.portTaken(port))
      : ServerError(.system(place: "port \(port)", reason: String(cString: strerror(errno))))
  }

  private static func port(of socket: Int32) -> in_port_t {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
    }
    return in_port_t(bigEndian: address.sin_port)
  }

  /// Listens on a socket file; replaces the file if no server listens on it any more.
  static func file(_ path: String, group name: String? = nil) throws(ServerError) -> Int32 {
    var group: gid_t?
    if let name {
      guard let entry = getgrnam(name) else { throw ServerError(.unknownGroup(name)) }
      group = entry.pointee.gr_gid
    }
    let address = try address(path)
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else { throw ServerError(.notASocket(path)) }
      guard !isAnswered(address) else { throw ServerError(.socketTaken(path)) }
      unlink(path)
    }
    // Set the mode before listen(), because clients can connect only afterwards.
    let socket = listen(AF_UNIX, address) {
      if let group, chown(path, uid_t.max, group) != 0 { return false }
      return chmod(path, group == nil ? 0o600 : 0o660) == 0
    }
    guard let socket else {
      let code = errno
      if code == EADDRINUSE { throw ServerError(.socketTaken(path)) }
      throw ServerError(.system(place: path, reason: String(cString: strerror(code))))
    }
    return socket
  }

  private static func address(_ path: String) throws(ServerError) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      guard path.utf8.count < bytes.count else { return false }
      bytes.copyBytes(from: path.utf8)
      return true
    }
    guard fits else { throw ServerError(.pathTooLong(path)) }
    return address
  }

  private static func isAnswered(_ address: sockaddr_un) -> Bool {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    return withAddress(address) { connect(socket, $0, $1) } == 0
  }

  /// - Returns: Nil, with `errno`, if the socket cannot listen.
  private static func listen<Address>(
    _ family: Int32, _ address: Address, prepare: () -> Bool = { true }
  ) -> Int32? {
    let socket = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return nil }
    var yes: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    if withAddress(address, { bind(socket, $0, $1) }) == 0, prepare(),
      Glibc.listen(socket, 128) == 0
    {
      return socket
    }
    let code = errno
    close(socket)
    errno = code
    return nil
  }

  private static func withAddress<Address, Result>(
    _ address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}
