package import Replies

/// The bytes of a file, piece by piece.
package protocol ByteSource: AnyObject {
  /// How many bytes there are in all; nil where that is not known, as of a pipe.
  var size: Int? { get }

  /// The next bytes; nil after the last.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file`.
  func next() throws(Diagnostic) -> [UInt8]?

  /// Whether the file has been changed since it was opened.
  var isChanged: Bool { get }
}
