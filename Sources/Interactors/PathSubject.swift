public import Records

/// The property at the end of a path through references and lists, as a subject.
///
/// A path subject observes every property on the path: if a reference changes, the path leads to
/// the new record, and observers are notified.
///
/// ```swift
/// let path = PathSubject(ann, [.init("boss"), .init("name")]) { people[$0.number] }
/// let label = TextLabelInteractor(path, "name")      // follows ann.boss and the boss's name
/// ```
public final class PathSubject: PropertySubject {
  /// One property on the path.
  public struct Step: Hashable, Sendable {
    /// The name of the property.
    public var name: String
    /// The index of a list item, from 0; nil for the whole property.
    public var index: Int?

    /// Creates a step to a property or a list item.
    public init(_ name: String, at index: Int? = nil) {
      self.name = name
      self.index = index
    }
  }

  private typealias Handler = EventHandler<any NotifyPropertyChanged, PropertyChange>

  private struct Link {
    var subject: any PropertySubject
    var handler: Handler
  }

  /// Raised after the value at the end of the path has changed, with the name of the last property.
  public let propertyChanged = PropertyChanged()

  /// The path, starting at the first subject.
  public let steps: [Step]

  private let root: any PropertySubject
  private let find: (RecordID) -> (any PropertySubject)?
  private var links: [Link] = []
  private var known: Value?
  private var isHeld = false
  private var isStale = false

  /// Creates the subject of a path.
  ///
  /// - Parameters:
  ///   - steps: at least one; all but the last must lead to records.
  ///   - find: returns the subject of a record, nil if the record no longer exists; called
  ///     initially, and after each change of a reference on the path.
  public init(
    _ root: any PropertySubject, _ steps: [Step],
    find: @escaping (RecordID) -> (any PropertySubject)?
  ) {
    precondition(!steps.isEmpty, "a path needs at least one step")
    self.root = root
    self.steps = steps
    self.find = find
    follow()
    known = end
  }

  deinit {
    letGo()
  }

  /// The name of the property at the end.
  public var propertyName: String { steps[steps.count - 1].name }

  /// The subject at the end; nil if a reference on the path is nil or its record no longer exists.
  public var lastSubject: (any PropertySubject)? {
    links.count == steps.count ? links.last?.subject : nil
  }

  /// Suspends notifications until ``release(anew:)``; call it before several properties on the path
  /// change, to avoid reporting intermediate values.
  public func hold() { isHeld = true }

  /// Resolves the path again after ``hold()``, and notifies observers if the value at its end has
  /// changed.
  ///
  /// - Parameter anew: whether records may have been created or deleted, which properties do not
  ///   report.
  public func release(anew: Bool = false) {
    isHeld = false
    guard isStale || anew else { return }
    isStale = false
    changed(isOnTheWay: true)
  }

  private func follow() {
    letGo()
    var subject: (any PropertySubject)? = root
    for (place, step) in steps.enumerated() {
      guard let present = subject else { return }
      let name = step.name
      let isLast = place == steps.count - 1
      let handler = present.propertyChanged.add { [weak self] _, change in
        guard change.concerns(name) else { return }
        self?.changed(isOnTheWay: !isLast)
      }
      links.append(Link(subject: present, handler: handler))
      guard !isLast, case .reference(let id) = Self.value(of: step, in: present) else { return }
      subject = find(id)
    }
  }

  private func letGo() {
    for link in links {
      let event = link.subject.propertyChanged
      event -= link.handler
    }
    links = []
  }

  private func changed(isOnTheWay: Bool) {
    if isHeld {
      isStale = true
      return
    }
    if isOnTheWay { follow() }
    let (old, new) = (known, end)
    guard old != new else { return }
    known = new
    propertyChanged.raise(self, PropertyChange(name: propertyName, old: old, new: new))
  }

  private var end: Value? {
    if let lastSubject { return Self.value(of: steps[steps.count - 1], in: lastSubject) }
    guard let link = links.last,
      case .reference(let id) = Self.value(of: steps[links.count - 1], in: link.subject)
    else { return nil }
    return .text("\(id) (deleted)")
  }

  private static func value(of step: Step, in subject: any PropertySubject) -> Value? {
    let value = subject.value(of: step.name)
    guard let index = step.index else { return value }
    guard case .list(let items) = value, items.indices.contains(index) else { return nil }
    return items[index]
  }

  /// Returns the description of the property or list item at the end; nil while the path cannot be
  /// resolved.
  public func property(named name: String) -> Property? {
    guard name == propertyName, let property = lastSubject?.property(named: name) else {
      return nil
    }
    guard steps[steps.count - 1].index != nil else { return property }
    return property.item
  }

  /// Returns the value at the end; if a record on the path no longer exists, a text such as
  /// `Person/1 (deleted)`.
  public func value(of name: String) -> Value? { name == propertyName ? end : nil }

  /// Returns the objects of the property at the end, if it is a list of objects.
  public func items(of name: String) -> [any PropertySubject]? {
    name == propertyName ? lastSubject?.items(of: name) : nil
  }

  /// Sets the property at the end, or the item in its list.
  ///
  /// - Throws: `Violation` if the path cannot be resolved, the list does not have the item, an item
  ///   is set to nil, or the property rejects the value.
  public func set(_ name: String, to value: Value?) throws(Violation) {
    guard name == propertyName, let lastSubject else {
      throw Violation.missing(name)
    }
    guard let index = steps[steps.count - 1].index else {
      return try lastSubject.set(name, to: value)
    }
    guard case .list(var items) = lastSubject.value(of: name), items.indices.contains(index),
      let value
    else { throw Violation(kind: .value, .noItem, of: name) }
    items[index] = value
    try lastSubject.set(name, to: .list(items))
  }

  /// Restores a former value of the property at the end; does nothing for an item of a list.
  public func restore(_ name: String, to value: Value?) {
    guard name == propertyName, steps[steps.count - 1].index == nil else { return }
    lastSubject?.restore(name, to: value)
  }
}
