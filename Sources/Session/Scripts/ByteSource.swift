package import Replies

/// The bytes of a file in pieces.
package protocol ByteSource: AnyObject {
  /// The total size; nil if unknown, as for a pipe.
  var size: Int? { get }

  /// The next bytes; nil after the last.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file`.
  func next() throws(Diagnostic) -> [UInt8]?

  /// Whether the file was changed after it was opened.
  var isChanged: Bool { get }
}
