internal import RecordStore
internal import Records

/// Brings the lists of records that are shown to what other records make of them.
final class ListFollowing: ChangeFollower {
  private let live: LiveRecords
  private let store: Store
  private var isOutOfDate = false
  /// The types by whose records lists change, by those that have the lists.
  private var sources: [String: Set<String>] = [:]
  /// The revision of the types that ``sources`` are of.
  private var revision = -1

  init(_ live: LiveRecords, _ store: Store) { (self.live, self.store) = (live, store) }

  var isShowing: Bool {
    guard live.isHeld else { return false }
    if revision != store.typesRevision {
      (sources, revision) = (store.listSources, store.typesRevision)
    }
    return !sources.isEmpty
  }

  var followsRecords: Bool { isShowing }

  func note(_ change: SchemaChange) {}

  func note(_ changes: Set<PropertyReference>?) {
    guard let changes else {
      isOutOfDate = true
      return
    }
    let followed = live.heldTypes.reduce(into: Set()) { $0.formUnion(sources[$1] ?? []) }
    if changes.contains(where: { followed.contains($0.type) }) { isOutOfDate = true }
  }

  func update() {
    guard isOutOfDate else { return }
    isOutOfDate = false
    // What cannot be read is told by the command that reads it.
    try? live.refresh(ofOthers: false)
  }
}
