internal import SQLEngine
internal import Values

/// A statement of ``DqliteEngine``.
final class DqliteStatement: EngineStatement {
  /// One run of a statement, with the values of its parameters.
  struct Call {
    let sql: String
    let values: [SQLValue]
    /// The statement; nil for one of the engine's own.
    let statement: DqliteStatement?

    init(_ sql: String) { (self.sql, values, statement) = (sql, [], nil) }
    fileprivate init(_ statement: DqliteStatement) {
      (sql, values, self.statement) = (statement.sql, statement.values, statement)
    }
  }

  /// The most bytes that the names of columns can have in an answer; a node sends longer ones without
  /// end.
  private static let longestNames = 2_000

  /// What the mirror has compiled, which knows the columns; statements that read no table run on it.
  private let base: any EngineStatement
  // A reading may outlive the connection, as with SQLite's own.
  private weak var engine: DqliteEngine?
  let kind: StatementKind
  let sql: String
  /// Whether it is run again and again, so that nodes keep it.
  let isKept: Bool
  private(set) var values: [SQLValue] = []
  /// Its number at the node, and the connection for which it is good.
  var remote: (number: UInt32, generation: Int)?
  /// What the first step has read, and how far it was gone through; nil where nothing was.
  private var rows: [[SQLValue]]?
  private var place = -1

  /// - Parameter isOdd: Whether a node would end itself over a column with a type of its own.
  init(
    _ sql: String, _ base: any EngineStatement, _ engine: DqliteEngine, isKept: Bool, isOdd: Bool
  ) {
    (self.base, self.engine, self.isKept) = (base, engine, isKept)
    kind = StatementKind(sql, isReadOnly: base.isReadOnly)
    let names = base.columnNames
    let size = names.reduce(0) { $0 + $1.utf8.count }
    let isWrapped =
      kind == .reading && (isOdd || size > Self.longestNames)
      && !["EXPLAIN", "PRAGMA"].contains { sql.uppercased().hasPrefix($0) }
    let short = names.indices.map { "c\($0)" }
    // With a sign a column has no declared type.
    self.sql =
      isWrapped
      ? "WITH wb_result(\(short.joined(separator: ", "))) AS (\(sql)) SELECT "
        + short.map { "+" + $0 }.joined(separator: ", ") + " FROM wb_result" : sql
  }

  var columnNames: [String] { base.columnNames }
  var isReadOnly: Bool { base.isReadOnly }
  var fullScanSteps: Int? { nil }
  func origin(of column: Int) -> (table: String, column: String)? { base.origin(of: column) }

  /// The statement as it is to be run now.
  var call: Call { Call(self) }
  /// The statement as what is asked.
  var question: EngineQuestion { EngineQuestion(sql, values) }

  func bind(_ value: SQLValue, at place: Int) throws(EngineError) {
    if case .text(let text) = value, text.utf8.contains(0) {
      throw EngineError(.constraint, "a text with the character U+0000 cannot be kept on a cluster")
    }
    if kind == .local { try base.bind(value, at: place) }
    if place > values.count {
      values += repeatElement(.null, count: place - values.count)
    }
    values[place - 1] = value
  }

  func step() throws(EngineError) -> Bool {
    if kind == .local { return try base.step() }
    if rows == nil {
      guard let engine else { throw EngineError(.closed, "the connection is closed") }
      rows = try engine.run(self)
    }
    place += 1
    guard let rows, place < rows.count else {
      reset()
      return false
    }
    return true
  }

  /// Runs it here, on the mirror.
  func runOnMirror() throws(EngineError) { _ = try rowsOfMirror() }

  /// The rows that it has here, on the mirror.
  func rowsOfMirror() throws(EngineError) -> [[SQLValue]] {
    for (index, value) in values.enumerated() { try base.bind(value, at: index + 1) }
    var rows: [[SQLValue]] = []
    while try base.step() { rows.append(base.columnNames.indices.map(base.column)) }
    return rows
  }

  func post() throws(EngineError) {
    guard kind == .writing, let engine else {
      while try step() {}
      return
    }
    try engine.post(self)
  }

  func column(_ index: Int) -> SQLValue {
    kind == .local ? base.column(index) : rows?[place][index] ?? .null
  }

  func reset() {
    (rows, place) = (nil, -1)
    if kind == .local { base.reset() }
  }
}
