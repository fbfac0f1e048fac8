package import Replies

package protocol FileProvider {
  func lines(of path: String) throws(Diagnostic) -> any LineSource

  /// Whether a file can be read only once, like a pipe, and so must be opened only to run it.
  func comesOnce(_ path: String) -> Bool

  /// The entries of a directory, `""` being the working directory.
  ///
  /// Directories end in `/`. Empty if the directory cannot be read.
  func entries(of directory: String) -> [String]

  func text(of path: String) throws(Diagnostic) -> String?

  /// The bytes of a file; standard input if the path is `-`.
  func bytes(of path: String) throws(Diagnostic) -> any ByteSource

  /// Notes an input file, which the run then does not overwrite; scripts are noted when their lines
  /// are read.
  func noteInput(_ path: String)

  func exists(_ path: String) -> Bool

  /// Throws if ``sink(at:replaces:beside:)`` would refuse the path.
  func check(_ path: String, replaces: Bool, beside store: String?) throws(Diagnostic)

  /// Creates a file in an existing directory.
  ///
  /// - Parameter store: The database file, whose permissions limit the new file's; nil for none.
  func sink(
    at path: String, replaces: Bool, beside store: String?
  ) throws(Diagnostic) -> any FileSink

  /// Throws if a component of the path below a directory is a symbolic link or not a directory.
  func checkFolders(of path: String, below directory: String) throws(Diagnostic)

  func makeFolders(of path: String) throws(Diagnostic)

  /// Does nothing if there is no such file.
  func remove(_ path: String) throws(Diagnostic)

  /// The path of a name relative to a file; with nil, to the working directory.
  func path(_ name: String, relativeTo file: String?) -> String
}

extension FileProvider {
  func path(_ name: String, in script: ScriptSource?) -> String {
    let file: String? = if case .file(let path) = script { path } else { nil }
    return path(name, relativeTo: file)
  }
}

/// The lines of a script as bytes, which need not be valid text.
package protocol LineSource: AnyObject {
  /// The next line without its newline; nil after the last.
  func nextLine() throws(Diagnostic) -> ArraySlice<UInt8>?
}

package protocol ByteSource: AnyObject {
  /// The total size; nil if unknown, as for a pipe.
  var size: Int? { get }

  func next() throws(Diagnostic) -> [UInt8]?

  /// Whether the file was changed after it was opened.
  var isChanged: Bool { get }
}
