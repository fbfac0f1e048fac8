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

/// A file to be opened as a store, examined without SQLite, because SQLite may modify a database
/// merely by opening it.
struct StoreFile {
  /// The path, in a form that SQLite always opens as a file, even for names such as `file:` or
  /// `:memory:`.
  let path: String
  /// The path as given, for messages.
  private let given: String
  private let namesFolder: Bool

  /// - Parameter name: The name of the file in messages, without its folder; nil to use the path.
  init(_ path: String, named name: String? = nil) {
    (given, namesFolder) = (name ?? path, name == nil)
    self.path = path.hasPrefix("/") || path.hasPrefix("./") ? path : "./" + path
  }

  /// A value that changes whenever the file is written.
  struct Version: Hashable {
    var identity: FileIdentity
    var size: Int
    /// The time of the last change of the content or the status, in seconds and nanoseconds.
    var changed: [Int]
  }

  var version: Version? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size > 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_ctimespec
    #else
      let time = status.st_ctim
    #endif
    return Version(
      identity: FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino)),
      size: Int(status.st_size), changed: [Int(time.tv_sec), Int(time.tv_nsec)])
  }

  /// The bytes of the file and its log, without the holes of sparse files.
  var size: Int {
    var status = stat()
    return ["", "-wal"].reduce(0) { sum, suffix in
      stat(path + suffix, &status) == 0
        ? sum + min(Int(status.st_size), Int(status.st_blocks) * 512) : sum
    }
  }

  /// Returns the location from which an engine opens the file read-only.
  ///
  /// SQLite needs to create files beside the database. If SQLite cannot create these files and
  /// there is no log, an engine opens the file as unchangeable on a read-only file system. On other
  /// file systems the whole file is read into memory, and later writes are not noticed.
  func place() throws(StoreError) -> EnginePlace {
    let folder = StoreFile(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    let isWritable = [permissions, folder.permissions].contains { $0.map { $0 & 0o222 } != 0 }
    guard !isWritable || access(folder.path, W_OK) != 0, !hasLog else { return .file(path) }
    var system = statvfs()
    if statvfs(path, &system) == 0, system.f_flag & UInt(ST_RDONLY) != 0 {
      return .frozenFile(path)
    }
    return try image()
  }

  /// Throws if the write-ahead log belongs to another file, for example because a copy replaced the
  /// store after a program was killed.
  func checkLog(by engines: any EngineSource) throws(StoreError) {
    var status = stat()
    guard stat(path + "-wal", &status) == 0, status.st_size > 0 else { return }
    guard FileStamp.isContinued(at: path, by: engines) else {
      throw StoreError(.unopenable, .otherLog(path: given))
    }
  }

  /// The name of a log that SQLite ignores, and replaces when it writes.
  var ignoredLog: String? {
    version != nil && DatabaseFile(path).hasUnreadableLog ? "\(given)-wal" : nil
  }

  private var hasLog: Bool {
    var status = stat()
    return ["-wal", "-journal"].contains { stat(path + $0, &status) == 0 && status.st_size > 0 }
  }

  /// Maximum size in bytes of a file that is read into memory.
  private static let longestImage = 1 << 30

  /// Reads the file into memory; throws if it is too large or too short, or if another program
  /// writes to it during the read.
  private func image() throws(StoreError) -> EnginePlace {
    let before = version
    var image: [UInt8] = []
    if let before, before.size <= Self.longestImage {
      image = try converted(DatabaseFile(path).bytes(of: .database, count: before.size).bytes)
    }
    guard image.count >= Self.headerLength, version == before, !hasLog else {
      throw StoreError(.unopenable, .place(given, .unreadableBesideWriters))
    }
    // These bytes of the header disable write-ahead logging, which an in-memory database does not
    // support.
    for place in 18...19 { image[place] = 1 }
    return .image(image)
  }

  var permissions: mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  func remove() {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }

  /// Throws if the file cannot be opened as a store; returns whether its tables must be checked,
  /// because the file may belong to another application.
  func needsLook(isReadOnly: Bool, createsFile: Bool = true) throws(StoreError) -> Bool {
    guard !given.isEmpty, !given.contains("\0") else {
      throw StoreError(.unopenable, .fact(.noStoreName))
    }
    var status = stat()
    for name in ["-wal", "-shm", "-journal"] {
      // SQLite would follow the link and overwrite its target.
      guard lstat(path + name, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
      throw StoreError(.unopenable, .place(given + name, .linkedLog))
    }
    guard stat(path, &status) == 0 else {
      try checkMissing(isReadOnly: isReadOnly || !createsFile)
      return false
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw StoreError(.unopenable, .place(given, .folder))
    }
    for name in ["", "-wal", "-shm", "-journal"] where Self.isEndless(path + name) {
      throw StoreError(.unopenable, .place(given + name, .noFile))
    }
    guard access(path, R_OK) == 0 else { throw StoreError(.unopenable, .noPermission(path: given)) }
    guard isReadOnly || access(path, W_OK) == 0 else {
      throw StoreError(.readOnly, .place(given, .unwritable))
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard isReadOnly || access(folder, W_OK) == 0 else {
      throw StoreError(
        .readOnly, .noJournal(path: given, folder: namesFolder ? folder : "its folder"))
    }
    return try checkHeader(isReadOnly: isReadOnly)
  }

  /// Reading from a pipe or a device may block forever.
  private static func isEndless(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private func checkMissing(isReadOnly: Bool) throws(StoreError) {
    guard !isReadOnly else { throw StoreError(.unopenable, .noFile(path: given)) }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw StoreError(.unopenable, .noFolder(folder, for: given, isNew: true))
    }
    guard access(folder, W_OK) == 0 else {
      throw StoreError(.unopenable, .closedFolder(folder, for: given))
    }
  }

  private static let headerLength = 100

  private func checkHeader(isReadOnly: Bool) throws(StoreError) -> Bool {
    let header: [UInt8]
    do {
      header = try DatabaseFile(path).bytes(of: .database, count: Self.headerLength).bytes
    } catch {
      throw StoreError(.unopenable, .unread(path: given, why: error.message))
    }
    if header.isEmpty {
      guard !isReadOnly else { throw StoreError(.unopenable, .place(given, .empty)) }
      return true
    }
    guard header.count == Self.headerLength, header.starts(with: "SQLite format 3\0".utf8) else {
      throw StoreError(.unopenable, .place(given, .noDatabase))
    }
    let application = header[68..<72].reduce(0) { $0 << 8 | Int($1) }
    if application == Schema.applicationID { return false }
    guard application == 0 else { throw StoreError(.unopenable, .place(given, .otherApplication)) }
    return true
  }
}

/// Identifies a committed state of a file, for all stores in the process that have the file open.
package struct CommittedState: Hashable, Sendable {
  package let file: FileIdentity
  /// The number of the last change.
  let change: Int
}

/// Identifies a file regardless of its path.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64
}
