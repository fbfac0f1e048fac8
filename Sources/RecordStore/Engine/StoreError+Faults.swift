extension StoreError {
  /// Failures with constant messages.
  package enum Fact: String, Sendable {
    case blob = "the result is a blob; expected a number or a text"
    case beforeHistory = "the time is before the first transaction"
    case changedLostType = "it changed a type that no longer exists"
    case clock = "the clock is outside the years 1 to 9999; set the clock"
    case closed = "the database is closed"
    case computedInexactly = "an intermediate result has more than 15 digits"
    case disordered =
      "the records are not in order; run check to see whether the database is damaged"
    case formerAtCreation =
      "a new record has no old values; expected a rule on change or on delete"
    case formerOfState =
      "this rule cannot read old values; expected a rule on change or on delete"
    case future = "the time is in the future; expected a time in the past"
    case groupStopped = "the transaction was ended by an error"
    case hasReason = "the open transaction already has a reason"
    case incompactable = "the history cannot be compacted: changes are missing"
    case namelessRule = "a rule needs a name"
    case noFileName = "the file name is empty"
    case noResult = "there is no result"
    case noStoreName = "expected the name of a file"
    case noTransactionOpen = "no transaction is open"
    case nullInDefinition = "a definition cannot contain the character U+0000"
    case nullInStatement = "a statement cannot contain the character U+0000"
    case nullInRule = "a rule cannot contain the character U+0000"
    case numberTooSmall = "a record number must be at least 1"
    case openBracket = "this bracket is never closed"
    case openComment = "this comment is never closed"
    case openText = "this text is never closed"
    case overtaken = "the records have changed in the meantime"
    case pastState = "a past state cannot be changed"
    case reasonMentions =
      "the reason contains a value to be erased, which would stay in the log; give another reason"
    case ruleParameters = "a rule cannot read session names; expected a property or a value"
    case secondStatement = "expected one statement, but a second one begins"
    case sqlExplain = "expected SELECT, WITH or VALUES after EXPLAIN"
    case sqlWrites = "the statement would change the database; sql only reads"
    case transactionEnded = "the transaction has ended"
    case transactionOpen = "a transaction is already open"
    case transactionStopped = "the transaction was ended by an error; roll it back"
    case typeLost = "its type would no longer exist"
  }

  package enum PlaceFault: String, Sendable {
    case databaseExists = "already exists and is a database"
    case empty = "is empty; expected a database"
    case fileExists = "already exists"
    case folder = "is a folder; expected a file"
    case hasStore = "already contains a database"
    case isDatabase = "is the database itself"
    case leftover = "is left over from another database and would damage this one"
    case link = "is a symbolic link; expected a regular file"
    case linkedLog = "is a symbolic link; expected a file created by SQLite, or no file"
    case lostVersion = "is damaged: the version of its tables is missing"
    case noDatabase = "is not a database"
    case noFile = "is not a file; expected a regular file"
    case notRegular = "is not a regular file"
    case openReadOnly = "is open read-only"
    case otherApplication = "is a database of another application"
    case regularFolder = "is a folder; expected a regular file"
    case unreadableBesideWriters = """
      cannot be read while other programs write to it, because SQLite must create files in its \
      folder; ask for permission to write to the folder, or read a copy made with backup
      """
    case unwritable = "cannot be written; to read the database, use workbench --readonly"

    var hint: String? {
      switch self {
      case .databaseExists:
        "--replace does not overwrite a database; choose another name, or remove the file first"
      case .fileExists: "use --replace to overwrite the file"
      case .leftover: "remove the file first, or choose another name"
      case .linkedLog: "remove the link"
      default: nil
      }
    }
  }

  package enum RecordFault: String, Sendable {
    case existed = "existed once, and record numbers are never reused"
    case exists = "already exists"
    case givenTwice = "is given twice, but a list contains each record only once"
    case inItself = "cannot be in one of its own lists"
    case nothingToErase = "has no values to erase"
  }

  package enum PropertyFault: String, Sendable {
    case idOfNew = "has a default that reads id, but a new record has no number yet"
    case large = "is computed as a number of more than 64 bits"
    case noList = "is not a list of records"
    case noValues = "has no stored values to convert"
    case nilResult = "is required, but its expression is nil"
    case ownsItems = "owns its records; use append, insert, move or remove"
    case noNext = "already has the largest possible number, so there is no next number"
    case titleOfOthers = """
      is computed from other records and cannot be the title, because the title is read wherever \
      a record is named
      """
  }

  package enum MemberFault: String, Sendable {
    case ambiguousNames = "has ambiguous names; drop it first"
    case calculated = "is calculated when it is read and cannot have an index"
    case indexed = "has an index, but would be calculated when it is read"
    case isKey = "is a key, which already has an index"
    case isList = "is a list, which cannot have an index"
    case isLong =
      "has more than 15 digits; comparisons of such numbers cannot use an index"
    case isReference = "is a reference, which already has an index"
    case isUnique = "is unique and already has an index"
    case lostColumns = "cannot be read, because its columns are missing"
    case noIndex = "has no index of its own"
  }

  package enum Deed: String, Sendable {
    case compact = "the history cannot be compacted"
    case copy = "the database cannot be copied"
    case erase = "nothing can be erased"
    case repair = "the database cannot be repaired"
    case save = "the database cannot be saved"
    case undo = "undo, redo and revert cannot be used"
  }

  package enum TransactionFault: String, Sendable {
    case changedNothing = "changed nothing"
    case erasedValues = "erased values, which cannot be restored"
  }
}
