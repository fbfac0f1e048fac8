import Expressions
import RecordStore
import SQLEngine
import Values

final class FunctionCalls {
  private let engine: any Engine

  init() throws {
    let source = SQLiteSource()
    engine = try source.open(.memory, isReadOnly: false, busyTimeout: 0)
    try engine.register(SQLFunctions.all())
  }

  /// The values are `?1` and so on; a failure is its message.
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
