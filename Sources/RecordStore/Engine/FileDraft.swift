internal import SQLEngine

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Writes a file under a temporary name in the same folder, and renames it when complete.
///
/// An error, a full disk or a killed program leaves the existing file unchanged. Databases, their
/// companion files and anything except regular files are never replaced. The file is readable only
/// by users who may read the store.
package final class FileDraft {
  private static let mark = ".workbench-"
  private static let companions = ["-wal", "-shm", "-journal"]

  private let path: String
  private var place: String
  private let replaces: Bool
  private let store: String?
  private let permissions: mode_t
  /// The draft's name while closed, which `removeLeft(beside:)` does not look for.
  private let restingPlace: String
  /// Negative while the draft is closed.
  private var descriptor: Int32
  private var isDone = false

  package init(
    _ path: String, replaces: Bool, beside store: String?, isPrivate: Bool = false
  ) throws(StoreError) {
    let former = try Self.former(at: path, replaces: replaces, beside: store)
    (self.path, self.replaces, self.store) = (path, replaces, store)
    var status = stat()
    var permissions = former.map { $0.st_mode & 0o777 } ?? 0o777
    if let store, stat(store, &status) == 0 { permissions &= status.st_mode & 0o777 }
    if isPrivate { permissions = 0o600 }
    self.permissions = permissions
    // An absolute path or `./` is needed, because SQLite would parse a path that begins with
    // `file:` as a URI.
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    restingPlace =
      (folder.hasPrefix("/") ? "" : "./") + folder + Self.mark
      + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    place = restingPlace
    // The owner needs write permission for the draft even if the finished file is read-only.
    descriptor = open(
      restingPlace, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, (permissions | 0o600) & 0o666)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? StoreError(.unopenable, .noFolder(String(folder.dropLast()), for: path, isNew: false))
        : Self.error(path, errno)
    }
    flock(descriptor, LOCK_EX)
    // The inode number in the name distinguishes drafts from other files.
    let named = fstat(descriptor, &status) == 0 ? "\(restingPlace)-\(status.st_ino)" : restingPlace
    if rename(restingPlace, named) == 0 { place = named }
  }

  deinit { abandon() }

  /// Writes a database, after removing drafts that killed programs left behind.
  ///
  /// - Parameter body: Writes the database at the given path, and closes it.
  package static func writeDatabase(
    to path: String, replaces: Bool, beside store: String?, isPrivate: Bool,
    _ body: (String) throws(StoreError) -> Void
  ) throws(StoreError) {
    removeLeft(beside: path)
    let draft = try FileDraft(path, replaces: replaces, beside: store, isPrivate: isPrivate)
    for ending in companions where access(path + ending, F_OK) == 0 {
      throw StoreError(.refused, .place(path + ending, .leftover))
    }
    try body(draft.place)
    // Syncs the draft, because SQLite was configured not to wait for the disk.
    try draft.commit()
  }

  package static func check(
    _ path: String, replaces: Bool, beside store: String?
  ) throws(StoreError) { _ = try former(at: path, replaces: replaces, beside: store) }

  /// Returns the status of the file that would be replaced; throws if writing to the path is not
  /// allowed.
  private static func former(
    at path: String, replaces: Bool, beside store: String?
  ) throws(StoreError) -> stat? {
    guard !path.isEmpty, !path.contains("\0") else {
      throw StoreError(.refused, .fact(.noFileName))
    }
    for ending in companions where path.hasSuffix(ending) {
      let database = String(path.dropLast(ending.count))
      if isSame(database, store) || isDatabase(database) {
        throw StoreError(.refused, .partOfDatabase(path: path, database))
      }
    }
    guard !isSame(path, store) else { throw StoreError(.refused, .place(path, .isDatabase)) }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard [ENOENT, ENOTDIR].contains(errno) else { throw error(path, errno) }
      return nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw StoreError(.refused, .place(path, .link))
    case S_IFDIR: throw StoreError(.refused, .place(path, .regularFolder))
    default: throw StoreError(.refused, .place(path, .notRegular))
    }
    if let store, companions.contains(where: { hasSameFile(path, store + $0) }) {
      throw StoreError(.refused, .partOfDatabase(path: path, store))
    }
    guard !isDatabase(path) else { throw StoreError(.refused, .place(path, .databaseExists)) }
    guard replaces else { throw StoreError(.refused, .place(path, .fileExists)) }
    return status
  }

  private static func isSame(_ path: String, _ store: String?) -> Bool {
    guard let store else { return false }
    return resolved(path) == resolved(store) || hasSameFile(path, store)
  }

  private static func hasSameFile(_ path: String, _ other: String) -> Bool {
    var (own, others) = (stat(), stat())
    return stat(path, &own) == 0 && stat(other, &others) == 0
      && own.st_dev == others.st_dev && own.st_ino == others.st_ino
  }

  /// Resolves the symbolic links in the folder of a path; the file need not exist.
  package static func resolved(_ path: String) -> String {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    guard let resolved = realpath(folder, nil) else { return path }
    defer { free(resolved) }
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return String(cString: resolved) + "/" + name
  }

  /// Whether a path is in the folder of a store or below it. Symbolic links are resolved; the file
  /// need not exist.
  package static func isBelowFolder(of store: String, _ path: String) -> Bool {
    func real(_ path: String) -> String? {
      guard !path.contains("\0"), let real = realpath(path, nil) else { return nil }
      defer { free(real) }
      return String(cString: real)
    }
    func folder(_ path: String) -> String {
      path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }
    guard let root = real(store).map(folder), let place = real(path) ?? real(folder(path)) else {
      return false
    }
    return (place + "/").hasPrefix(root)
  }

  private static func isDatabase(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && DatabaseFile(path).isDatabase
  }

  private static func error(_ path: String, _ code: Int32) -> StoreError {
    StoreError(.unopenable, .unwritten(path: path, why: String(cString: strerror(code))))
  }

  package func append(_ bytes: [UInt8]) throws(StoreError) {
    try reopen()
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw Self.error(path, errno)
      }
    }
  }

  package func fill<Failure: Error>(_ body: (String) throws(Failure) -> Void) throws(Failure) {
    try body(place)
  }

  private func reopen() throws(StoreError) {
    guard descriptor < 0 else { return }
    descriptor = open(place, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(path, errno) }
  }

  /// Closes the draft until the next write, so that many drafts can be written at the same time.
  package func rest() {
    // A closed draft is not locked, so its name must prevent its removal as an abandoned draft.
    if place != restingPlace, rename(place, restingPlace) == 0 { place = restingPlace }
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  package func cut(to count: Int) throws(StoreError) {
    rest()
    guard truncate(place, off_t(count)) == 0 else { throw Self.error(path, errno) }
  }

  package func commit() throws(StoreError) {
    try reopen()
    try Self.check(path, replaces: replaces, beside: store)
    var status = stat()
    if fstat(descriptor, &status) == 0 { fchmod(descriptor, status.st_mode & permissions) }
    guard fsync(descriptor) == 0 else { throw Self.error(path, errno) }
    if !replaces, link(place, path) == 0 {
      unlink(place)
    } else if !replaces, errno == EEXIST {
      // Another program has created a file with this name in the meantime.
      throw StoreError(.refused, .place(path, .fileExists))
    } else if rename(place, path) != 0 {
      throw Self.error(path, errno)
    }
    isDone = true
    close(descriptor)
    descriptor = -1
  }

  package func abandon() {
    guard !isDone else { return }
    isDone = true
    Self.remove(place)
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private static func remove(_ draft: String) {
    for ending in [""] + companions { unlink(draft + ending) }
  }

  /// Removes drafts that killed programs left behind. Drafts in use are locked.
  private static func removeLeft(beside path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names ?? [] where name.hasPrefix(mark) {
      guard let number = name.dropFirst(mark.count).split(separator: "-").dropFirst().first
      else { continue }
      let draft = folder + name
      let handle = open(draft, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard handle >= 0 else { continue }
      defer { close(handle) }
      var status = stat()
      if fstat(handle, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        "\(status.st_ino)" == number, name.hasSuffix("-\(number)"),
        flock(handle, LOCK_EX | LOCK_NB) == 0
      {
        remove(draft)
      }
    }
  }
}
