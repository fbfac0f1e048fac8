internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

struct ServerEnding: Sendable {}

/// Answers the one request of a connection.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State { case waiting, answering, parting }

  private let reception: Reception
  private let pages: any Pages
  private let limits: ServerLimits
  /// Whether to refuse the request because there are too many connections.
  private let isFull: Bool
  private var state = State.waiting
  private var deadline: Scheduled<Void>?

  init(_ reception: Reception, _ pages: any Pages, _ limits: ServerLimits, isFull: Bool) {
    (self.reception, self.pages, self.limits, self.isFull) = (reception, pages, limits, isFull)
  }

  func handlerAdded(context: ChannelHandlerContext) { close(context, in: limits.headTime) }

  func channelActive(context: ChannelHandlerContext) {
    if isFull { send(Response(.serviceUnavailable), context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  private func close(_ context: ChannelHandlerContext, in time: Duration) {
    deadline?.cancel()
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
      context.close(promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data), state == .waiting else { return }
    switch reception.answer(to: head) {
    case .response(let response): send(response, isHead: head.method == .HEAD, context)
    // A valid WebSocket handshake is handled elsewhere, so this one is invalid.
    case .socket: send(Response(.badRequest), context)
    case .printout(let path, let formatter, let visitor):
      printOut(path, formatter, visitor, isHead: head.method == .HEAD, context)
    }
  }

  private func printOut(
    _ path: [String], _ formatter: String?, _ visitor: PageVisitor, isHead: Bool,
    _ context: ChannelHandlerContext
  ) {
    state = .answering
    close(context, in: limits.printing)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    pages.printout(path, formatter: formatter, visitor) { html in
      bound.eventLoop.execute {
        let (handler, context) = bound.value
        guard context.channel.isActive else { return }
        let response =
          html.map { Response(html: $0, policy: Response.printPolicy) } ?? Response(.notFound)
        handler.send(response, isHead: isHead, context)
      }
    }
  }

  private func send(_ response: Response, isHead: Bool = false, _ context: ChannelHandlerContext) {
    guard state != .parting else { return }
    state = .parting
    let head = HTTPResponseHead(
      version: .http1_1, status: response.status, headers: HTTPHeaders(response.headers))
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if !isHead { context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil) }
    deadline?.cancel()
    // Reads the rest of the request, because closing with unread bytes would lose the answer.
    context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { [self] _ in
      context.close(mode: .output, promise: nil)
      close(context, in: limits.parting)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ChannelEvent.inputClosed where state != .answering: context.close(promise: nil)
    case is ServerEnding: context.close(promise: nil)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case HTTPParserError.headerOverflow: send(Response(.requestHeaderFieldsTooLarge), context)
    case is HTTPParserError: send(Response(.badRequest), context)
    case is NIOWebSocketUpgradeError, is ByteToMessageDecoderError: break
    default: context.close(promise: nil)
    }
  }
}
