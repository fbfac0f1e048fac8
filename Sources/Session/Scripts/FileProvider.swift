package import Replies

package protocol FileProvider {
  func lines(of path: String) throws(Diagnostic) -> any LineSource

  /// Whether a file can be read only once, like a pipe, and so must not be opened for a check.
  func comesOnce(_ path: String) -> Bool

  /// Lists a directory; names of subdirectories end in `/`. Empty if the directory cannot be read.
  ///
  /// - Parameter directory: `""` for the working directory.
  func entries(of directory: String) -> [String]

  func text(of path: String) throws(Diagnostic) -> String?

  /// The path `-` is standard input.
  func bytes(of path: String) throws(Diagnostic) -> any ByteSource

  /// Creates an unnamed file that is deleted when no longer used.
  func scratch() throws(Diagnostic) -> any ScratchBytes

  /// Protects an input file from being overwritten by the run. Scripts are protected automatically
  /// when their lines are read.
  func noteInput(_ path: String)

  func exists(_ path: String) -> Bool

  /// Throws if ``sink(at:replaces:beside:)`` would refuse the path.
  func check(_ path: String, replaces: Bool, beside store: String?) throws(Diagnostic)

  /// The directory must exist.
  ///
  /// - Parameter store: The database file, whose permissions limit those of the new file.
  func sink(
    at path: String, replaces: Bool, beside store: String?
  ) throws(Diagnostic) -> any FileSink

  /// Throws if a component of the path below a directory is a symbolic link or not a directory.
  func checkFolders(of path: String, below directory: String) throws(Diagnostic)

  func makeFolders(of path: String) throws(Diagnostic)

  /// Does nothing if the file is missing.
  func remove(_ path: String) throws(Diagnostic)

  /// Resolves a path relative to the folder of `file`, or to the working directory if `file` is
  /// nil.
  func path(_ name: String, relativeTo file: String?) -> String
}

extension FileProvider {
  func path(_ name: String, in script: ScriptSource?) -> String {
    let file: String? = if case .file(let path) = script { path } else { nil }
    return path(name, relativeTo: file)
  }
}

package protocol LineSource: AnyObject {
  /// Returns the next line without its newline; nil after the last line.
  func nextLine() throws(Diagnostic) -> ArraySlice<UInt8>?
}

package protocol ByteSource: AnyObject {
  /// The size in bytes; nil if unknown, for example for a pipe.
  var size: Int? { get }

  func next() throws(Diagnostic) -> [UInt8]?

  /// Reads bytes at an offset without affecting ``next()``. Returns fewer bytes only at the end of
  /// the file. Requires a ``size``.
  func bytes(at offset: Int, count: Int) throws(Diagnostic) -> [UInt8]

  var isChanged: Bool { get }
}

package protocol ScratchBytes: AnyObject {
  func append(_ bytes: [UInt8]) throws(Diagnostic)

  func bytes(at offset: Int, count: Int) throws(Diagnostic) -> [UInt8]
}
