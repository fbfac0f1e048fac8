import CSQLite
import Foundation

/// A database in a folder of its own, with the connection of another program that ignores our
/// rules.
final class Outsider {
  let path: String
  private let folder: URL
  private var handle: OpaquePointer?

  struct Failure: Error { var message: String }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "talk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "talk.db").path
  }

  deinit {
    sqlite3_close_v2(handle)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Foreign keys are off, which is the default.
  func run(_ sql: String) throws {
    if handle == nil { sqlite3_open(path, &handle) }
    guard sqlite3_exec(handle, "PRAGMA foreign_keys = OFF;" + sql, nil, nil, nil) == SQLITE_OK
    else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
  }

  func texts(_ sql: String) throws -> [String] {
    if handle == nil { sqlite3_open(path, &handle) }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    defer { sqlite3_finalize(statement) }
    var texts: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "nil")
    }
    return texts
  }
}
