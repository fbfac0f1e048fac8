internal import Foundation
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
      var isDirectory: ObjCBool = false
      let path = directory + "/" + name
      // A name that is not UTF-8 comes as another one, under which nothing is found.
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
        return nil
      }
      return isDirectory.boolValue ? name + "/" : name
    }
  }

  func text(of path: String) throws(Diagnostic) -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw Diagnostic(.file, "\(path) cannot be read: \(error.localizedDescription)")
    }
  }

  func write(_ text: String, to path: String, asPrivateAs other: String?) throws(Diagnostic) {
    let url = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      var status = stat()
      let isPrivate = other.map { stat($0, &status) == 0 } ?? false
      let mask = umask(0)
      umask(isPrivate ? mask | ~status.st_mode & 0o666 : mask)
      defer { umask(mask) }
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw Diagnostic(.file, "\(path) cannot be written: \(error.localizedDescription)")
    }
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
    guard FileManager.default.fileExists(atPath: path) else { return }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw Diagnostic(.file, "\(path) cannot be removed: \(error.localizedDescription)")
    }
  }

  func path(_ name: String, relativeTo file: String?) -> String {
    guard let file, !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
    return String(file[...slash]) + name
  }
}
