package import Replies

/// Where the files come from that commands name.
package protocol FileProvider {
  /// The lines of a file, for reading a script.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file`.
  func lines(of path: String) throws(Diagnostic) -> any LineSource

  /// Whether the lines of a file come only once, as those of a pipe do, so that it must not be opened
  /// but to run it.
  func comesOnce(_ path: String) -> Bool

  /// The names of what is in a directory, `""` being the one where the program was started.
  ///
  /// Directories end in `/`. There is nothing in one that cannot be read.
  func entries(of directory: String) -> [String]

  /// The text of a file; nil if there is none.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file` if it cannot be read.
  func text(of path: String) throws(Diagnostic) -> String?

  /// The bytes of a file; those of standard input where the path is `-`.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file`.
  func bytes(of path: String) throws(Diagnostic) -> any ByteSource

  /// Notes a file that the run reads, which it then does not overwrite; scripts are noted when their
  /// lines are read.
  func noteInput(_ path: String)

  /// Whether something has the path.
  func exists(_ path: String) -> Bool

  /// Refuses a path to which ``sink(at:replaces:beside:)`` writes no file.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file`.
  func check(_ path: String, replaces: Bool, beside store: String?) throws(Diagnostic)

  /// Begins a file that is written piece by piece, in a directory that is there.
  ///
  /// - Parameters:
  ///   - replaces: whether it takes the place of a file that has the path.
  ///   - store: the file of the store, whose readers are those of the new file; nil for none.
  /// - Throws: ``Diagnostic`` of the kind `file`.
  func sink(
    at path: String, replaces: Bool, beside store: String?
  ) throws(Diagnostic) -> any FileSink

  /// Refuses a path on which something below a directory is a link, or is no directory.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file`.
  func checkFolders(of path: String, below directory: String) throws(Diagnostic)

  /// Makes the directories that a file is in.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file`.
  func makeFolders(of path: String) throws(Diagnostic)

  /// Removes a file; does nothing if there is none.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file` if it cannot be removed.
  func remove(_ path: String) throws(Diagnostic)

  /// The path that a name means when it is in a file, nil being where the program was started.
  func path(_ name: String, relativeTo file: String?) -> String
}

extension FileProvider {
  /// The path that a name means when it is in a script.
  func path(_ name: String, in script: ScriptSource?) -> String {
    let file: String? = if case .file(let path) = script { path } else { nil }
    return path(name, relativeTo: file)
  }
}

/// Lines of a script, one by one, as bytes: they need not be text.
package protocol LineSource: AnyObject {
  /// The next line without its newline; nil after the last.
  ///
  /// - Throws: ``Diagnostic`` of the kind `file`.
  func nextLine() throws(Diagnostic) -> ArraySlice<UInt8>?
}
