package import Replies
package import Session

/// Gives sessions in a browser no access to files.
package struct NoFiles: FileProvider {
  package init() {}

  private var refusal: Diagnostic { Diagnostic(.refused, "a page cannot use files") }

  package func lines(of path: String) throws(Diagnostic) -> any LineSource { throw refusal }

  package func comesOnce(_ path: String) -> Bool { false }

  package func entries(of directory: String) -> [String] { [] }

  package func text(of path: String) throws(Diagnostic) -> String? { throw refusal }

  package func bytes(of path: String) throws(Diagnostic) -> any ByteSource { throw refusal }

  package func scratch() throws(Diagnostic) -> any ScratchBytes { throw refusal }

  package func noteInput(_ path: String) {}

  package func exists(_ path: String) -> Bool { false }

  package func check(_ path: String, replaces: Bool, beside store: String?) throws(Diagnostic) {
    throw refusal
  }

  package func sink(
    at path: String, replaces: Bool, beside store: String?
  ) throws(Diagnostic) -> any FileSink { throw refusal }

  package func checkFolders(of path: String, below directory: String) throws(Diagnostic) {
    throw refusal
  }

  package func makeFolders(of path: String) throws(Diagnostic) { throw refusal }

  package func remove(_ path: String) throws(Diagnostic) { throw refusal }

  package func path(_ name: String, relativeTo file: String?) -> String { name }
}
