/// A list of handlers that are called, in the order they were added, whenever something happens.
///
/// Delivery is synchronous, on the thread of the sender, and in order: what a handler causes is
/// delivered when everybody has heard of what caused it. A handler may add and remove handlers,
/// itself too: one removed is not called any more, one added hears of what happens next. Handlers
/// that answer each other for ever are cut off after ``deliveryLimit`` deliveries: what they wrote
/// last stays, and no handler is called again.
public final class Event<Sender, Args> {
  /// How many deliveries one ``raise(_:_:)`` can cause.
  public static var deliveryLimit: Int { 1000 }

  private var handlers: [EventHandler<Sender, Args>] = []
  private var pending: [(Sender, Args)] = []
  private var isDelivering = false
  /// How many handlers were removed so far: as long as it is the same, nobody need be looked for.
  private var removals = 0
  /// What reflection has found of the object that the event is of, if anybody has asked.
  final var observed: ObservedProperties?

  /// Makes an event that nobody listens to yet.
  public init() {}

  /// Whether nobody listens.
  public var isEmpty: Bool { handlers.isEmpty }

  /// Adds a handler after those already there.
  public static func += (event: Event, handler: EventHandler<Sender, Args>) {
    event.handlers.append(handler)
  }

  /// Removes a handler, and does nothing where it was not added.
  public static func -= (event: Event, handler: EventHandler<Sender, Args>) {
    guard let index = event.handlers.lastIndex(where: { $0 === handler }) else { return }
    event.handlers.remove(at: index)
    event.removals += 1
  }

  /// Adds a closure and returns the handler made for it, which `-=` takes away again.
  @discardableResult
  public func add(_ body: @escaping (Sender, Args) -> Void) -> EventHandler<Sender, Args> {
    let handler = EventHandler(body)
    self += handler
    return handler
  }

  /// Calls every handler with what happened, or queues it while an earlier raise is delivered.
  public func raise(_ sender: Sender, _ args: Args) {
    guard !handlers.isEmpty else { return }
    guard !isDelivering else { return pending.append((sender, args)) }
    isDelivering = true
    defer { isDelivering = false }
    deliver(sender, args)
    guard !pending.isEmpty else { return }
    defer { pending.removeAll() }
    var delivered = 1
    while delivered <= pending.count, delivered < Self.deliveryLimit {
      let (sender, args) = pending[delivered - 1]
      delivered += 1
      deliver(sender, args)
    }
  }

  private func deliver(_ sender: Sender, _ args: Args) {
    let before = removals
    for handler in handlers {
      if removals != before, !handlers.contains(where: { $0 === handler }) { continue }
      handler.body(sender, args)
    }
  }
}

/// A handler that can be added to an ``Event`` and, being an object, taken away again.
///
/// Two handlers are the same only if they are the same object, as closures cannot be compared.
public final class EventHandler<Sender, Args> {
  let body: (Sender, Args) -> Void

  /// Makes a handler of a closure, which an event calls with its sender and what happened.
  public init(_ body: @escaping (Sender, Args) -> Void) {
    self.body = body
  }
}
