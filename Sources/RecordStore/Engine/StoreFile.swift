internal import SQLEngine

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file that is to be opened as a store, looked at without SQLite.
///
/// SQLite may tidy a database up that it only opens, and another application's is not ours to
/// touch.
struct StoreFile {
  /// The path as SQLite is given it: one that begins with `file:` or is `:memory:` is still a file.
  let path: String
  private let given: String
  /// Keeps a draft from being taken for one that was left behind, as long as it is open.
  private var hold: Int32?

  init(_ path: String) {
    given = path
    self.path = path.hasPrefix("/") || path.hasPrefix("./") ? path : "./" + path
  }

  /// What tells a file from another one of its name.
  struct Identity: Hashable {
    var device: UInt64
    var number: UInt64
  }

  /// Which file it is; nil if there is none, or nothing in it.
  var identity: Identity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size > 0 else { return nil }
    return Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// Where an engine finds the file that is only to be read.
  ///
  /// SQLite wants to make files beside it, unless it is told that nobody can write. Where it cannot
  /// make them, nothing but that is left.
  var place: EnginePlace {
    var log = stat()
    let hasLog = ["-wal", "-journal"].contains { stat(path + $0, &log) == 0 && log.st_size > 0 }
    let folder = StoreFile(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    let isWritable = [permissions, folder.permissions].contains { $0.map { $0 & 0o222 } != 0 }
    let hasRoom = access(folder.path, W_OK) == 0
    return isWritable && hasRoom || hasLog ? .file(path) : .frozenFile(path)
  }

  /// Who may do what with the file; nil if there is none.
  var permissions: mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  /// Makes an empty file beside the one that is to be, which ``publish(as:permissions:)`` gives its
  /// name: a program that is killed meanwhile leaves nothing of that name.
  func makeDraft() throws(StoreError) -> StoreFile {
    guard !given.isEmpty, !given.contains("\0") else {
      throw StoreError(.refused, "expected the name of a file")
    }
    try checkIsFree()
    removeLeftDrafts()
    var template = Array((path + Self.draftMark + "XXXXXX").utf8CString)
    let handle = mkstemp(&template)
    guard handle >= 0 else {
      let code = errno
      try checkMissing(isReadOnly: false)
      throw StoreError(.unopenable, "\(given) cannot be made: \(String(cString: strerror(code)))")
    }
    flock(handle, LOCK_EX)
    var draft = StoreFile(
      String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    draft.hold = handle
    return draft
  }

  private static let draftMark = ".draft-"

  /// Removes the drafts of the file that programs left behind which were killed; those that are
  /// being written are held.
  private func removeLeftDrafts() {
    let url = URL(fileURLWithPath: path)
    let front = url.lastPathComponent + Self.draftMark
    let folder = url.deletingLastPathComponent()
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    for name in names ?? [] where name.hasPrefix(front) && name.utf8.count == front.utf8.count + 6 {
      var draft = StoreFile(folder.appendingPathComponent(name).path)
      let handle = open(draft.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard handle >= 0 else { continue }
      draft.hold = handle
      if flock(handle, LOCK_EX | LOCK_NB) == 0 { draft.remove() }
      draft.letGo()
    }
  }

  /// Ends the hold on a draft, when SQLite has closed it: its locks would end too.
  func letGo() { if let hold { close(hold) } }

  /// Gives the file, which is complete, the name of one that is not there yet.
  ///
  /// - Parameter permissions: Who may do what with it; nil for what new files have.
  func publish(as file: StoreFile, permissions: mode_t?) throws(StoreError) {
    try synchronize()
    let mask = umask(0)
    umask(mask)
    chmod(path, permissions ?? 0o666 & ~mask)
    // A link takes no place that another program has taken meanwhile.
    if link(path, file.path) == 0 {
      unlink(path)
    } else if errno == EEXIST {
      throw StoreError(.refused, "\(file.given) already exists")
    } else {
      // A file system without links.
      try file.checkIsFree()
      guard rename(path, file.path) == 0 else {
        throw StoreError(
          .unopenable, "\(file.given) cannot be made: \(String(cString: strerror(errno)))")
      }
    }
  }

  private func checkIsFree() throws(StoreError) {
    var status = stat()
    guard lstat(path, &status) != 0 else {
      throw StoreError(.refused, "\(given) already exists")
    }
  }

  /// Waits until what was written to the file is on the disk.
  private func synchronize() throws(StoreError) {
    let handle = open(path, O_RDWR | O_CLOEXEC)
    let code = handle < 0 || fsync(handle) != 0 ? errno : 0
    if handle >= 0 { close(handle) }
    guard code == 0 else {
      throw StoreError(
        .unopenable, "\(given) cannot be written: \(String(cString: strerror(code)))")
    }
  }

  /// Removes the file and what SQLite keeps beside it.
  func remove() {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }

  /// Checks that the file can be a store, and says whether its tables must tell whose it is.
  func needsLook(isReadOnly: Bool) throws(StoreError) -> Bool {
    guard !given.isEmpty, !given.contains("\0") else {
      throw StoreError(.unopenable, "expected the name of a file")
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      try checkMissing(isReadOnly: isReadOnly)
      return false
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw StoreError(.unopenable, "\(given) is a folder; expected a file")
    }
    for name in ["", "-wal", "-shm", "-journal"] where Self.isEndless(path + name) {
      throw StoreError(.unopenable, "\(given)\(name) is not a file; expected one")
    }
    guard access(path, R_OK) == 0 else {
      throw StoreError(.unopenable, "no permission to read \(given)")
    }
    guard isReadOnly || access(path, W_OK) == 0 else {
      throw StoreError(.readOnly, "\(given) cannot be written; open it read-only")
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard isReadOnly || access(folder, W_OK) == 0 else {
      throw StoreError(
        .readOnly,
        "\(given) cannot be written: SQLite keeps a journal beside it, and there is no permission "
          + "to write to \(folder); open it read-only")
    }
    return try checkHeader(isReadOnly: isReadOnly)
  }

  /// Whether there is something at a path that is no file, such as a pipe, which nobody need ever
  /// write to.
  private static func isEndless(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private func checkMissing(isReadOnly: Bool) throws(StoreError) {
    guard !isReadOnly else { throw StoreError(.unopenable, "there is no file \(given)") }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw StoreError(.unopenable, "\(given) cannot be made: there is no folder \(folder)")
    }
    guard access(folder, W_OK) == 0 else {
      throw StoreError(.unopenable, "\(given) cannot be made: no permission to write to \(folder)")
    }
  }

  /// Reads what SQLite's file format has in the first hundred bytes.
  private func checkHeader(isReadOnly: Bool) throws(StoreError) -> Bool {
    var code: Int32 = 0
    let header = [UInt8](unsafeUninitializedCapacity: 100) { buffer, count in
      let handle = open(path, O_RDONLY | O_CLOEXEC)
      let length = handle < 0 ? -1 : read(handle, buffer.baseAddress, buffer.count)
      if length < 0 { code = errno }
      if handle >= 0 { close(handle) }
      count = max(0, length)
    }
    guard code == 0 else {
      throw StoreError(.unopenable, "\(given) cannot be read: \(String(cString: strerror(code)))")
    }
    if header.isEmpty {
      guard !isReadOnly else {
        throw StoreError(.unopenable, "\(given) is empty; expected a store")
      }
      return true
    }
    guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else {
      throw StoreError(.unopenable, "\(given) is not a database")
    }
    let application = header[68..<72].reduce(0) { $0 << 8 | Int($1) }
    if application == Schema.applicationID { return false }
    guard application == 0 else {
      throw StoreError(.unopenable, "\(given) is a database of another application")
    }
    return true
  }
}
