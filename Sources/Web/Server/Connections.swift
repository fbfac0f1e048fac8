internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket
internal import Synchronization

final class Connections: Sendable {
  private let reception: Reception
  private let pages: any Pages
  private let limits: ServerLimits
  private let upgrader: NIOWebSocketServerUpgrader
  /// Written by the event loop.
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  init(_ reception: Reception, _ pages: any Pages, _ limits: ServerLimits) {
    (self.reception, self.pages, self.limits) = (reception, pages, limits)
    upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: limits.message, automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        let isWanted =
          if reception.isForSocket(head), case .socket = reception.answer(to: head) { true } else {
            false
          }
        return channel.eventLoop.makeSucceededFuture(isWanted ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          guard case .socket(let visitor) = reception.answer(to: head) else { return }
          try channel.pipeline.syncOperations.addHandlers([
            IdleStateHandler(readTimeout: TimeAmount(limits.silence)), BackPressureHandler(),
            SocketHandler(pages, visitor, limits),
          ])
        }
      })
  }

  func prepare(_ channel: any Channel) -> EventLoopFuture<Void> {
    let id = ObjectIdentifier(channel)
    let count = channels.withLock { channels in
      channels[id] = channel
      return channels.count
    }
    channel.closeFuture.whenComplete { [self] _ in
      channels.withLock { $0[id] = nil }
    }
    return channel.eventLoop.makeCompletedFuture {
      // Refused connections also stay open for a moment, so allow some above the limit.
      guard count <= limits.connections + 64 else { throw ChannelError.operationUnsupported }
      var heads = NIOHTTPDecoderLimitConfiguration()
      (heads.maxHeaderFieldSize, heads.maxHeaderListSize) = (limits.head, limits.head)
      let operations = channel.pipeline.syncOperations
      try operations.addHandler(StallHandler(limits.stall))
      try operations.configureHTTPServerPipeline(
        withPipeliningAssistance: false,
        withServerUpgrade: (
          upgraders: [upgrader],
          completionHandler: { context in
            let operations = context.pipeline.syncOperations
            if let handler = try? operations.context(handlerType: RequestHandler.self) {
              operations.removeHandler(context: handler, promise: nil)
            }
          }
        ), withErrorHandling: false, withEncoderConfiguration: .init(),
        withDecoderLimitConfiguration: heads)
      try operations.addHandler(
        RequestHandler(reception, pages, limits, isFull: count > limits.connections))
    }
  }

  /// Closes all connections, and waits until they are closed; tabs receive the code 1001.
  func end() {
    let channels = channels.withLock { Array($0.values) }
    for channel in channels {
      channel.pipeline.fireUserInboundEventTriggered(ServerEnding())
      channel.eventLoop.scheduleTask(in: .milliseconds(150)) { channel.close(promise: nil) }
    }
    for channel in channels { try? channel.closeFuture.wait() }
  }
}

/// Closes a connection whose peer does not read.
final class StallHandler: ChannelDuplexHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private let patience: TimeAmount
  private var written = 0
  private var check: Scheduled<Void>?

  init(_ patience: Duration) { self.patience = TimeAmount(patience) }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    written += unwrapOutboundIn(data).readableBytes
    context.write(data, promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    context.flush()
    if check == nil { watch(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

  private func watch(_ context: ChannelHandlerContext) {
    check = nil
    let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    guard waiting > 0, context.channel.isActive else { return }
    let read = written - waiting
    check = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { [self] in
      let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
      if waiting > 0, written - waiting == read {
        context.close(promise: nil)
      } else {
        watch(context)
      }
    }
  }
}
