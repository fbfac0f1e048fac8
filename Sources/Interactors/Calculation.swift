public import Records

/// A subject with a single property, whose value is computed from other values.
///
/// The value is computed on demand, and recomputed only after a dependency has changed. A change
/// only marks the value as stale; ``update()`` then notifies observers, which never see
/// intermediate values.
///
/// ```swift
/// let years = Calculation { ada.age.map { .integer(100 - $0) } }
/// years.depend(on: ada, "age")
/// let label = ExpressionLabelInteractor(years)
/// ```
public final class Calculation: PropertySubject {
  /// The name of the property.
  public static let propertyName = "value"

  /// Raised by ``update()`` if the value has changed.
  public let propertyChanged = PropertyChanged()

  private typealias Handler = EventHandler<any NotifyPropertyChanged, PropertyChange>

  private let calculate: () -> Value?
  private var known: Value?
  /// Whether the value must be computed: initially, and after a dependency has changed.
  public private(set) var isStale = true
  private var hasNews = false
  private var told: Value?
  private var followed: [(subject: any PropertySubject, handler: Handler)] = []

  /// Creates a calculation without dependencies, whose value is computed on first use.
  public init(_ calculate: @escaping () -> Value?) {
    self.calculate = calculate
  }

  deinit {
    for (subject, handler) in followed {
      let event = subject.propertyChanged
      event -= handler
    }
  }

  /// Adds a dependency on a property; the subject is retained.
  public func depend(on subject: any PropertySubject, _ propertyName: String) {
    let handler = subject.propertyChanged.add { [weak self] _, change in
      if change.concerns(propertyName) { self?.invalidate() }
    }
    followed.append((subject, handler))
  }

  /// Marks the value as stale, because a dependency has changed.
  public func invalidate() { isStale = true }

  /// Recomputes a stale value if there are observers, and notifies them if it has changed.
  public func update() {
    guard !propertyChanged.isEmpty else { return }
    let value = value
    guard hasNews else { return }
    hasNews = false
    let change = PropertyChange(name: Self.propertyName, old: told, new: value)
    told = value
    propertyChanged.raise(self, change)
  }

  /// The value, recomputed if stale.
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

  /// Returns nil, because a calculation has no property description.
  public func property(named name: String) -> Property? { nil }

  /// Returns the value for ``propertyName``; nil for other names.
  public func value(of name: String) -> Value? { name == Self.propertyName ? value : nil }

  /// Always throws, because a computed value cannot be set.
  public func set(_ name: String, to value: Value?) throws(Violation) {
    throw Violation(kind: .name, .calculated, of: name)
  }

  /// Does nothing, because a computed value cannot be set.
  public func restore(_ name: String, to value: Value?) {}
}
