public import Records

/// A value that tells those who show it of the next one.
public final class Live<Value: Equatable> {
  /// Raised after the value has become another one, with the new one.
  public let changed = Event<Live<Value>, Value>()

  /// The value now; giving it an equal one tells nobody.
  public var value: Value {
    didSet { if value != oldValue { changed.raise(self, value) } }
  }

  /// Makes a value that nobody follows yet.
  public init(_ value: Value) {
    self.value = value
  }

  /// Calls a closure with the value now, and then with each that comes.
  ///
  /// - Returns: the handler, which `changed -= handler` takes away again.
  @discardableResult
  public func follow(
    _ body: @escaping (Value) -> Void
  ) -> EventHandler<Live<Value>, Value> {
    body(value)
    return changed.add { _, value in body(value) }
  }
}
