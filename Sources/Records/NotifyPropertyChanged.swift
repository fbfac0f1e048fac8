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
