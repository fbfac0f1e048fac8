internal import Glibc
internal import Replies
internal import Session

/// A file that is written under another name in its folder, and gets its own when it is complete: a
/// full disk, or a program that is killed, leaves what was there before.
final class FileDraft: FileSink {
  /// The path as it was named.
  private let path: String
  /// The path that the file is to have.
  private let target: String
  private let replaces: Bool
  private let draft: String
  /// The draft while it is open; negative while it rests.
  private var descriptor: Int32
  /// Whether the draft has got its path, or is gone.
  private var isDone = false

  /// Makes the file, empty and under its other name.
  ///
  /// - Parameters:
  ///   - replaces: whether it takes the place of a file that has the path.
  ///   - other: the path of a file whose readers are to be those of this one; nil for the readers
  ///     that new files have.
  init(_ path: String, replaces: Bool, asPrivateAs other: String?) throws(Diagnostic) {
    self.path = path
    self.replaces = replaces
    var status = stat()
    let isThere = stat(path, &status) == 0
    // Said now, and not when all else is done.
    guard isThere || errno != ENAMETOOLONG else { throw Self.error(path, ENAMETOOLONG) }
    if isThere, !replaces { throw Diagnostic(.file, "\(path) already exists") }
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      throw Diagnostic(.file, "\(path) is no file that can be replaced")
    }
    let mask = umask(0)
    umask(mask)
    var mode = isThere ? status.st_mode & 0o777 : 0o666 & ~mask
    let place = (status.st_dev, status.st_ino)
    if let other, stat(other, &status) == 0 {
      if isThere, place == (status.st_dev, status.st_ino) {
        throw Diagnostic(.file, "\(path) is the file of the records themselves")
      }
      mode &= status.st_mode
    }
    // What a link leads to is replaced, and not the link.
    let target = isThere ? Self.resolved(path) : path
    self.target = target
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    var template = Array("\(folder).workbench-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    let code = errno
    draft = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard descriptor >= 0 else {
      throw code == ENOENT || code == ENOTDIR
        ? Diagnostic(.file, "\(path) cannot be written: there is no folder \(folder.dropLast())")
        : Self.error(path, code)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    fchmod(descriptor, mode)
  }

  deinit { abandon() }

  /// Opens the draft again if it rests.
  private func open() throws(Diagnostic) {
    guard descriptor < 0 else { return }
    descriptor = Glibc.open(draft, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(path, errno) }
  }

  func rest() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  func cut(to count: Int) throws(Diagnostic) {
    rest()
    guard truncate(draft, count) == 0 else { throw Self.error(path, errno) }
  }

  func write(_ bytes: [UInt8]) throws(Diagnostic) {
    try open()
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw Self.error(path, errno)
      }
    }
  }

  func commit() throws(Diagnostic) {
    try open()
    guard fsync(descriptor) == 0 else { throw Self.error(path, errno) }
    if replaces {
      guard rename(draft, target) == 0 else { throw Self.error(path, errno) }
    } else if link(draft, target) == 0 {
      unlink(draft)
    } else if errno == EEXIST {
      // Another program has taken the place meanwhile.
      throw Diagnostic(.file, "\(path) already exists")
    } else {
      // A file system without links.
      guard access(target, F_OK) != 0 else { throw Diagnostic(.file, "\(path) already exists") }
      guard rename(draft, target) == 0 else { throw Self.error(path, errno) }
    }
    isDone = true
    rest()
  }

  func abandon() {
    rest()
    if !isDone { unlink(draft) }
    isDone = true
  }

  /// The path without the links in it.
  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func error(_ path: String, _ code: Int32) -> Diagnostic {
    Diagnostic(.file, "\(path) cannot be written: \(String(cString: strerror(code)))")
  }
}
