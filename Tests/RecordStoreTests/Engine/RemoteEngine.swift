import Foundation
import RecordStore
import SQLEngine
import Values

/// A second engine, which behaves as one at the other end of a wire: the rows of a statement are read
/// to the end at its first step, a database that another holds says so at once, so that the client
/// waits, no statement returns what it writes, and nobody counts the steps of scans.
final class RemoteEngine: Engine {
  private let base: any Engine
  private let patience: Duration
  private var kept: [String: RemoteStatement] = [:]

  init(
    _ place: EnginePlace, isReadOnly: Bool, busyTimeout milliseconds: Int
  ) throws(EngineError) {
    base = try SQLiteSource().open(place, isReadOnly: isReadOnly, busyTimeout: 0)
    patience = .milliseconds(milliseconds)
  }

  func statement(_ sql: String) throws(EngineError) -> any EngineStatement {
    if let statement = kept[sql] { return statement }
    let statement = try make(sql, try base.statement(sql))
    kept[sql] = statement
    return statement
  }

  func prepare(_ sql: String) throws(EngineError) -> any EngineStatement {
    try make(sql, try base.prepare(sql))
  }

  private func make(
    _ sql: String, _ statement: any EngineStatement
  ) throws(EngineError) -> RemoteStatement {
    if !statement.isReadOnly, !statement.columnNames.isEmpty, sql.contains(/(?i)\breturning\b/) {
      throw EngineError(.statement, "what is written is not returned: \(sql)")
    }
    return RemoteStatement(statement, self)
  }

  /// Asks again and again for as long as another holds the database.
  fileprivate func wait<Result>(
    _ body: () throws(EngineError) -> Result
  ) throws(EngineError) -> Result {
    let start = ContinuousClock.now
    while true {
      do {
        return try body()
      } catch {
        guard error.kind == .busy, ContinuousClock.now - start < patience else { throw error }
        if isInterrupted() {
          throw EngineError(.interrupted, "interrupted", code: 9)
        }
        Thread.sleep(forTimeInterval: 0.001)
      }
    }
  }

  func execute(_ sql: String) throws(EngineError) {
    try wait { () throws(EngineError) in try base.execute(sql) }
  }
  func begin(expecting questions: [EngineQuestion]) throws(EngineError) {
    try wait { () throws(EngineError) in try base.begin(expecting: questions) }
  }
  func beginReading(expecting questions: [EngineQuestion]) throws(EngineError) {
    try wait { () throws(EngineError) in try base.beginReading(expecting: questions) }
  }
  func commit() throws(EngineError) { try wait { () throws(EngineError) in try base.commit() } }
  func rollback() throws(EngineError) { try base.rollback() }
  func savepoint() throws(EngineError) { try base.savepoint() }
  func release() throws(EngineError) { try base.release() }
  func rollbackToSavepoint() throws(EngineError) { try base.rollbackToSavepoint() }
  func schemaVersion() throws(EngineError) -> Int { try base.schemaVersion() }
  func dataVersion() throws(EngineError) -> Int { try base.dataVersion() }
  func copy(to path: String) throws(EngineError) { try base.copy(to: path) }
  func rewrite() throws(EngineError) -> EngineRewriting { try base.rewrite() }
  func checkpoint() throws(EngineError) -> Bool { try base.checkpoint() }
  var abilities: EngineAbilities {
    var abilities = base.abilities
    abilities.rowsOfPage = 3
    return abilities
  }
  func register(_ functions: [SQLFunction]) throws(EngineError) { try base.register(functions) }

  var isInterrupted: () -> Bool {
    get { base.isInterrupted }
    set { base.isInterrupted = newValue }
  }
  var limits: EngineLimits? {
    get { base.limits }
    set { base.limits = newValue }
  }
  var usedMemory: Int { base.usedMemory }
  var peakMemory: Int { base.peakMemory }
  func forgetPeakMemory() { base.forgetPeakMemory() }
  var lastInsertedID: Int { base.lastInsertedID }
  var changedRows: Int { base.changedRows }
  var allChangedRows: Int { base.allChangedRows }
  var isInTransaction: Bool { base.isInTransaction }
  var isReadOnly: Bool { base.isReadOnly }

  func close() {
    kept.removeAll()
    base.close()
  }
}

/// A statement of a ``RemoteEngine``.
final class RemoteStatement: EngineStatement {
  private let base: any EngineStatement
  // A reading may outlive the connection, as with SQLite's own.
  private weak var engine: RemoteEngine?
  /// What the first step has read, and how far it was gone through; nil where nothing was.
  private var rows: [[SQLValue]]?
  private var place = -1

  fileprivate init(_ base: any EngineStatement, _ engine: RemoteEngine) {
    self.base = base
    self.engine = engine
  }

  var columnNames: [String] { base.columnNames }
  var isReadOnly: Bool { base.isReadOnly }
  var fullScanSteps: Int? { nil }
  func origin(of column: Int) -> (table: String, column: String)? { base.origin(of: column) }

  func bind(_ value: SQLValue, at place: Int) throws(EngineError) {
    try base.bind(value, at: place)
  }

  func step() throws(EngineError) -> Bool {
    if rows == nil {
      rows =
        if let engine { try engine.wait { () throws(EngineError) in try read() } } else {
          try read()
        }
    }
    place += 1
    guard let rows, place < rows.count else {
      reset()
      return false
    }
    return true
  }

  func post() throws(EngineError) { while try step() {} }

  private func read() throws(EngineError) -> [[SQLValue]] {
    var rows: [[SQLValue]] = []
    while try base.step() { rows.append(columnNames.indices.map(base.column)) }
    return rows
  }

  func column(_ index: Int) -> SQLValue { rows?[place][index] ?? .null }

  func reset() {
    (rows, place) = (nil, -1)
    base.reset()
  }
}

/// Makes engines at the other end of a wire; expressions are tried out at this end.
struct RemoteSource: EngineSource {
  func open(
    _ place: EnginePlace, isReadOnly: Bool, busyTimeout milliseconds: Int
  ) throws(EngineError) -> any Engine {
    try RemoteEngine(place, isReadOnly: isReadOnly, busyTimeout: milliseconds)
  }

  func mirror(
    with functions: [SQLFunction], isAllowed: @escaping (EngineAccess) -> Bool
  ) throws(EngineError) -> any EngineMirror {
    try SQLiteSource().mirror(with: functions, isAllowed: isAllowed)
  }
}
