internal import SQLEngine
internal import Values

/// A random number in `wb_state` that changes with each commit.
///
/// SQLite applies a log to any database with the matching name. If a copy has replaced a store, the
/// old log would corrupt the copy. The stamp shows whether a log belongs to the file.
enum FileStamp {
  private static let mark = "wb-stamp "
  private static let insertion = "INSERT INTO wb_state VALUES('stamp', '\(mark)' || ?1)"
  /// Keeps the former number behind the new one.
  private static let renewal = """
    UPDATE wb_state SET v = '\(mark)' || ?1 || ' ' || substr(v, \(mark.count + 1), \(digits))
    WHERE k = 'stamp'
    """
  private static let question = "SELECT v FROM wb_state WHERE k = 'stamp'"
  private static let digits = 16

  static func renew(on connection: Connection) throws(StoreError) {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    let padded = String(repeating: "0", count: digits - number.count) + number
    try connection.run(renewal, .text(padded))
    if connection.changedRows == 0 { try connection.run(insertion, .text(padded)) }
  }

  private static func number(on connection: Connection) throws(StoreError) -> String? {
    do {
      guard let text = try connection.value(question).text, text.hasPrefix(mark) else { return nil }
      let number = text.dropFirst(mark.count).prefix(digits)
      return number.count == digits ? String(number) : nil
    } catch  where error.kind == .expression {
      // The table does not exist yet.
      return nil
    }
  }

  /// Whether the log beside a file may belong to the file.
  static func isContinued(at path: String, by engines: any EngineSource) -> Bool {
    let database = DatabaseFile(path)
    return asking { () throws(StoreError) in
      guard let present = try number(inFile: path, by: engines) else { return true }
      return database.logHolds(present)
        || !database.logHolds(mark) && !database.logIsOfOther(than: Schema.applicationID)
    }
  }

  /// Whether a file with its log still contains the state that a connection has read.
  static func isContinued(
    at path: String, on connection: Connection, by engines: any EngineSource
  ) -> Bool {
    asking { () throws(StoreError) in
      let present = try number(inFile: path, by: engines)
      let known = try number(on: connection)
      if known == present { return true }
      let file = DatabaseFile(path)
      if let present { return file.logHolds(present) }
      // A new file may not contain its stamp yet, because SQLite does not write the log into the
      // file while another connection reads the first state.
      return known.map(file.logHolds) == true && file.logHasEveryPage
    }
  }

  /// Ignores the log.
  private static func number(
    inFile path: String, by engines: any EngineSource
  ) throws(StoreError) -> String? {
    let file = try Connection(
      to: .frozenFile(path), isReadOnly: true, busyTimeout: 0, by: engines)
    defer { file.close() }
    return try number(on: file)
  }

  /// Repeats the check while it fails, because another program may be writing the log into the file
  /// or starting a new log.
  private static func asking(_ question: () throws(StoreError) -> Bool) -> Bool {
    for pause in 0..<mostAttempts {
      DatabaseFile.pause(milliseconds: 10 * pause)
      do {
        if try question() { return true }
      } catch {
        // An error means that the file is inconsistent without its log, because only part of the
        // log was written into it. A copy that replaced the file would be consistent.
        if error.kind != .unopenable { return true }
      }
    }
    return false
  }

  private static let mostAttempts = 8
}
