internal import SQLEngine
internal import Values

/// A random number in `wb_state` that is another one after each commit.
///
/// SQLite takes a log for that of any database of its name. Where a copy was put in the place of a store,
/// the two would become a mixture: what the log has of the stamp tells whether it belongs to the file.
enum FileStamp {
  /// What is in front of the number and of the one before it.
  private static let mark = "wb-stamp "
  private static let question = "SELECT v FROM wb_state WHERE k = 'stamp'"
  private static let digits = 16

  /// Gives the state of a database that is about to be committed its stamp.
  static func renew(on connection: Connection) throws(StoreError) {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    let padded = String(repeating: "0", count: digits - number.count) + number
    try connection.run(
      """
      INSERT INTO wb_state VALUES('stamp', '\(mark)' || ?1) ON CONFLICT(k) DO UPDATE
      SET v = '\(mark)' || ?1 || ' ' || substr(v, \(mark.count + 1), \(digits))
      """, .text(padded))
  }

  /// The number of a state; nil where no program has given it one.
  private static func number(on connection: Connection) throws(StoreError) -> String? {
    do {
      guard let text = try connection.value(question).text, text.hasPrefix(mark) else { return nil }
      let number = text.dropFirst(mark.count).prefix(digits)
      return number.count == digits ? String(number) : nil
    } catch  where error.kind == .expression {
      // There is no such table yet.
      return nil
    }
  }

  /// Whether the log beside a file may belong to it.
  static func isContinued(at path: String, by engines: any EngineSource) -> Bool {
    let database = DatabaseFile(path)
    return asking { () throws(StoreError) in
      guard let present = try number(inFile: path, by: engines) else { return true }
      return database.logHolds(present) || !database.logHolds(mark)
    }
  }

  /// Whether a file, with its log, still has the state that a connection to it knows.
  static func isContinued(
    at path: String, on connection: Connection, by engines: any EngineSource
  ) -> Bool {
    asking { () throws(StoreError) in
      let present = try number(inFile: path, by: engines)
      if try number(on: connection) == present { return true }
      return present.map(DatabaseFile(path).logHolds) ?? false
    }
  }

  /// The number that a file has without its log.
  private static func number(
    inFile path: String, by engines: any EngineSource
  ) throws(StoreError) -> String? {
    let file = try Connection(
      to: .frozenFile(path), isReadOnly: true, busyTimeout: 0, by: engines)
    defer { file.close() }
    return try number(on: file)
  }

  /// Asks again while the answer is no: another program may be taking the log into the file, or may
  /// have begun another one meanwhile.
  private static func asking(_ question: () throws(StoreError) -> Bool) -> Bool {
    for pause in 0..<mostAttempts {
      DatabaseFile.pause(milliseconds: 10 * pause)
      do {
        if try question() { return true }
      } catch {
        // Without a log that is only partly in it, a file is a mixture of states; a copy that was put
        // in its place is not.
        if error.kind != .unopenable { return true }
      }
    }
    return false
  }

  private static let mostAttempts = 8
}
