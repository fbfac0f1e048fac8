/// Faults whose messages contain no names or numbers of their own.
extension StoreError {
  package enum Fact: String, Sendable {
    case blob = "the result is a blob, not a value"
    case beforeHistory = "there was nothing yet: the first transaction is later"
    case changedLostType = "it changed a type that no longer exists"
    case clock = "the clock shows a time outside of the years 1 to 9999; set the clock right"
    case closed = "the store is closed"
    case computedInexactly = "a step has more than 15 digits"
    case disordered = "the records are not in order; check says whether the file is damaged"
    case formerAtCreation =
      "a record that is created has no old values; expected a rule on change or on delete"
    case formerOfState =
      "old is the record before a change; expected a rule on change or on delete"
    case future = "the time is in the future; expected one in the past"
    case hasReason = "the transaction that is open has a reason already"
    case incompactable = "the history cannot be compacted: changes are missing in it"
    case namelessRule = "a rule needs a name"
    case noFileName = "the file name is empty"
    case noResult = "there is no result"
    case noStoreName = "expected the name of a file"
    case noTransactionOpen = "no transaction is open"
    case nullInDefinition = "a definition cannot hold the character U+0000"
    case nullInStatement = "a statement cannot hold the character U+0000"
    case nullInRule = "a rule cannot hold the character U+0000"
    case numberTooSmall = "the numbers of records begin at 1"
    case openBracket = "this bracket is never closed"
    case openComment = "this comment is never closed"
    case openText = "this text is never closed"
    case overtaken = "the records have changed meanwhile"
    case pastState = "a past state cannot be changed"
    case reasonMentions = "the reason mentions what is to be erased; it would stay in the log"
    case ruleParameters = "a rule takes no parameters; expected a property or a value"
    case secondStatement = "expected one statement; a second one begins"
    case sqlExplain = "expected SELECT, WITH or VALUES after EXPLAIN"
    case sqlWrites = "the statement would change something; sql only reads"
    case transactionEnded = "the transaction has ended"
    case transactionOpen = "a transaction is already open"
    case transactionStopped = "the transaction was ended by an error; roll it back"
    case typeLost = "its type would no longer exist"
  }

  package enum PlaceFault: String, Sendable {
    case databaseExists = "already exists and is a database"
    case empty = "is empty; expected a store"
    case fileExists = "already exists"
    case folder = "is a folder; expected a file"
    case hasStore = "has a store already"
    case isDatabase = "is the database itself"
    case leftover = "is left of another database, and would damage this one"
    case link = "is a symbolic link; expected a regular file"
    case linkedLog = "is a symbolic link; expected a file that SQLite has made, or none"
    case lostVersion = "has lost the version of its tables"
    case noDatabase = "is not a database"
    case noFile = "is not a file; expected one"
    case notRegular = "is not a regular file"
    case openReadOnly = "is open read-only"
    case otherApplication = "is a database of another application"
    case regularFolder = "is a folder; expected a regular file"
    case unreadableBesideWriters = """
      cannot be read while others write to it: there is no permission to write to its folder, \
      where SQLite keeps files for that; copy it with backup, or ask for permission
      """
    case unwritable = "cannot be written; open it read-only"

    var hint: String? {
      switch self {
      case .databaseExists: "a database is never replaced; choose another name, or remove it first"
      case .fileExists: "--replace overwrites it"
      case .leftover: "remove it first, or choose another name"
      case .linkedLog: "remove the link"
      default: nil
      }
    }
  }

  package enum RecordFault: String, Sendable {
    case existed = "existed once, and its number is not given again"
    case exists = "exists already"
    case givenTwice = "is given twice, and a list has each record once"
    case inItself = "cannot be in a list of its own"
    case nothingToErase = "has no values to erase"
  }

  package enum PropertyFault: String, Sendable {
    case idOfNew = "has a default that reads id, and a new record has no number yet"
    case large = "is computed as a number of more than 64 bits"
    case noList = "is not a list of records"
    case noValues = "has no values of its own, so nothing can convert them"
    case nilResult = "cannot be nil, the result of its expression"
    case ownsItems = "owns its records; append, insert, move and remove change it"
    case noNext = "has the greatest possible number already, so there is no next one"
    case titleOfOthers = """
      is computed from other records and cannot be the title, which is read wherever a record is \
      named
      """
  }

  package enum MemberFault: String, Sendable {
    case ambiguousNames = "has names that cannot be told apart; drop it first"
    case calculated = "is calculated where it is read; no index can have it"
    case indexed = "has an index, and is to be calculated where it is read"
    case isKey = "is a key, which has an index"
    case isList = "is a list, of which there can be no index"
    case isLong =
      "has more than 15 digits; no index can be used where such numbers are compared"
    case isReference = "is a reference, which has an index"
    case isUnique = "is unique, and so it has an index"
    case lostColumns = "has lost its columns"
    case noIndex = "has no index of its own"
  }

  package enum Deed: String, Sendable {
    case compact = "the history cannot be compacted"
    case copy = "the store cannot be copied"
    case erase = "nothing can be erased"
    case repair = "the store cannot be repaired"
    case save = "the store cannot be saved"
    case undo = "undo, redo and revert are not possible"
  }

  package enum TransactionFault: String, Sendable {
    case changedNothing = "changed nothing"
    case erasedValues = "erased values, which cannot be restored"
  }
}
