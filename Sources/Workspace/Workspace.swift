internal import Interactors
package import RecordStore
package import Records
package import Replies

/// What a user does with the records of a store: live records, the interactors on them, and their
/// editing.
///
/// It takes records, properties and values, and knows nothing of the command language. It is
/// confined to the thread that created it.
package final class Workspace {
  package let store: Store
  package let host: any WorkspaceHost
  package let say: (Reply) -> Void
  /// The labels, fields, forms and screens that exist.
  package let interactors: InteractorRegistry
  package let live: IdentityMap
  package let reader: RecordReader
  /// Notifies observers, such as labels and screens, of changes.
  package let feed: ChangeFeed
  package private(set) lazy var labels = Labels(self)
  package private(set) lazy var editing = Editing(self)
  /// The default locale of labels and fields.
  package internal(set) var notation: FieldNotation

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

  /// Updates the displayed records and labels from the store.
  ///
  /// - Parameter ofOthers: Whether other programs changed the store, which Return then detects.
  package func refresh(ofOthers: Bool = false) throws(WorkspaceError) {
    try live.refresh(ofOthers: ofOthers)
    labels.update()
  }
}

/// The command runner above a workspace: it attributes changes to commands, and owns the names.
package protocol WorkspaceHost: AnyObject {
  /// The running command; opaque to the workspace, which attributes later edits to it.
  var command: AnyObject? { get }

  /// Whether an interruption of the running command was detected.
  var isInterrupted: Bool { get }

  /// Changes the store in a transaction of a command.
  ///
  /// - Parameter readsItself: Whether the body reads everything it depends on; otherwise no other
  ///   program may have written since the command began.
  func change<Result>(
    for command: AnyObject?, readsItself: Bool,
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result

  /// Makes a single change to the store, in a transaction of the running command.
  func changeOne(
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Void
  ) throws(StoreError)

  /// Frees the session name of an interactor and removes the interactor; does nothing for one
  /// without a session name.
  func remove(_ interactor: BoundInteractor)

  /// Binds a session name to a record that a form has created.
  func bind(_ name: String, to record: RecordID)
}
