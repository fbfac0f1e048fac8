internal import Replies
internal import Session

/// The files of a session in a browser: none.
struct NoFiles: FileProvider {
  private var refusal: Diagnostic { Diagnostic(.refused, "a page cannot use files") }

  func lines(of path: String) throws(Diagnostic) -> any LineSource { throw refusal }

  func comesOnce(_ path: String) -> Bool { false }

  func entries(of directory: String) -> [String] { [] }

  func text(of path: String) throws(Diagnostic) -> String? { throw refusal }

  func bytes(of path: String) throws(Diagnostic) -> any ByteSource { throw refusal }

  func scratch() throws(Diagnostic) -> any ScratchBytes { throw refusal }

  func noteInput(_ path: String) {}

  func exists(_ path: String) -> Bool { false }

  func check(_ path: String, replaces: Bool, beside store: String?) throws(Diagnostic) {
    throw refusal
  }

  func sink(
    at path: String, replaces: Bool, beside store: String?
  ) throws(Diagnostic) -> any FileSink { throw refusal }

  func checkFolders(of path: String, below directory: String) throws(Diagnostic) { throw refusal }

  func makeFolders(of path: String) throws(Diagnostic) { throw refusal }

  func remove(_ path: String) throws(Diagnostic) { throw refusal }

  func path(_ name: String, relativeTo file: String?) -> String { name }
}
