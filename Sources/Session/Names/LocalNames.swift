internal import RecordStore
internal import Records

/// The names declared in the running blocks, which shadow outer names.
struct LocalNames {
  enum Scope {
    /// A loop body; its names exist until the next iteration.
    case round
    /// The body of a command or handler, in which the names of the calling blocks are hidden.
    case call
    /// A part of another block; its names remain after the part.
    case part
  }

  private struct Frame {
    var scope: Scope
    var names: [(name: String, binding: Binding)]
  }

  private var frames: [Frame] = []

  var isEmpty: Bool { frames.isEmpty }

  subscript(name: String) -> Binding? {
    for frame in frames.reversed() {
      if let found = frame.names.last(where: { $0.name == name }) { return found.binding }
      if frame.scope == .call { break }
    }
    return nil
  }

  var visible: [(name: String, binding: Binding)] {
    var names: [(name: String, binding: Binding)] = []
    for frame in frames.reversed() {
      for local in frame.names.reversed() where !names.contains(where: { $0.name == local.name }) {
        names.append(local)
      }
      if frame.scope == .call { break }
    }
    return names
  }

  mutating func enter(_ scope: Scope, _ names: [(name: String, binding: Binding)]) {
    frames.append(Frame(scope: scope, names: names))
  }

  mutating func leave() { frames.removeLast() }

  mutating func begin(_ names: [(name: String, binding: Binding)]) {
    frames[frames.count - 1].names = names
  }

  mutating func bind(_ name: String, to binding: Binding) -> Bool {
    guard let index = frames.lastIndex(where: { $0.scope != .part }) else { return false }
    frames[index].names.append((name, binding))
    return true
  }

  /// Rebinds a name in the nearest block that declares it, up to the body of the running command or
  /// handler.
  ///
  /// - Parameter isOuter: Whether the session declares the name. A command or handler then shadows
  ///   it.
  /// - Returns: Whether a block stores the binding.
  mutating func give(_ name: String, to binding: Binding, isOuter: Bool) -> Bool {
    for index in frames.indices.reversed() {
      if let place = frames[index].names.lastIndex(where: { $0.name == name }) {
        frames[index].names[place].binding = binding
        return true
      }
      guard frames[index].scope == .call else { continue }
      guard isOuter else { break }
      frames[index].names.append((name, binding))
      return true
    }
    return isOuter ? false : bind(name, to: binding)
  }

  mutating func free(_ name: String) -> Bool {
    for index in frames.indices.reversed() {
      if let place = frames[index].names.lastIndex(where: { $0.name == name }) {
        frames[index].names.remove(at: place)
        return true
      }
      if frames[index].scope == .call { break }
    }
    return false
  }
}

/// The change handlers in the order in which they run, indexed by the observed property.
struct FollowedChanges {
  /// An observed property of one record, or of any record if `record` is nil.
  private struct Subject: Hashable {
    var property: PropertyReference
    var record: Int?
  }

  private(set) var handlers: [ChangeHandler] = []
  private var places: [Subject: [Int]] = [:]
  private(set) var properties: Set<PropertyReference> = []
  private(set) var mayRunLong = false

  mutating func append(_ handler: ChangeHandler) {
    let property = PropertyReference(handler.type, handler.property)
    places[Subject(property: property, record: handler.record?.number), default: []].append(
      handlers.count)
    handlers.append(handler)
    properties.insert(property)
    mayRunLong = mayRunLong || handler.mayRunLong
  }

  mutating func remove(_ name: String) {
    let rest = handlers.filter { $0.isKept || $0.name != name }
    self = FollowedChanges()
    for handler in rest { append(handler) }
  }

  func due(
    for changes: [ChangedValue], of property: PropertyReference
  ) -> [Int: [ChangedValue]] {
    guard !changes.isEmpty else { return [:] }
    var due: [Int: [ChangedValue]] = [:]
    for place in places[Subject(property: property)] ?? [] { due[place] = changes }
    for change in changes {
      for place in places[Subject(property: property, record: change.number)] ?? [] {
        due[place] = [change]
      }
    }
    return due
  }
}
