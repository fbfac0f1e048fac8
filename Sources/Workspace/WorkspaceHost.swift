package import RecordStore
package import Records

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
