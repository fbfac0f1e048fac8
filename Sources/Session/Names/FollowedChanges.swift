internal import RecordStore
internal import Records

/// The handlers of changes in the order in which they were defined, and which of them follow what.
struct FollowedChanges {
  /// What a handler follows: a property of one record, or of all.
  private struct Subject: Hashable {
    var property: PropertyReference
    var record: Int?
  }

  private(set) var handlers: [ChangeHandler] = []
  /// The places of the handlers that follow something, in their order.
  private var places: [Subject: [Int]] = [:]
  /// What is followed of some record.
  private(set) var properties: Set<PropertyReference> = []
  /// Whether to run one of them may take long.
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

  /// What has changed for each handler for which something has, by their places.
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
