package import RecordStore
internal import Records

/// Updates displayed lists that depend on other records.
package final class ListFollowing: ChangeFollower {
  private let live: IdentityMap
  private let store: Store
  private var isOutOfDate = false
  /// The types whose records change lists, by the types with the lists.
  private var sources: [String: Set<String>] = [:]
  /// The types' revision when ``sources`` was computed.
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
    // An error is reported by the command that reads the list.
    try? live.refresh(ofOthers: false)
  }
}
