internal import CSQLite
package import Values

/// The API of the SQLite library that calls the functions.
private var sqlite: UnsafePointer<sqlite3_api_routines> { csqlite_caller() }

final class SQLiteFunction {
  private typealias Values = UnsafeMutablePointer<OpaquePointer?>

  private let work: SQLFunction.Work
  /// Polled before each call of a slow function, because SQLite polls only after many instructions;
  /// nil for other functions.
  private let watch: StatementWatch?

  private init(_ work: SQLFunction.Work, _ watch: StatementWatch?) {
    (self.work, self.watch) = (work, watch)
  }

  /// Registers a function, whose name must differ from SQLite's built-in functions.
  static func add(
    _ function: SQLFunction, to connection: OpaquePointer, _ watch: StatementWatch? = nil
  ) throws(EngineError) {
    let asked = function.mayRunLong ? watch : nil
    let own = Unmanaged.passRetained(SQLiteFunction(function.work, asked)).toOpaque()
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    let count = Int32(function.count ?? -1)
    // SQLite releases the object even if the registration fails.
    let code =
      switch function.work {
      case .scalar:
        sqlite.pointee.create_function_v2(
          connection, function.name, count, flags, own, call, nil, nil, release)
      case .aggregate:
        sqlite.pointee.create_window_function(
          connection, function.name, count, flags, own, step, finish, value, takeBack, release)
      }
    guard code == SQLITE_OK else {
      throw EngineError(
        .failure, "the function \(function.name) cannot be registered", code: Int(code))
    }
  }

  static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { own in
    if let own { Unmanaged<AnyObject>.fromOpaque(own).release() }
  }

