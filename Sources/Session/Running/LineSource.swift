/// Lines of a script, one by one, as bytes: they need not be text.
package protocol LineSource: AnyObject {
  /// The next line without its newline; nil behind the last.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file`.
  func nextLine() throws(Diagnostic) -> [UInt8]?
}
