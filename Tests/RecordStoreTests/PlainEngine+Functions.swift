import GRDBSQLite
import RecordStore

/// Tells SQLite to copy what it is given.
var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

extension SQLValue {
  init(plain value: OpaquePointer?) {
    let count = { Int(sqlite3_value_bytes(value)) }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(Int(sqlite3_value_int64(value)))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT: self = .text(String(plain: value) ?? "")
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(value)
      self = .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count())))
    default: self = .null
    }
  }
}

extension String {
  init?(plain value: OpaquePointer?) {
    guard let start = sqlite3_value_text(value) else { return nil }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    self = String(decoding: bytes, as: UTF8.self)
  }
}

/// The arguments of one call; nothing is kept of them.
private struct PlainArguments: EngineArguments {
  let values: UnsafeMutablePointer<OpaquePointer?>?
  let size: Int32

  var count: Int { Int(size) }
  subscript(index: Int) -> SQLValue { SQLValue(plain: values?[index]) }
  func isNull(_ index: Int) -> Bool { sqlite3_value_type(values?[index]) == SQLITE_NULL }
  func text(_ index: Int) -> String? { String(plain: values?[index]) }
  func integer(_ index: Int) -> Int { Int(sqlite3_value_int64(values?[index])) }
}

/// A function that SQLite calls.
final class PlainFunction {
  private typealias Values = UnsafeMutablePointer<OpaquePointer?>

  private let work: EngineFunction.Work
  /// What the groups have gathered that are not finished, by where SQLite keeps them apart.
  private var groups: [UnsafeMutableRawPointer?: any EngineAggregate] = [:]

  private init(_ work: EngineFunction.Work) {
    self.work = work
  }

  static func add(_ function: EngineFunction, to connection: OpaquePointer) {
    var (call, step, finish) = (
      Self.call as Optional, Self.step as Optional, Self.finish as Optional
    )
    if case .scalar = function.work { (step, finish) = (nil, nil) } else { call = nil }
    sqlite3_create_function_v2(
      connection, function.name, Int32(function.count ?? -1),
      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(PlainFunction(function.work)).toOpaque(), call, step, finish,
      { own in if let own { Unmanaged<PlainFunction>.fromOpaque(own).release() } })
  }

  private static func of(_ context: OpaquePointer?) -> PlainFunction? {
    sqlite3_user_data(context).map { Unmanaged<PlainFunction>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let call: @convention(c) (OpaquePointer?, Int32, Values?) -> Void = {
    context, count, values in
    guard case .scalar(let body)? = PlainFunction.of(context)?.work else { return }
    switch body(PlainArguments(values: values, size: count)) {
    case .value(let value): PlainFunction.give(value, context)
    case .argument(let index): sqlite3_result_value(context, values?[index])
    case .failure(let message): sqlite3_result_error(context, message, -1)
    }
  }

  private static let step: @convention(c) (OpaquePointer?, Int32, Values?) -> Void = {
    context, count, values in
    guard let own = PlainFunction.of(context), case .aggregate(let make) = own.work else { return }
    let group = sqlite3_aggregate_context(context, 1)
    let aggregate = own.groups[group] ?? make()
    own.groups[group] = aggregate
    aggregate.step(PlainArguments(values: values, size: count))
  }

  private static let finish: @convention(c) (OpaquePointer?) -> Void = { context in
    guard let own = PlainFunction.of(context), case .aggregate(let make) = own.work else { return }
    let aggregate = own.groups.removeValue(forKey: sqlite3_aggregate_context(context, 0))
    PlainFunction.give((aggregate ?? make()).result, context)
  }

  private static func give(_ value: SQLValue, _ context: OpaquePointer?) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, Int64(value))
    case .real(let value): sqlite3_result_double(context, value)
    case .text(let text):
      sqlite3_result_text64(
        context, text, UInt64(text.utf8.count), copied, UInt8(SQLITE_UTF8))
    case .blob([]): sqlite3_result_zeroblob(context, 0)
    case .blob(let bytes): sqlite3_result_blob64(context, bytes, UInt64(bytes.count), copied)
    }
  }
}

/// An empty database in memory on which statements are compiled.
final class PlainMirror: EngineMirror {
  private let connection: OpaquePointer
  private let isAllowed: (EngineAccess) -> Bool

  init(
    with functions: [EngineFunction], isAllowed: @escaping (EngineAccess) -> Bool
  ) throws(StoreError) {
    connection = try PlainEngine.connect(":memory:", SQLITE_OPEN_READWRITE)
    self.isAllowed = isAllowed
    for function in functions { PlainFunction.add(function, to: connection) }
    sqlite3_set_authorizer(
      connection,
      { own, action, first, second, _, through in
        guard let own else { return SQLITE_DENY }
        let mirror = Unmanaged<PlainMirror>.fromOpaque(own).takeUnretainedValue()
        func text(_ name: UnsafePointer<CChar>?) -> String? { name.map { String(cString: $0) } }
        let access: EngineAccess =
          switch action {
          case SQLITE_SELECT, SQLITE_RECURSIVE: .select
          case SQLITE_READ:
            .read(table: text(first) ?? "", column: text(second) ?? "", through: text(through))
          case SQLITE_FUNCTION: .function(text(second) ?? "")
          default: .other
          }
        return mirror.isAllowed(access) ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { sqlite3_close_v2(connection) }

  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(plain: code, connection) }
  }

  func compile(_ sql: String) throws(StoreError) -> Bool {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &handle, nil)
    defer { sqlite3_finalize(handle) }
    guard code == SQLITE_OK else {
      var error = StoreError(plain: code, connection)
      let offset = Int(sqlite3_error_offset(connection))
      error.offset = offset < 0 ? nil : offset
      throw error
    }
    return sqlite3_stmt_readonly(handle) != 0
  }
}