  private static func of(_ context: OpaquePointer?) -> SQLiteFunction? {
    sqlite.pointee.user_data(context).map {
      Unmanaged<SQLiteFunction>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static let call: @convention(c) (OpaquePointer?, Int32, Values?) -> Void = {
    context, count, values in
    guard let own = sqlite.pointee.user_data(context) else { return }
    let arguments = SQLiteArguments(context: context, values: values, size: count)
    // Avoids reference counting, because this is called for each row.
    let result: SQLResult? = Unmanaged<SQLiteFunction>.fromOpaque(own)._withUnsafeGuaranteedRef {
      if $0.watch?.stops() == true { return nil }
      return if case .scalar(let body) = $0.work { body(arguments) } else { SQLResult.null }
    }
    guard let result else { return sqlite.pointee.result_error_code(context, SQLITE_INTERRUPT) }
    SQLiteFunction.give(result, values, to: context)
  }

  private static func give(_ result: SQLResult, _ values: Values?, to context: OpaquePointer?) {
    switch result {
    case .value(let value): give(value, to: context)
    case .text(let bytes):
      sqlite.pointee.result_text64(
        context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
        transient, UInt8(SQLITE_UTF8))
    case .argument(let index): sqlite.pointee.result_value(context, values?[index])
    case .failure(let message): sqlite.pointee.result_error(context, message, -1)
    }
  }

  private static func give(_ value: SQLValue, to context: OpaquePointer?) {
    switch value {
    case .null: sqlite.pointee.result_null(context)
    case .integer(let value): sqlite.pointee.result_int64(context, Int64(value))
    case .real(let value): sqlite.pointee.result_double(context, value)
    case .text(var text):
      // SQLite would treat a null pointer as NULL.
      if text.isEmpty { return sqlite.pointee.result_text(context, "", 0, transient) }
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite.pointee.result_text64(
            context, $0.baseAddress, UInt64($0.count), transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      if bytes.isEmpty { return sqlite.pointee.result_zeroblob(context, 0) }
      bytes.withUnsafeBytes {
        sqlite.pointee.result_blob64(context, $0.baseAddress, UInt64($0.count), transient)
      }
    }
  }

  private final class Group {
    let aggregate: any SQLAggregate

    init(_ aggregate: any SQLAggregate) { self.aggregate = aggregate }
  }

  /// Returns SQLite's storage for an aggregate's state, initially zero.
  private static func place(
    _ context: OpaquePointer?, size: Int
  ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    sqlite.pointee.aggregate_context(context, Int32(size))?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  private static let step: @convention(c) (OpaquePointer?, Int32, Values?) -> Void = {
    context, count, values in
    let size = MemoryLayout<UnsafeMutableRawPointer?>.size
    guard let place = SQLiteFunction.place(context, size: size) else {
      return sqlite.pointee.result_error_nomem(context)
    }
    let arguments = SQLiteArguments(context: context, values: values, size: count)
    if let known = place.pointee {
      return Unmanaged<Group>.fromOpaque(known).takeUnretainedValue().aggregate.step(arguments)
    }
    guard case .aggregate(let make)? = SQLiteFunction.of(context)?.work else { return }
    let group = Group(make())
    place.pointee = Unmanaged.passRetained(group).toOpaque()
    group.aggregate.step(arguments)
  }

  private static let takeBack: @convention(c) (OpaquePointer?, Int32, Values?) -> Void = {
    context, count, values in
    guard let known = SQLiteFunction.place(context, size: 0)?.pointee else { return }
    Unmanaged<Group>.fromOpaque(known).takeUnretainedValue().aggregate
      .takeBack(SQLiteArguments(context: context, values: values, size: count))
  }

  private static let value: @convention(c) (OpaquePointer?) -> Void = { context in
    if let known = SQLiteFunction.place(context, size: 0)?.pointee {
      let group = Unmanaged<Group>.fromOpaque(known).takeUnretainedValue()
      SQLiteFunction.give(group.aggregate.result, nil, to: context)
    } else if case .aggregate(let make)? = SQLiteFunction.of(context)?.work {
      SQLiteFunction.give(make().result, nil, to: context)
    }
  }

  private static let finish: @convention(c) (OpaquePointer?) -> Void = { context in
    if let place = SQLiteFunction.place(context, size: 0), let known = place.pointee {
      place.pointee = nil
      let group = Unmanaged<Group>.fromOpaque(known).takeRetainedValue()
      SQLiteFunction.give(group.aggregate.result, nil, to: context)
    } else if case .aggregate(let make)? = SQLiteFunction.of(context)?.work {
      SQLiteFunction.give(make().result, nil, to: context)
    }
  }
}

private struct SQLiteArguments: SQLArguments {
  let context: OpaquePointer?
  let values: UnsafeMutablePointer<OpaquePointer?>?
  let size: Int32

  var count: Int { Int(size) }

  subscript(index: Int) -> SQLValue {
    let value = values?[index]
    switch sqlite.pointee.value_type(value) {
    case SQLITE_INTEGER: return .integer(Int(sqlite.pointee.value_int64(value)))
    case SQLITE_FLOAT: return .real(sqlite.pointee.value_double(value))
    case SQLITE_TEXT: return .text(text(index) ?? "")
    case SQLITE_BLOB:
      let bytes = sqlite.pointee.value_blob(value)
      let count = Int(sqlite.pointee.value_bytes(value))
      return .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
    default: return .null
    }
  }

  func isNull(_ index: Int) -> Bool { sqlite.pointee.value_type(values?[index]) == SQLITE_NULL }

  func text(_ index: Int) -> String? {
    guard let text = sqlite.pointee.value_text(values?[index]) else { return nil }
    let count = Int(sqlite.pointee.value_bytes(values?[index]))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  func withText(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> SQLResult) -> SQLResult? {
    let value = values?[index]
    guard sqlite.pointee.value_type(value) == SQLITE_TEXT,
      let text = sqlite.pointee.value_text(value)
    else { return nil }
    return body(UnsafeBufferPointer(start: text, count: Int(sqlite.pointee.value_bytes(value))))
  }

  func integer(_ index: Int) -> Int { Int(sqlite.pointee.value_int64(values?[index])) }

  func kept(_ index: Int) -> AnyObject? {
    sqlite.pointee.get_auxdata(context, Int32(index)).map {
      Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
    }
  }

  func keep(_ object: AnyObject, for index: Int) {
    let own = Unmanaged.passRetained(object).toOpaque()
    sqlite.pointee.set_auxdata(context, Int32(index), own) { own in
      if let own { Unmanaged<AnyObject>.fromOpaque(own).release() }
    }
  }
}

package enum SQLiteExtension {
  /// - Parameter connection: A `sqlite3 *`.
  package static func prepare(
    _ connection: OpaquePointer, with functions: [SQLFunction]
  ) throws(EngineError) {
    csqlite_disable_double_quoted_texts(connection)
    for function in functions { try SQLiteFunction.add(function, to: connection) }
  }
}
