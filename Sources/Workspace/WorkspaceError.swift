package import RecordStore
package import Records
package import Replies

/// An error of a workspace, as data; ``diagnostic`` renders it for users.
package indirect enum WorkspaceError: Error {
  case store(StoreError)
  case violation(Violation)
  /// Outside of the years 1 to 9999.
  case clockOutOfRange

  case noRecord(RecordID)
  case deleted(RecordID, by: String, at: Instant)
  case noType(String)
  case noProperty(String, of: RecordType)
  case holdsNoList(String)
  /// A schema change has ended a field or its editing; the text says why.
  case lost(String)

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
  /// The name of the list, plain and in command syntax.
  case needsIndex(String, as: String)
  case isItem(String)

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

  package enum OpenEdit: Hashable, Sendable {
    case unfinishedForm(String)
    case unstoredChoice(String)
    /// The field, the kind of the cause, and the message of the cause.
    case incomplete(String, Diagnostic.Kind, String)
  }

  case openEdit(OpenEdit)
  /// Changes by other programs, in words.
  case changedMeanwhile([String])
  case lostRows([WorkspaceError])
  /// The property or field that refers to the deleted record.
  case choiceIsGone(String, WorkspaceError)
  case incomplete(field: String, String)
  case refused(String)
  case returnRefused(WorkspaceError)

  /// A list screen was opened for a single record. `other` is a screen for single records of the
  /// record's type, if there is one.
  case screenOfMany(String, of: String, RecordID, other: String?)
  case screenOfOne(String, of: String)
  case screenOfOtherType(String, of: String, RecordID)
  case noOpenScreen
  case notLoaded(String)
  /// An error of a part of a definition.
  case body(Diagnostic)

  package var message: String { diagnostic.message }
}

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

func attemptValue<Result>(
  _ body: @autoclosure () throws(Violation) -> Result
) throws(WorkspaceError) -> Result {
  do {
    return try body()
  } catch {
    throw .violation(error)
  }
}
