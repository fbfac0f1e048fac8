package import RecordStore
package import Records
package import Replies

/// An error of a workspace, as data; ``diagnostic`` renders it for users.
package indirect enum WorkspaceError: Error {
  case store(StoreError)
  case violation(Violation)
  /// The clock is outside the years 1 to 9999.
  case clockOutOfRange

  // MARK: Records

  case noRecord(RecordID)
  case deleted(RecordID, by: String, at: Instant)
  case noType(String)
  case noProperty(String, of: RecordType)
  case holdsNoList(String)
  /// The property of a list or form no longer exists, or has a kind without the typed text.
  case lost(String)

  // MARK: Paths

  /// The position in a path that an error is about.
  package enum PathPosition: Hashable, Sendable {
    case whole, owner
    case name(Int)
    case index(Int)
  }

  case path(WorkspaceError, at: PathPosition)
  case noIndex(Int, in: String, count: Int)
  case isNil(String, String)
  case noLongerExists(String, RecordID)
  case hasNoItems(Property)
  case isValue(String, PropertyKind, String)
  /// A list where an item is expected: its name, and its name in command syntax.
  case needsIndex(String, as: String)
  case isItem(String)

  // MARK: Interactors

  case noPart(String, of: String, among: [String])
  case isNoForm(String, part: String)
  case hasNoRows(String, kind: String)
  case isRow(String)
  case isDeactivated(String)
  case takesNoKeys(String, kind: String)
  case noFieldTakesKeys(String)
  case formHasEnded(String)
  case noDigits(String)
  case rowsOfReferences(String)
  case rowsOfNoList(String, PropertyKind)
  case isUnavailable(String, String)

  // MARK: Editing

  /// An unfinished edit that prevents an operation, whatever the operation is.
  package enum OpenEdit: Hashable, Sendable {
    case unfinishedForm(String)
    case unstoredChoice(String)
    /// A field that cannot be left, with the kind of the cause and its message.
    case incomplete(String, Diagnostic.Kind, String)
  }

  case openEdit(OpenEdit)
  /// Changes by other programs that a form or field has found.
  case changedMeanwhile([String])
  case lostRows([WorkspaceError])
  /// A chosen record that no longer exists, and the property or field that refers to it.
  case choiceIsGone(String, WorkspaceError)
  case incomplete(field: String, String)
  case refused(String)
  /// Return or Submit was refused.
  case returnRefused(WorkspaceError)

  // MARK: Screens

  /// A screen of many records opened on one, for which there may be another screen.
  case screenOfMany(String, of: String, RecordID, other: String?)
  case screenOfOne(String, of: String)
  case screenOfOtherType(String, of: String, RecordID)
  case noOpenScreen
  case notLoaded(String)
  /// An error of a part of a definition.
  case body(Diagnostic)

  package var message: String { diagnostic.message }
}

/// Runs a read or write of the store whose error becomes an error of the workspace.
@discardableResult
func attempt<Result>(
  _ body: @autoclosure () throws(StoreError) -> Result
) throws(WorkspaceError) -> Result {
  do {
    return try body()
  } catch {
    throw .store(error)
  }
}

/// Runs code of the records whose violation becomes an error of the workspace.
func attemptValue<Result>(
  _ body: @autoclosure () throws(Violation) -> Result
) throws(WorkspaceError) -> Result {
  do {
    return try body()
  } catch {
    throw .violation(error)
  }
}
