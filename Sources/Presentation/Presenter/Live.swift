public import Records

/// A value that notifies observers of changes.
public final class Live<Value: Equatable> {
  /// Raised after the value has changed, with the new value.
  public let changed = Event<Live<Value>, Value>()

  /// The current value; setting an equal value does not raise the event.
  public var value: Value {
    didSet { if value != oldValue { changed.raise(self, value) } }
  }

  /// Creates a value without observers.
  public init(_ value: Value) {
    self.value = value
  }

  /// Calls a closure with the current value, and then with each new value.
  ///
  /// - Returns: the handler, for removal with `changed -= handler`.
  @discardableResult
  public func follow(
    _ body: @escaping (Value) -> Void
  ) -> EventHandler<Live<Value>, Value> {
    body(value)
    return changed.add { _, value in body(value) }
  }
}
