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
