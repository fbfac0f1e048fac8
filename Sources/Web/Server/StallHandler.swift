internal import NIOCore

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
