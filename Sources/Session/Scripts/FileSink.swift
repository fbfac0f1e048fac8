internal import RecordStore
package import Replies

/// A file that is written piece by piece, and is there only when it is complete.
package protocol FileSink: AnyObject {
  /// Writes the next bytes, and holds the file open for more.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file`.
  func write(_ bytes: [UInt8]) throws(Diagnostic)

  /// Lets go of the file until more is written, so that very many can be written at a time.
  func rest()

  /// Forgets the bytes after the first so many.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file`.
  func cut(to count: Int) throws(Diagnostic)

  /// Gives the complete file its path, when all of it is on the disk.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file`; what had the path before is then still there.
  func commit() throws(Diagnostic)

  /// Leaves nothing of the file; what had the path before is still there.
  func abandon()
}

/// The files of the machine that can be written.
package enum WritableFile {
  /// Begins a file that is written piece by piece.
  ///
  /// - Parameters:
  ///   - replaces: whether it takes the place of a regular file that has the path.
  ///   - store: the file of the store, which is never overwritten and whose readers are those of the
  ///     new file; nil for a store that has none.
  /// - Throws: ``Diagnostic`` of the kind `file`.
  package static func begin(
    _ path: String, replaces: Bool, beside store: String?
  ) throws(Diagnostic) -> any FileSink {
    try DraftSink(path, replaces: replaces, beside: store)
  }

  /// Refuses a path to which no file may be written.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file`.
  package static func check(
    _ path: String, replaces: Bool, beside store: String?
  ) throws(Diagnostic) {
    try writing { () throws(StoreError) in
      try FileDraft.check(path, replaces: replaces, beside: store)
    }
  }

  /// The path of a file that need not be there, without the links in its folder.
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

/// Turns the error of a draft into that of a file.
private func writing<Result>(
  _ body: () throws(StoreError) -> Result
) throws(Diagnostic) -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    throw Diagnostic(.file, error.message, hint: error.hint)
  }
}
