package import Replies

package protocol ByteSource: AnyObject {
  /// The total size; nil if unknown, as for a pipe.
  var size: Int? { get }

  func next() throws(Diagnostic) -> [UInt8]?

  /// Whether the file was changed after it was opened.
  var isChanged: Bool { get }
}
