internal import GRDBSQLite

extension SQLFunctions {
  /// `decimal_cmp(a, b)`: -1, 0 or 1, exact to the last of 38 digits.
  static let compareDecimals: @convention(c) (Context?, Int32, Arguments?) -> Void = {
    context, _, values in
    guard let values, !SQLFunctions.isNull(values[0]), !SQLFunctions.isNull(values[1]) else {
      return
    }
    let left = DecimalKey.bytes(of: values[0])
    let right = DecimalKey.bytes(of: values[1])
    let order = left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    sqlite3_result_int(context, Int32(order))
  }

  /// `decimal_key(a)`: bytes that are ordered as the numbers are.
  static let decimalKey: @convention(c) (Context?, Int32, Arguments?) -> Void = {
    context, _, values in
    guard let value = values?[0], !SQLFunctions.isNull(value) else { return }
    SQLFunctions.give(DecimalKey.bytes(of: value), to: context)
  }

  /// `decimal_round(a [, digits])`: the number with 15 significant digits, and no more digits
  /// behind the point than given.
  ///
  /// A text that is a number becomes one; whole numbers and everything else stay as they are.
  static let roundDecimal: @convention(c) (Context?, Int32, Arguments?) -> Void = {
    context, count, values in
    guard let values else { return }
    let digits = count == 2 ? Int(sqlite3_value_int64(values[1])) : nil
    switch sqlite3_value_type(values[0]) {
    case SQLITE_FLOAT:
      let value = sqlite3_value_double(values[0])
      sqlite3_result_double(context, DecimalKey.rounded(value, digits: digits))
    case SQLITE_TEXT:
      if let text = SQLFunctions.text(values[0]), DecimalKey(text) != nil, let value = Double(text)
      {
        sqlite3_result_double(context, DecimalKey.rounded(value, digits: digits))
      } else {
        sqlite3_result_value(context, values[0])
      }
    default: sqlite3_result_value(context, values[0])
    }
  }

  /// `double_round(a [, digits])`: as `decimal_round`, but a text stays a text.
  static let roundDouble: @convention(c) (Context?, Int32, Arguments?) -> Void = {
    context, count, values in
    guard let values else { return }
    guard sqlite3_value_type(values[0]) == SQLITE_FLOAT else {
      return sqlite3_result_value(context, values[0])
    }
    let digits = count == 2 ? Int(sqlite3_value_int64(values[1])) : nil
    let value = sqlite3_value_double(values[0])
    sqlite3_result_double(context, DecimalKey.rounded(value, digits: digits))
  }

  // MARK: Extremes

  /// `decimal_max(a, b, …)`
  static let greatestDecimal: @convention(c) (Context?, Int32, Arguments?) -> Void = {
    SQLFunctions.extreme($0, $1, $2) { $1.lexicographicallyPrecedes($0) }
  }

  /// `decimal_min(a, b, …)`
  static let leastDecimal: @convention(c) (Context?, Int32, Arguments?) -> Void = {
    SQLFunctions.extreme($0, $1, $2) { $0.lexicographicallyPrecedes($1) }
  }

  private static func extreme(
    _ context: Context?, _ count: Int32, _ values: Arguments?,
    _ isBetter: ([UInt8], [UInt8]) -> Bool
  ) {
    guard let values, count > 0 else { return }
    var best: (key: [UInt8], place: Int)?
    for place in 0..<Int(count) {
      // As SQLite's own: one that is NULL makes the result NULL.
      if isNull(values[place]) { return }
      let key = DecimalKey.bytes(of: values[place])
      if best.map({ isBetter(key, $0.key) }) ?? true { best = (key, place) }
    }
    if let best { sqlite3_result_value(context, values[best.place]) }
  }

  /// The best value so far of an aggregate.
  private final class Best {
    var key: [UInt8] = []
    var value: OpaquePointer?
  }

  static let stepGreatest: @convention(c) (Context?, Int32, Arguments?) -> Void = {
    SQLFunctions.step($0, $2) { $1.lexicographicallyPrecedes($0) }
  }

  static let stepLeast: @convention(c) (Context?, Int32, Arguments?) -> Void = {
    SQLFunctions.step($0, $2) { $0.lexicographicallyPrecedes($1) }
  }

  private static func step(
    _ context: Context?, _ values: Arguments?, _ isBetter: ([UInt8], [UInt8]) -> Bool
  ) {
    guard let value = values?[0], !isNull(value) else { return }
    let size = Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)
    guard let memory = sqlite3_aggregate_context(context, size) else {
      return sqlite3_result_error_nomem(context)
    }
    // SQLite hands the memory out filled with zeros.
    let place = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    let best: Best
    if let known = place.pointee {
      best = Unmanaged<Best>.fromOpaque(known).takeUnretainedValue()
    } else {
      best = Best()
      place.pointee = Unmanaged.passRetained(best).toOpaque()
    }
    let key = DecimalKey.bytes(of: value)
    guard best.value == nil || isBetter(key, best.key) else { return }
    sqlite3_value_free(best.value)
    best.value = sqlite3_value_dup(value)
    best.key = key
  }

  static let finishExtreme: @convention(c) (Context?) -> Void = { context in
    guard let memory = sqlite3_aggregate_context(context, 0) else { return }
    let place = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    guard let known = place.pointee else { return }
    place.pointee = nil
    let best = Unmanaged<Best>.fromOpaque(known).takeRetainedValue()
    if let value = best.value { sqlite3_result_value(context, value) }
    sqlite3_value_free(best.value)
  }
}
