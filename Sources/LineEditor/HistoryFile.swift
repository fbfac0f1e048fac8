internal import Glibc

/// The command history, shared by several sessions.
///
/// An entry is one line, with newlines written as `\n` and backslashes as `\\`. Only the owner can
/// read the file.
package struct HistoryFile {
  private static let kept = 1000

  private let path: String

  package init(path: String) { self.path = path }

  package func entries() -> [String] {
    guard let input = try? ScriptInput(path: path) else { return [] }
    var lines: [[UInt8]] = []
    while let line = try? input.nextLine() { lines.append(Array(line)) }
    if lines.count > 2 * Self.kept { shorten(to: lines.suffix(Self.kept)) }
    return lines.suffix(Self.kept).map { Self.unescaped(String(decoding: $0, as: UTF8.self)) }
  }

  package func append(_ entry: String) throws(InputError) {
    try write(Array((Self.escaped(entry) + "\n").utf8), to: path, O_APPEND)
  }

  private func write(_ bytes: [UInt8], to path: String, _ flag: Int32) throws(InputError) {
    var descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flag, 0o600)
    if descriptor < 0, errno == ENOENT {
      Self.makeFolders(of: path)
      descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flag, 0o600)
    }
    guard descriptor >= 0 else { throw InputError.last }
    defer { close(descriptor) }
    fchmod(descriptor, 0o600)
    // One call, so that entries of two sessions do not mix.
    let count = Glibc.write(descriptor, bytes, bytes.count)
    guard count >= 0 else { throw InputError.last }
    guard count == bytes.count else { throw InputError(code: ENOSPC) }
  }

  /// Entries that another session appends meanwhile may be lost.
  private func shorten(to lines: some Sequence<[UInt8]>) {
    let new = path + ".\(getpid())"
    do {
      try write(lines.reduce(into: []) { $0 += $1 + [UInt8(ascii: "\n")] }, to: new, O_EXCL)
      if rename(new, path) != 0 { unlink(new) }
    } catch {
      unlink(new)
    }
  }

  /// Only the owner can read new folders.
  package static func makeFolders(of path: String) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += (folder.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
      mkdir(folder, 0o700)
    }
  }

  private static func escaped(_ entry: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\\": line.append(contentsOf: "\\\\".unicodeScalars)
      case "\n": line.append(contentsOf: "\\n".unicodeScalars)
      default: line.append(scalar)
      }
    }
    return String(line)
  }

  private static func unescaped(_ line: String) -> String {
    var entry = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        entry.append(scalar == "n" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        entry.append(scalar)
      }
    }
    return String(entry)
  }
}
