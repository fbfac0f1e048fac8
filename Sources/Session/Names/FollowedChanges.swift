internal import RecordStore
internal import Records

/// The change handlers in order of definition, indexed by the observed property.
struct FollowedChanges {
  /// The observed property, of one record or of all.
  private struct Subject: Hashable {
    var property: PropertyReference
    var record: Int?
  }

  private(set) var handlers: [ChangeHandler] = []
  /// Indexes of handlers by subject, in order.
  private var places: [Subject: [Int]] = [:]
  /// The observed properties of any record.
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
    let rest = handlers.filter { $0.name != name }
    self = FollowedChanges()
    for handler in rest { append(handler) }
  }

  /// The changes for each handler that observes one of them, by the handler's index.
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
