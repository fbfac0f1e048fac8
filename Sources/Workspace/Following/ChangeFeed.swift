package import RecordStore
package import Records

package protocol ChangeFollower: AnyObject {
  /// Whether the follower displays anything that must be updated.
  var isShowing: Bool { get }

  var followsRecords: Bool { get }

  var mayRunLong: Bool { get }

  func note(_ change: SchemaChange)

  /// Records the changed properties, and the types with new or deleted records; nil if unknown.
  func note(_ changes: Set<PropertyReference>?)

  func update()
}

extension ChangeFollower {
  package var isShowing: Bool { false }
  package var followsRecords: Bool { false }
  package var mayRunLong: Bool { false }
  package func note(_ changes: Set<PropertyReference>?) {}
  package func update() {}
}

package struct SchemaChange {
  package let former: [RecordType]
  /// The definitions of the changed types before the change.
  package let changed: [RecordType]
  /// The former property numbers by type, in order.
  package let numbers: [String: [Int]]

  package var names: Set<String> { Set(changed.map(\.name)) }

  /// Includes the types whose records refer to records of the changed types, directly or
  /// indirectly.
  package var leading: Set<String> {
    var names = names
    if names.isEmpty { return names }
    while let next = former.first(where: { type in
      !names.contains(type.name)
        && type.properties.contains {
          ($0.item ?? $0).kind.recordType.map(names.contains) ?? false
        }
    }) {
      names.insert(next.name)
    }
    return names
  }
}

/// Notifies followers after each command and key, and of changes by other programs.
///
/// The store is queried once for all followers, and only while one of them follows records.
package final class ChangeFeed {
  private struct Follower {
    package unowned let object: any ChangeFollower
  }

  private let store: Store
  private var followers: [Follower] = []
  /// The last change passed to the followers; nil if none follows records.
  private var mark: ChangeMark?
  /// The types at the last check, and the numbers of their properties.
  private var types: [RecordType] = []
  private var numbers: [String: [Int]] = [:]
  private var revision = 0
  private var alterations = 0

  package init(_ store: Store) {
    self.store = store
    noteTypes()
  }

  /// Adds a follower, which is not retained.
  ///
  /// Add a follower after the followers that it depends on: the feed notifies it of changed types
  /// first, and updates it last.
  package func add(_ follower: any ChangeFollower) { followers.append(Follower(object: follower)) }

  /// Call this before reading data to be followed.
  package func begin() throws(StoreError) {
    if mark == nil { mark = try store.journal.mark() }
  }

  private var areOnlyAdded: Bool { store.schema.alterations == alterations }

  private func noteTypes() {
    let former = types
    let known = areOnlyAdded ? former.count : 0
    types = store.schema.types
    (revision, alterations) = (store.schema.typesRevision, store.schema.alterations)
    // Most types are unchanged, and at the same index.
    for (place, type) in types.enumerated().dropFirst(known) {
      let order = store.schema.orderedNumbers(of: type.name)
      let isSame = former.indices.contains(place) && former[place] == type
      if !isSame || numbers[type.name] != order { numbers[type.name] = order }
    }
  }

  package func notifyTypeChanges() {
    guard store.schema.typesRevision != revision else { return }
    let (former, numbers) = (types, numbers)
    let candidates = areOnlyAdded ? [] : former
    noteTypes()
    let changed = candidates.filter { old in
      // A property may have been replaced by an equal one with another number.
      store.schema.type(named: old.name).map {
        $0 != old || numbers[old.name] != self.numbers[old.name]
      }
        ?? false
    }
    guard types != former || !changed.isEmpty else { return }
    let change = SchemaChange(former: former, changed: changed, numbers: numbers)
    for follower in followers.reversed() { follower.object.note(change) }
  }

  /// Whether a follower shows anything; if not, the feed must cost nothing after each command of a
  /// script.
  package var isFollowed: Bool {
    // Iterate by index, because copying an unowned reference costs more than the test.
    for place in followers.indices where followers[place].object.isShowing { return true }
    return false
  }

  package func notifyRecordChanges() {
    guard followers.contains(where: \.object.followsRecords) else {
      mark = nil
      return
    }
    guard var mark else {
      self.mark = try? store.journal.mark()
      return
    }
    // After a failure the followers read everything again, and report the error.
    let changes = try? store.journal.changes(since: &mark)
    self.mark = mark
    if changes?.isEmpty == true { return }
    for follower in followers where follower.object.followsRecords {
      follower.object.note(changes)
    }
  }

  package func update<Failure: Error>(
    beforeLongUpdates: () throws(Failure) -> Void
  ) throws(Failure) {
    notifyTypeChanges()
    guard isFollowed else {
      mark = nil
      return
    }
    notifyRecordChanges()
    if followers.contains(where: \.object.mayRunLong) { try beforeLongUpdates() }
    for follower in followers { follower.object.update() }
  }

  package func update() { update { () throws(Never) in } }
}

package final class ListFollowing: ChangeFollower {
  private let live: IdentityMap
  private let store: Store
  private var isOutOfDate = false
  /// For each type with values that depend on other records, the types of those records.
  private var sources: [String: Set<String>] = [:]
  private var revision = -1

  package init(_ live: IdentityMap, _ store: Store) { (self.live, self.store) = (live, store) }

  package var isShowing: Bool {
    guard live.isHeld else { return false }
    if revision != store.schema.typesRevision {
      (sources, revision) = (store.schema.listSources, store.schema.typesRevision)
    }
    return !sources.isEmpty
  }

  package var followsRecords: Bool { isShowing }

  package func note(_ change: SchemaChange) {}

  package func note(_ changes: Set<PropertyReference>?) {
    guard let changes else {
      isOutOfDate = true
      return
    }
    let followed = live.heldTypes.reduce(into: Set()) { $0.formUnion(sources[$1] ?? []) }
    if changes.contains(where: { followed.contains($0.type) }) { isOutOfDate = true }
  }

  package func update() {
    guard isOutOfDate else { return }
    isOutOfDate = false
    // The command that reads the list reports the error.
    try? live.refresh(ofOthers: false)
  }
}
