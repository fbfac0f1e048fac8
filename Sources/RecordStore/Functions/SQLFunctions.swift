internal import GRDBSQLite

/// The functions that expressions have besides SQLite's own.
///
/// They may not stand in a trigger, view, check or index, where other programs would miss them;
/// SQLite itself refuses them there.
enum SQLFunctions {
  typealias Context = OpaquePointer
  typealias Arguments = UnsafeMutablePointer<OpaquePointer?>

  /// Registers all functions on a connection; none of SQLite's own is replaced.
  static func register(on connection: OpaquePointer) throws(StoreError) {
    try add("ulower", 1, lowercase, to: connection)
    try add("uupper", 1, uppercase, to: connection)
    try add("ulike", 2, like, to: connection)
    try add("ulike", 3, like, to: connection)
    try add("regexp", 2, match, to: connection)
    try add("decimal_cmp", 2, compareDecimals, to: connection)
    try add("decimal_key", 1, decimalKey, to: connection)
    try add("decimal_round", 1, roundDecimal, to: connection)
    try add("decimal_round", 2, roundDecimal, to: connection)
    try add("double_round", 1, roundDouble, to: connection)
    try add("double_round", 2, roundDouble, to: connection)
    try add("decimal_max", -1, greatestDecimal, to: connection)
    try add("decimal_min", -1, leastDecimal, to: connection)
    try add(aggregate: "decimal_max", stepGreatest, finishExtreme, to: connection)
    try add(aggregate: "decimal_min", stepLeast, finishExtreme, to: connection)
    try add("fixed_moment", 1, fixedMoment, to: connection)
    try add("fixed_modifier", 1, fixedModifier, to: connection)
  }

  private static let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY

  private static func add(
    _ name: String, _ count: Int32,
    _ function: @convention(c) (Context?, Int32, Arguments?) -> Void, to connection: OpaquePointer
  ) throws(StoreError) {
    let code = sqlite3_create_function_v2(
      connection, name, count, flags, nil, function, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(name) }
  }

  private static func add(
    aggregate name: String, _ step: @convention(c) (Context?, Int32, Arguments?) -> Void,
    _ finish: @convention(c) (Context?) -> Void, to connection: OpaquePointer
  ) throws(StoreError) {
    let code = sqlite3_create_function_v2(
      connection, name, 1, flags, nil, nil, step, finish, nil)
    guard code == SQLITE_OK else { throw failure(name) }
  }

  private static func failure(_ name: String) -> StoreError {
    StoreError(.engine, "the function \(name) cannot be registered")
  }

  // MARK: Values

  static func isNull(_ value: OpaquePointer?) -> Bool {
    sqlite3_value_type(value) == SQLITE_NULL
  }

  /// The value as text; nil if it is NULL.
  static func text(_ value: OpaquePointer?) -> String? {
    guard let text = sqlite3_value_text(value) else { return nil }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  static func give(_ text: String, to context: Context?) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        sqlite3_result_text64(
          context, bytes.baseAddress, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
      }
    }
  }

  static func give(_ bytes: [UInt8], to context: Context?) {
    bytes.withUnsafeBytes {
      sqlite3_result_blob64(context, $0.baseAddress, UInt64($0.count), transient)
    }
  }

  static func fail(_ message: String, to context: Context?) {
    sqlite3_result_error(context, message, -1)
  }

  /// Tells SQLite to copy what it is given.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// What is made of a value that stays the same through a statement, made only once.
  static func kept<Kept: AnyObject>(
    _ context: Context?, _ place: Int32, _ make: () -> Kept?
  ) -> Kept? {
    if let known = sqlite3_get_auxdata(context, place) {
      return Unmanaged<AnyObject>.fromOpaque(known).takeUnretainedValue() as? Kept
    }
    guard let made = make() else { return nil }
    let pointer = Unmanaged<AnyObject>.passRetained(made).toOpaque()
    sqlite3_set_auxdata(context, place, pointer) { pointer in
      if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
    }
    return made
  }
}
