internal import RecordStore
package import Replies

/// A file that appears under its path only when it is complete.
package protocol FileSink: AnyObject {
  /// Keeps the file open for the next write.
  func write(_ bytes: [UInt8]) throws(Diagnostic)

  /// Closes the file until the next write, so that many files can be written concurrently.
  func rest()

  func cut(to count: Int) throws(Diagnostic)

  /// Moves the complete file to its path after syncing it to disk; on failure an existing file is
  /// unchanged.
  func commit() throws(Diagnostic)

  /// Discards the file; an existing file is unchanged.
  func abandon()
}

/// Files on disk that can be written.
package enum WritableFile {
  /// - Parameter store: The database file, which is never overwritten and whose permissions limit
  ///   the new file's; nil for a database without a file.
  package static func begin(
    _ path: String, replaces: Bool, beside store: String?
  ) throws(Diagnostic) -> any FileSink {
    try DraftSink(path, replaces: replaces, beside: store)
  }

  package static func check(
    _ path: String, replaces: Bool, beside store: String?
  ) throws(Diagnostic) {
    try writing { () throws(StoreError) in
      try FileDraft.check(path, replaces: replaces, beside: store)
    }
  }

  /// The path with symbolic links in its directory resolved; the file need not exist.
  package static func resolved(_ path: String) -> String { FileDraft.resolved(path) }
}

private final class DraftSink: FileSink {
  private let draft: FileDraft

  init(_ path: String, replaces: Bool, beside store: String?) throws(Diagnostic) {
    draft = try writing { () throws(StoreError) in
      try FileDraft(path, replaces: replaces, beside: store)
    }
  }

  func write(_ bytes: [UInt8]) throws(Diagnostic) {
    try writing { () throws(StoreError) in try draft.append(bytes) }
  }

  func rest() { draft.rest() }

  func cut(to count: Int) throws(Diagnostic) {
    try writing { () throws(StoreError) in try draft.cut(to: count) }
  }

  func commit() throws(Diagnostic) {
    try writing { () throws(StoreError) in try draft.commit() }
  }

  func abandon() { draft.abandon() }
}

/// Converts errors to the kind `file`.
private func writing<Result>(
  _ body: () throws(StoreError) -> Result
) throws(Diagnostic) -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    throw Diagnostic(.file, error.message, hint: error.hint)
  }
}
