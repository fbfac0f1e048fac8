internal import SQLEngine
internal import Values

final class DqliteStatement: EngineStatement {
  struct Call {
    let sql: String
    let values: [SQLValue]
    let statement: DqliteStatement?

    init(_ sql: String) { (self.sql, values, statement) = (sql, [], nil) }
    fileprivate init(_ statement: DqliteStatement) {
      (sql, values, self.statement) = (statement.sql, statement.values, statement)
    }
  }

  /// Maximum total size in bytes of an answer's column names; a node sends a longer header
  /// endlessly.
  private static let longestNames = 2_000
  /// Maximum number of values of a request.
  static let mostValues = 255

  /// The statement as compiled by the mirror; supplies the columns, and runs the statement there.
  private let base: any EngineStatement
  // Weak, because a statement may outlive the connection, as in SQLite.
  private weak var engine: DqliteEngine?
  let kind: StatementKind
  let sql: String
  let canBeAnswered: Bool
  /// Whether the statement should stay prepared on the node.
  let isKept: Bool
  /// Number of times that the mirror had been made when it compiled the statement.
  let makings: Int
  private(set) var values: [SQLValue] = []
  /// The statement's identifier on a node, and the connection for which it is valid.
  var remote: (number: UInt32, generation: Int)?
  /// Nil before the first step, which reads all rows.
  private var rows: [[SQLValue]]?
  private var place = -1

  /// - Parameter isOdd: Whether the schema has column types that can crash a node.
  init(
    _ sql: String, _ base: any EngineStatement, _ engine: DqliteEngine, isKept: Bool, isOdd: Bool,
    makings: Int
  ) {
    (self.base, self.engine, self.isKept, self.makings) = (base, engine, isKept, makings)
    kind = StatementKind(sql, isReadOnly: base.isReadOnly)
    let names = base.columnNames
    let size = names.reduce(0) { $0 + $1.utf8.count }
    let isWrapped =
      kind == .reading && (isOdd || size > Self.longestNames)
      && !["EXPLAIN", "PRAGMA"].contains { sql.uppercased().hasPrefix($0) }
    let short = names.indices.map { "c\($0)" }
    canBeAnswered =
      kind != .reading
      || WireReader.canSend(columnsWithNamesOf: (isWrapped ? short : names).map(\.utf8.count))
    // The unary plus removes a column's declared type.
    self.sql =
      isWrapped
      ? "WITH wb_result(\(short.joined(separator: ", "))) AS (\(sql)) SELECT "
        + short.map { "+" + $0 }.joined(separator: ", ") + " FROM wb_result" : sql
  }

  var columnNames: [String] { base.columnNames }
  var isReadOnly: Bool { base.isReadOnly }
  var fullScanSteps: Int? { nil }
  func origin(of column: Int) -> (table: String, column: String)? { base.origin(of: column) }

  var call: Call { Call(self) }
  var question: EngineQuestion { EngineQuestion(sql, values) }

  func bind(_ value: SQLValue, at place: Int) throws(EngineError) {
    if case .text(let text) = value, text.utf8.contains(0) {
      throw EngineError(.constraint, "a cluster cannot store a text with the character U+0000")
    }
    guard place <= Self.mostValues || kind == .local else {
      throw EngineError(
        .failure, "a cluster cannot store a record with more than \(Self.mostValues) values")
    }
    if kind == .local { try base.bind(value, at: place) }
    if place > values.count { values += repeatElement(.null, count: place - values.count) }
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

  func runOnMirror() throws(EngineError) { _ = try rowsOfMirror() }

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
