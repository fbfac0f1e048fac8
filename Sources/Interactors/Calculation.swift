public import Records

/// A value that is calculated from others, as the only property of a subject.
///
/// It is calculated when somebody asks for it, and not again before something it depends on has
/// changed. A change makes the value stale and no more; ``update()`` then tells who listens, when
/// everything has changed that was to change. So no intermediate value is ever seen.
///
/// ```swift
/// let years = Calculation { ada.age.map { .integer(100 - $0) } }
/// years.depend(on: ada, "age")
/// let label = ExpressionLabelInteractor(years)
/// ```
public final class Calculation: Subject {
  /// What the property is called.
  public static let propertyName = "value"

  /// Raised by ``update()`` after the value has become another one.
  public let propertyChanged = PropertyChanged()

  private typealias Handler = EventHandler<any NotifyPropertyChanged, PropertyChange>

  private let calculate: () -> Value?
  private var known: Value?
  /// Whether something has changed since the value was calculated, on which it depends.
  public private(set) var isStale = true
  /// Whether the value has become another one since somebody was told.
  private var hasNews = false
  private var told: Value?
  private var followed: [(subject: any Subject, handler: Handler)] = []

  /// Makes a value that depends on nothing yet and is not calculated yet.
  public init(_ calculate: @escaping () -> Value?) {
    self.calculate = calculate
  }

  deinit {
    for (subject, handler) in followed {
      let event = subject.propertyChanged
      event -= handler
    }
  }

  /// Makes changes of a property make the value stale; the subject is held from now on.
  public func depend(on subject: any Subject, _ propertyName: String) {
    let handler = subject.propertyChanged.add { [weak self] _, change in
      if change.concerns(propertyName) { self?.invalidate() }
    }
    followed.append((subject, handler))
  }

  /// Makes the value stale, for something has changed that it depends on.
  public func invalidate() { isStale = true }

  /// Calculates a stale value if somebody listens, and tells them if it is another one.
  public func update() {
    guard !propertyChanged.isEmpty else { return }
    let value = value
    guard hasNews else { return }
    hasNews = false
    let change = PropertyChange(name: Self.propertyName, old: told, new: value)
    told = value
    propertyChanged.raise(self, change)
  }

  /// The value, calculated anew if it is stale.
  public var value: Value? {
    guard isStale else { return known }
    isStale = false
    let value = calculate()
    if value != known {
      known = value
      hasNews = true
    }
    return value
  }

  /// Nothing is known of the value but what it is.
  public func property(named name: String) -> Property? { nil }

  /// The value, under its name.
  public func value(of name: String) -> Value? { name == Self.propertyName ? value : nil }

  /// Refuses every value, for what is calculated cannot be set.
  public func set(_ name: String, to value: Value?) throws(Violation) {
    throw Violation(kind: .name, .calculated, of: name)
  }

  /// Does nothing, for what is calculated cannot be set.
  public func restore(_ name: String, to value: Value?) {}
}
