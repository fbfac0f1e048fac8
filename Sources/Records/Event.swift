public import Observation

/// A list of handlers that are called in the order in which they were added.
///
/// Delivery is synchronous, on the sender's thread, and in order: an event raised by a handler is
/// delivered after all handlers have received the current event. Handlers may add and remove
/// handlers, including themselves: a removed handler is not called any more, and an added one
/// receives later events. Handlers that trigger each other endlessly are stopped after
/// ``deliveryLimit`` deliveries; their last changes remain, but are not reported.
public final class Event<Sender, Args> {
  /// The maximum number of deliveries caused by one ``raise(_:_:)``.
  public static var deliveryLimit: Int { 1000 }

  private var handlers: [EventHandler<Sender, Args>] = []
  private var pending: [(Sender, Args)] = []
  private var isDelivering = false
  /// The number of removals; while it is unchanged, handlers need not be checked for removal.
  private var removals = 0
  final var observed: ObservedProperties?
  /// Nil until a property of the owner is read in Swift.
  final var observation: Registration?
  /// Raised for lists of objects of the owner; nil until it is read.
  final var objectsChanged: Event<any NotifyPropertyChanged, ObjectsChange>?

  /// Creates an event without handlers.
  public init() {}

  /// Whether the event has no handlers.
  public var isEmpty: Bool { handlers.isEmpty }

  /// Adds a handler at the end.
  public static func += (event: Event, handler: EventHandler<Sender, Args>) {
    event.handlers.append(handler)
  }

  /// Removes a handler; does nothing if it was not added.
  public static func -= (event: Event, handler: EventHandler<Sender, Args>) {
    guard let index = event.handlers.lastIndex(where: { $0 === handler }) else { return }
    event.handlers.remove(at: index)
    event.removals += 1
  }

  /// Adds a closure and returns its handler, for removal with `-=`.
  @discardableResult
  public func add(_ body: @escaping (Sender, Args) -> Void) -> EventHandler<Sender, Args> {
    let handler = EventHandler(body)
    self += handler
    return handler
  }

  /// Calls all handlers, or queues the call if an earlier event is still being delivered.
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

/// An object's registrar for Observation. It is in an object, because a comparison of an optional
/// struct of another module with nil takes 100 ns.
final class Registration {
  let registrar = ObservationRegistrar()
}

/// A handler of an ``Event``, which can be removed because handlers are compared by identity.
public final class EventHandler<Sender, Args> {
  let body: (Sender, Args) -> Void

  /// Creates a handler from a closure.
  public init(_ body: @escaping (Sender, Args) -> Void) {
    self.body = body
  }
}

/// The event of an object whose properties can be observed.
public typealias PropertyChanged = Event<any NotifyPropertyChanged, PropertyChange>

/// An object that reports changes of its properties.
///
/// Its ``Observed`` properties also take part in Observation, so that a SwiftUI view that has read
/// a property is redrawn after a change.
public protocol NotifyPropertyChanged: AnyObject, Observable {
  /// Raised after the value of a property has changed.
  var propertyChanged: PropertyChanged { get }
}

extension NotifyPropertyChanged {
  /// Raised when a list of objects has changed, after ``propertyChanged``, with the objects before
  /// and after the change.
  public var objectsChanged: Event<any NotifyPropertyChanged, ObjectsChange> {
    if let known = propertyChanged.objectsChanged { return known }
    let new = Event<any NotifyPropertyChanged, ObjectsChange>()
    propertyChanged.objectsChanged = new
    return new
  }

  /// The changes from now on, as an asynchronous sequence.
  ///
  /// No change is lost between two iterations of a loop. The handler is removed with the first
  /// change after the loop has ended.
  public var changes: AsyncStream<PropertyChange> {
    let event = propertyChanged
    let (stream, continuation) = AsyncStream.makeStream(of: PropertyChange.self)
    weak var added: EventHandler<any NotifyPropertyChanged, PropertyChange>?
    added = event.add { _, change in
      if case .terminated = continuation.yield(change), let handler = added {
        event -= handler
      }
    }
    return stream
  }
}
