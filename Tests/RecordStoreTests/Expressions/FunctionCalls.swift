import Expressions
import RecordStore
import SQLEngine
import Values

/// An engine with the functions of expressions, which are called by SQL with any values.
final class FunctionCalls {
  private let engine: any Engine

  init() throws {
    let source = SQLiteSource()
    engine = try source.open(.memory, isReadOnly: false, busyTimeout: 0)
    try engine.register(SQLFunctions.all())
  }

  /// The value of SQL, in which `?1` and so on are the values given; a failure is its words.
  func call(_ sql: String, _ values: [SQLValue] = []) throws -> Result<SQLValue, Words> {
    do throws(EngineError) {
      let statement = try engine.statement("select " + sql)
      defer { statement.reset() }
      for (place, value) in values.enumerated() { try statement.bind(value, at: place + 1) }
      _ = try statement.step()
      return .success(statement.column(0))
    } catch {
      return .failure(Words(message: error.message))
    }
  }

  struct Words: Error, Hashable {
    let message: String
  }
}
