/// The event of an object whose properties can be watched.
public typealias PropertyChanged = Event<any NotifyPropertyChanged, PropertyChange>

/// An object that tells of changes of its properties.
public protocol NotifyPropertyChanged: AnyObject {
  /// Raised after a property got another value, and never when it got an equal one.
  var propertyChanged: PropertyChanged { get }
}

extension NotifyPropertyChanged {
  /// The changes from now on, as a sequence to wait for.
  ///
  /// Nothing is lost between two steps of the loop; the handler after it goes away with the first
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

/// A change of one property, or of all of them at once.
public struct PropertyChange: Hashable, Sendable {
  /// The name of the property; nil where every property may have changed.
  public var name: String?
  /// The value before; nil also where ``name`` is, and for a list of objects.
  public var old: Value?
  /// The value now; nil also where ``name`` is, and for a list of objects.
  public var new: Value?

  /// Makes the account of a change; a nil name says that every property may have changed.
  public init(name: String?, old: Value?, new: Value?) {
    self.name = name
    self.old = old
    self.new = new
  }

  /// Whether the change concerns the property of this name.
  public func concerns(_ name: String) -> Bool {
    self.name == nil || self.name == name
  }
}
