public import Records

/// The property at the end of a path through references and lists, as a subject of its own.
///
/// It follows every property on the way: when one refers to another record, the end of the path is
/// that record's from then on, and who listens is told.
///
/// ```swift
/// let path = PathSubject(ann, [.init("boss"), .init("name")]) { people[$0.number] }
/// let label = TextLabelInteractor(path, "name")      // follows ann.boss, and that one's name
/// ```
public final class PathSubject: Subject {
  /// One property on the way.
  public struct Step: Hashable, Sendable {
    /// The name of the property.
    public var name: String
    /// The place of an item in the list that the property is, counted from 0; nil for all of it.
    public var index: Int?

    /// Makes a step to a property, or to an item of the list that it is.
    public init(_ name: String, at index: Int? = nil) {
      self.name = name
      self.index = index
    }
  }

  private typealias Handler = EventHandler<any NotifyPropertyChanged, PropertyChange>

  /// A subject on the way, listened to.
  private struct Link {
    var subject: any Subject
    var handler: Handler
  }

  /// Raised after the value at the end of the path has become another one, under the last name.
  public let propertyChanged = PropertyChanged()

  /// The path, from the first subject on.
  public let steps: [Step]

  private let root: any Subject
  private let find: (RecordID) -> (any Subject)?
  private var links: [Link] = []
  private var known: Value?
  private var isHeld = false
  /// Whether the way, or its end, has changed while it was held.
  private var isStale = false

  /// Makes the subject of a path.
  ///
  /// - Parameters:
  ///   - steps: at least one; all but the last lead to records.
  ///   - find: the subject that a record is, nil for one that is gone; asked whenever a reference
  ///     on the way changes.
  public init(
    _ root: any Subject, _ steps: [Step], find: @escaping (RecordID) -> (any Subject)?
  ) {
    precondition(!steps.isEmpty, "a path has a property at its end")
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

  /// The subject at the end of the path; nil where a reference on the way is nil or its record
  /// gone.
  public var lastSubject: (any Subject)? { links.count == steps.count ? links.last?.subject : nil }

  /// Tells nobody of changes until ``release(anew:)``: several properties on the way change together,
  /// and what the end would be in between never was.
  public func hold() { isHeld = true }

  /// Follows the way again, and tells what has become of its end since ``hold()``, if it is
  /// another.
  ///
  /// - Parameter anew: whether records may have come or gone, which no property tells.
  public func release(anew: Bool = false) {
    isHeld = false
    guard isStale || anew else { return }
    isStale = false
    changed(isOnTheWay: true)
  }

  // MARK: The way

  private func follow() {
    letGo()
    var subject: (any Subject)? = root
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
    return .text("\(id) (gone)")
  }

  private static func value(of step: Step, in subject: any Subject) -> Value? {
    let value = subject.value(of: step.name)
    guard let index = step.index else { return value }
    guard case .list(let items) = value, items.indices.contains(index) else { return nil }
    return items[index]
  }

  // MARK: The property at the end

  /// Describes the property at the end; nil as long as the path leads nowhere.
  public func property(named name: String) -> Property? {
    guard name == propertyName, let property = lastSubject?.property(named: name) else {
      return nil
    }
    guard steps[steps.count - 1].index != nil else { return property }
    return property.item
  }

  /// The value at the end; of a record that no longer exists its name.
  public func value(of name: String) -> Value? { name == propertyName ? end : nil }

  /// The objects of the property at the end, if it is a list of them.
  public func items(of name: String) -> [any Subject]? {
    name == propertyName ? lastSubject?.items(of: name) : nil
  }

  /// Gives the property at the end another value; an item takes its place in the list.
  ///
  /// - Throws: `Violation` if the path leads nowhere, or the property does not take the value.
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

  /// Gives the property at the end back a value that it had.
  public func restore(_ name: String, to value: Value?) {
    guard name == propertyName, steps[steps.count - 1].index == nil else { return }
    lastSubject?.restore(name, to: value)
  }
}
