package import Interactors
package import RecordStore
package import Records
package import Replies

/// A user's work with the records of a store: live records, their interactors, and editing.
///
/// A workspace knows nothing of the command language, and must be used on the thread that created
/// it.
package final class Workspace {
  package let store: Store
  package let host: any WorkspaceHost
  package let say: (Reply) -> Void
  package let interactors: InteractorRegistry
  package let live: IdentityMap
  package let reader: RecordReader
  package let feed: ChangeFeed
  package private(set) lazy var labels = Labels(self)
  package private(set) lazy var editing = Editing(self)
  /// The notation of labels and fields without a locale of their own.
  package internal(set) var notation: FieldNotation
  /// How labels write dates and times; nil for the notation of commands.
  package internal(set) var calendar: CalendarNotation?

  package init(
    _ reader: RecordReader, _ interactors: InteractorRegistry, _ notation: FieldNotation,
    host: any WorkspaceHost, say: @escaping (Reply) -> Void
  ) {
    self.reader = reader
    (store, live) = (reader.store, reader.live)
    self.interactors = interactors
    self.notation = notation
    self.host = host
    self.say = say
    feed = ChangeFeed(store)
  }

  /// - Parameter ofOthers: Whether other programs changed the store; Return then detects conflicts.
  package func refresh(ofOthers: Bool = false) throws(WorkspaceError) {
    try live.refresh(ofOthers: ofOthers)
    labels.update()
  }
}

/// The command runner, which attributes changes to commands and owns the session names.
package protocol WorkspaceHost: AnyObject {
  /// Opaque to the workspace, which attributes later edits to the command.
  var command: AnyObject? { get }

  var isInterrupted: Bool { get }

  /// If `readsItself`, the body reads everything that it depends on; otherwise no other program may
  /// have written since the command began.
  func change<Result>(
    for command: AnyObject?, readsItself: Bool,
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Result
  ) throws(WorkspaceError) -> Result

  func changeOne(
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Void
  ) throws(WorkspaceError)

  /// Removes an interactor and frees its session name; does nothing if the interactor has no
  /// session name, or belongs to the open screen.
  func remove(_ interactor: BoundInteractor)

  func bind(_ name: String, to record: RecordID)
}
