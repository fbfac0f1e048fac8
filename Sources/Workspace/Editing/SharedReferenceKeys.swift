package import Interactors
package import RecordStore
package import Records
internal import Synchronization

/// The choices of references that the sessions of a process share, as long as one of them uses them.
///
/// Those of 100,000 records take ten megabytes and a fifth of a second.
package final class SharedReferenceKeys: Sendable {
  private let type: RecordType
  private let state: CommittedState
  package let keys: ReferenceKeys

  private init(_ type: RecordType, _ state: CommittedState, _ keys: ReferenceKeys) {
    (self.type, self.state, self.keys) = (type, state, keys)
  }

  private struct Place: Hashable {
    var file: FileIdentity
    var type: String
  }

  private final class Slot: Sendable {
    private struct Weak {
      weak var keys: SharedReferenceKeys?
    }

    private let content = Mutex(Weak())

    /// Locked, so that several sessions do not read the same records at the same time.
    func keys(
      or make: (SharedReferenceKeys?) throws(StoreError) -> SharedReferenceKeys
    ) throws(StoreError) -> SharedReferenceKeys {
      try content.withLock { content throws(StoreError) in
        let keys = try make(content.keys)
        content.keys = keys
        return keys
      }
    }
  }

  private static let slots = Mutex<[Place: Slot]>([:])

  /// Returns the choice that a session has read, or reads it.
  ///
  /// - Returns: nil if the store's state is not that of a file.
  package static func keys(
    of type: RecordType, in store: Store, read: () throws(StoreError) -> ReferenceKeys
  ) throws(StoreError) -> SharedReferenceKeys? {
    guard let state = try store.journal.committedState() else { return nil }
    let place = Place(file: state.file, type: type.name)
    let slot = slots.withLock { slots in
      if let slot = slots[place] { return slot }
      let slot = Slot()
      slots[place] = slot
      return slot
    }
    return try slot.keys { present throws(StoreError) in
      if let present, present.type == type,
        let changes = try store.journal.changes(since: present.state),
        !changes.contains(where: type.isFoundAnew(after:))
      {
        return present
      }
      return SharedReferenceKeys(type, state, try read())
    }
  }
}

extension RecordType {
  /// Whether records are found otherwise after a change: by their unique properties and titles.
  func isFoundAnew(after change: PropertyReference) -> Bool {
    guard change.type == name else { return false }
    guard let property = change.property.flatMap({ self[$0] }) else { return true }
    return property.isDistinct || property.isTitle
  }
}
