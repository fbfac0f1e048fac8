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
