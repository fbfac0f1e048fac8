/// The event of an object whose properties can be observed.
public typealias PropertyChanged = Event<any NotifyPropertyChanged, PropertyChange>

/// An object that reports changes of its properties.
public protocol NotifyPropertyChanged: AnyObject {
  /// Raised after a property got a different value.
  var propertyChanged: PropertyChanged { get }
}

extension NotifyPropertyChanged {
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
