internal import NIOCore
internal import NIOWebSocket

/// Handles the frames and limits of a WebSocket, and passes messages to a listener.
final class SocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = Outgoing
  typealias OutboundOut = WebSocketFrame

  enum Outgoing: Sendable {
    case text(String)
    case close(UInt16, String)
  }

  private let pages: any Pages
  private let visitor: PageVisitor
  private let limits: ServerLimits
  private var listener: (any PageListener)?
  /// The fragments of a message so far.
  private var message: ByteBuffer?
  private var hasPinged = false
  private var isClosing = false
  private var deadline: Scheduled<Void>?

  init(_ pages: any Pages, _ visitor: PageVisitor, _ limits: ServerLimits) {
    (self.pages, self.visitor, self.limits) = (pages, visitor, limits)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    listener = pages.connect(ChannelSocket(channel: context.channel), visitor)
  }

  func channelInactive(context: ChannelHandlerContext) {
    listener?.disconnected()
    listener = nil
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    hasPinged = false
    if isClosing {
      if frame.opcode == .connectionClose { context.close(promise: nil) }
      return
    }
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return end(.protocolError, context)
    }
    switch frame.opcode {
    case .text where message == nil:
      message = ByteBuffer()
      append(frame, context)
    case .continuation where message != nil: append(frame, context)
    case .binary: end(.unacceptableData, context)
    case .ping: send(.pong, frame.unmaskedData, context)
    case .pong: break
    case .connectionClose:
      isClosing = true
      var data = frame.unmaskedData
      let code = data.readSlice(length: min(2, data.readableBytes)) ?? ByteBuffer()
      send(.connectionClose, code, context).assumeIsolated().whenComplete { _ in
        context.close(promise: nil)
      }
    default: end(.protocolError, context)
    }
  }

  private func append(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
    var data = frame.unmaskedData
    guard (message?.readableBytes ?? 0) + data.readableBytes <= limits.message else {
      return end(.messageTooLarge, context)
    }
    message?.writeBuffer(&data)
    guard frame.fin, let whole = message else { return }
    message = nil
    guard let text = String(validating: whole.readableBytesView, as: UTF8.self) else {
      return end(.dataInconsistentWithMessage, context)
    }
    if listener?.take(text) == false { end(.policyViolation, context) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case IdleStateHandler.IdleStateEvent.read:
      guard !hasPinged else { return context.close(promise: nil) }
      hasPinged = true
      send(.ping, ByteBuffer(), context)
    case ChannelEvent.inputClosed: context.close(promise: nil)
    case is ServerEnding: end(.goingAway, context)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength: end(.messageTooLarge, context)
    case is NIOWebSocketError: end(.protocolError, context)
    // After a decoding error, bytes are discarded until the connection is closed.
    case is ByteToMessageDecoderError: break
    default: context.close(promise: nil)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isClosing else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .text(let text):
      let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
      context.write(wrapOutboundOut(frame), promise: promise)
    case .close(let code, let reason):
      end(WebSocketErrorCode(codeNumber: Int(code)), context, reason)
      promise?.succeed()
    }
  }

  @discardableResult
  private func send(
    _ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext
  ) -> EventLoopFuture<Void> {
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)))
  }

  private func end(
    _ code: WebSocketErrorCode, _ context: ChannelHandlerContext, _ reason: String = ""
  ) {
    guard !isClosing else { return }
    isClosing = true
    message = nil
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    // A control frame has at most 125 bytes, and the code uses 2 of them.
    var reason = reason
    while reason.utf8.count > 123 { reason.removeLast() }
    data.writeString(reason)
    send(.connectionClose, data, context)
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.parting)) {
      context.close(promise: nil)
    }
  }
}

private final class ChannelSocket: PageSocket {
  private let channel: any Channel

  init(channel: any Channel) { self.channel = channel }

  func send(_ text: String) {
    channel.writeAndFlush(SocketHandler.Outgoing.text(text), promise: nil)
  }

  func close(_ code: UInt16, _ reason: String) {
    channel.writeAndFlush(SocketHandler.Outgoing.close(code, reason), promise: nil)
  }
}
