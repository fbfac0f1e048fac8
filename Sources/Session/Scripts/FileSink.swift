internal import RecordStore
package import Replies

/// A file that appears under its path only when complete.
package protocol FileSink: AnyObject {
  /// Appends bytes, and keeps the file open for the next write.
  func write(_ bytes: [UInt8]) throws(Diagnostic)

  /// Calls a closure that writes the whole file at the given path, in its final folder.
  func fill(_ body: (String) throws(Diagnostic) -> Void) throws(Diagnostic)

  /// Closes the file until the next write, so that many files can be written concurrently.
  func rest()

  func cut(to count: Int) throws(Diagnostic)

  /// Syncs the file to disk and moves it to its path. On failure an existing file is unchanged.
  func commit() throws(Diagnostic)

  /// Discards the output; leaves an existing file unchanged.
  func abandon()
}

package enum WritableFile {
  /// - Parameters:
  ///   - store: The database file, which is never overwritten and whose permissions limit those of
  ///     the new file; nil for a database without a file.
  ///   - isPrivate: Whether only the owner can read the file.
  package static func begin(
    _ path: String, replaces: Bool, beside store: String?, isPrivate: Bool = false
  ) throws(Diagnostic) -> any FileSink {
    try DraftSink(path, replaces: replaces, beside: store, isPrivate: isPrivate)
  }

  package static func check(
    _ path: String, replaces: Bool, beside store: String?
  ) throws(Diagnostic) {
    try writing { () throws(StoreError) in
      try FileDraft.check(path, replaces: replaces, beside: store)
    }
  }

  /// Resolves symbolic links in the directory; the file need not exist.
  package static func resolved(_ path: String) -> String { FileDraft.resolved(path) }

  static func isBelowFolder(of store: String, _ path: String) -> Bool {
    FileDraft.isBelowFolder(of: store, path)
  }
}

private final class DraftSink: FileSink {
  private let draft: FileDraft

  init(
    _ path: String, replaces: Bool, beside store: String?, isPrivate: Bool
  ) throws(Diagnostic) {
    draft = try writing { () throws(StoreError) in
      try FileDraft(path, replaces: replaces, beside: store, isPrivate: isPrivate)
    }
  }

  func write(_ bytes: [UInt8]) throws(Diagnostic) {
    try writing { () throws(StoreError) in try draft.append(bytes) }
  }

  func fill(_ body: (String) throws(Diagnostic) -> Void) throws(Diagnostic) {
    try draft.fill(body)
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

private func writing<Result>(
  _ body: () throws(StoreError) -> Result
) throws(Diagnostic) -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    throw Diagnostic(.file, error.message, hint: error.hint)
  }
}
