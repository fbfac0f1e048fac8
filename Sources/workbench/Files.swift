internal import FoundationEssentials
internal import Glibc
internal import LineEditor
internal import Replies
internal import Session

/// The files of the machine.
struct Files: FileProvider {
  /// Called before a line of a file is read.
  let beforeReading: () -> Void

  func lines(of path: String) throws(Diagnostic) -> any LineSource {
    do throws(InputError) {
      return InputLines(try ScriptInput(path: path), path, beforeReading: beforeReading)
    } catch {
      throw Diagnostic(error, reading: path)
    }
  }

  func comesOnce(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  func entries(of directory: String) -> [String] {
    let directory = directory.isEmpty ? "." : directory
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.compactMap { name in
      var status = stat()
      // A name that is not UTF-8 comes as another one, under which nothing is found.
      guard stat(directory + "/" + name, &status) == 0 else { return nil }
      return status.st_mode & S_IFMT == S_IFDIR ? name + "/" : name
    }
  }

  func text(of path: String) throws(Diagnostic) -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    let file = try FileBytes(path)
    var bytes: [UInt8] = []
    while let next = try file.next() { bytes += next }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic(.file, "\(path) cannot be read: it is not UTF-8")
    }
    return text
  }

  func write(_ text: String, to path: String, asPrivateAs other: String?) throws(Diagnostic) {
    try makeFolders(of: path)
    let draft = try FileDraft(path, replaces: true, asPrivateAs: other)
    try draft.write(Array(text.utf8))
    try draft.commit()
  }

  /// Makes the folders that lead to a file, as far as they are not there.
  private func makeFolders(of path: String) throws(Diagnostic) {
    for slash in path.indices.dropFirst() where path[slash] == "/" {
      guard mkdir(String(path[..<slash]), 0o777) != 0, errno != EEXIST else { continue }
      throw Diagnostic(.file, "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  func bytes(of path: String) throws(Diagnostic) -> any ByteSource { try FileBytes(path) }

  func areSame(_ path: String, _ other: String) -> Bool {
    var (own, others) = (stat(), stat())
    return stat(path, &own) == 0 && stat(other, &others) == 0
      && own.st_dev == others.st_dev && own.st_ino == others.st_ino
  }

  func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  func sink(
    at path: String, replaces: Bool, asPrivateAs other: String?
  ) throws(Diagnostic) -> any FileSink {
    try FileDraft(path, replaces: replaces, asPrivateAs: other)
  }

  func remove(_ path: String) throws(Diagnostic) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw Diagnostic(.file, "\(path) cannot be removed: \(String(cString: strerror(errno)))")
  }

  func path(_ name: String, relativeTo file: String?) -> String {
    guard let file, !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
    return String(file[...slash]) + name
  }
}
