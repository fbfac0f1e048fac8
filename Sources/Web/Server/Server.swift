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
