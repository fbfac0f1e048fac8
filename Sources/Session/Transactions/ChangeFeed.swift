internal import RecordStore
internal import Records

/// What follows the changes of a store.
protocol ChangeFollower: AnyObject {
  /// Whether it shows anything now, so that it is to be told of changes of records and updated.
  var isShowing: Bool { get }

  /// Whether changes of records concern it now.
  var followsRecords: Bool { get }

  /// Whether to show what has changed may take long.
  var mayRunLong: Bool { get }

  /// Notes that types are defined in another way.
  func note(_ change: SchemaChange)

  /// Notes which properties have changed, and of which types records have come or gone.
  ///
  /// - Parameter changes: nil where that cannot be told.
  func note(_ changes: Set<PropertyReference>?)

  /// Shows what has changed.
  func update()
}

extension ChangeFollower {
  var isShowing: Bool { false }
  var followsRecords: Bool { false }
  var mayRunLong: Bool { false }
  func note(_ changes: Set<PropertyReference>?) {}
  func update() {}
}

/// How the types of a store have changed.
struct SchemaChange {
  /// All types as they were.
  let former: [RecordType]
  /// Those of them that are defined in another way now, as they were.
  let changed: [RecordType]
  /// The numbers of the properties as they were, of each type in their order.
  let numbers: [String: [Int]]

  /// The names of the types that have changed.
  var names: Set<String> { Set(changed.map(\.name)) }

  /// The names of the types that have changed, and of those whose records lead to theirs.
  var leading: Set<String> {
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

/// Tells all that follow the store what has changed in it: after each command, each key, and what
/// other programs have written.
///
/// The store is asked once for all of them, and only while somebody follows its records.
final class ChangeFeed {
  private struct Follower {
    unowned let object: any ChangeFollower
  }

  private let store: Store
  private var followers: [Follower] = []
  /// Up to where the followers know what has changed; nil where none follows records.
  private var mark: ChangeMark?
  /// The types as they were seen last, with the numbers of their properties.
  private var types: [RecordType] = []
  private var numbers: [String: [Int]] = [:]
  private var revision = 0
  private var alterations = 0

  init(_ store: Store) {
    self.store = store
    noteTypes()
  }

  /// Tells something what changes, as long as it and the feed are there.
  ///
  /// What is shown together with something else is added after it: it is told first of types that
  /// change, and shown last.
  func add(_ follower: any ChangeFollower) { followers.append(Follower(object: follower)) }

  /// Begins to look for changes, before something is read that is to follow them.
  func begin() throws(StoreError) {
    if mark == nil { mark = try store.mark() }
  }

  /// Whether types were at most added since they were seen last.
  private var areOnlyAdded: Bool { store.alterations == alterations }

  private func noteTypes() {
    let former = types
    let known = areOnlyAdded ? former.count : 0
    types = store.types
    (revision, alterations) = (store.typesRevision, store.alterations)
    // Most types are the same as before, and in the same place.
    for (place, type) in types.enumerated().dropFirst(known) {
      let order = store.orderedNumbers(of: type.name)
      let isSame = former.indices.contains(place) && former[place] == type
      if !isSame || numbers[type.name] != order { numbers[type.name] = order }
    }
  }

  /// Tells which types have changed since the last call.
  func notifyTypeChanges() {
    guard store.typesRevision != revision else { return }
    let (former, numbers) = (types, numbers)
    let candidates = areOnlyAdded ? [] : former
    noteTypes()
    let changed = candidates.filter { old in
      // Another property may have come in the place of one that was just like it.
      store.type(named: old.name).map { $0 != old || numbers[old.name] != self.numbers[old.name] }
        ?? false
    }
    guard types != former || !changed.isEmpty else { return }
    let change = SchemaChange(former: former, changed: changed, numbers: numbers)
    for follower in followers.reversed() { follower.object.note(change) }
  }

  /// Whether anything is shown that follows changes.
  ///
  /// After each command of a script all else has to cost nothing where that is not so.
  var isFollowed: Bool {
    // By their places: a copy of a reference that is not owned takes longer than to ask.
    for place in followers.indices where followers[place].object.isShowing { return true }
    return false
  }

  /// Tells which records have changed since the last call.
  func notifyRecordChanges() {
    guard followers.contains(where: \.object.followsRecords) else {
      mark = nil
      return
    }
    guard var mark else {
      self.mark = try? store.mark()
      return
    }
    // Where it cannot be told what has changed, who looks for it finds out, and says why.
    let changes = try? store.changes(since: &mark)
    self.mark = mark
    if changes?.isEmpty == true { return }
    for follower in followers where follower.object.followsRecords {
      follower.object.note(changes)
    }
  }

  /// Tells all that has changed, and has it shown.
  ///
  /// - Parameter beforeLongUpdates: called before that if it may take long.
  func update<Failure: Error>(
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

  /// Tells all that has changed, and has it shown.
  func update() { update { () throws(Never) in } }
}
