internal import FoundationEssentials
internal import Glibc
internal import LineEditor
internal import Replies
internal import SQLEngine
internal import Session

final class Files: FileProvider {
  private static let mostBytes = 1 << 28

  private let beforeReading: () -> Void
  private var inputs: Set<String> = []
  var writesPrivateFiles = false

  init(beforeReading: @escaping () -> Void) { self.beforeReading = beforeReading }

  func noteInput(_ path: String) {
    let path = path == "-" ? "/dev/stdin" : path
    if let resolved = realpath(path, nil) {
      inputs.insert(String(cString: resolved))
      free(resolved)
    }
  }

  func lines(of path: String) throws(Diagnostic) -> any LineSource {
    noteInput(path)
    try Self.checkIsNoDatabase(path)
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
      // Decoding has changed a name that is not UTF-8, so the file is not found.
      guard stat(directory + "/" + name, &status) == 0 else { return nil }
      return status.st_mode & S_IFMT == S_IFDIR ? name + "/" : name
    }
  }

  func text(of path: String) throws(Diagnostic) -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    try Self.checkIsNoDatabase(path)
    let file = try FileBytes(path)
    var bytes: [UInt8] = []
    while let next = try file.next() {
      bytes += next
      guard bytes.count <= Self.mostBytes else {
        throw Diagnostic(.file, "\(path) cannot be read: it has more than 256 MiB")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic(.file, "\(path) cannot be read: it is not UTF-8")
    }
    return text
  }

  func checkFolders(of path: String, below directory: String) throws(Diagnostic) {
    for slash in path.indices.dropFirst(directory.count + 1) where path[slash] == "/" {
      let folder = String(path[..<slash])
      var status = stat()
      guard lstat(folder, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { continue }
      throw Diagnostic(
        .file, "\(folder) is a file or a link, not a folder, so nothing was written there")
    }
  }

  func makeFolders(of path: String) throws(Diagnostic) {
    for slash in path.indices.dropFirst() where path[slash] == "/" {
      guard mkdir(String(path[..<slash]), 0o777) != 0, errno != EEXIST else { continue }
      throw Diagnostic(.file, "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  func bytes(of path: String) throws(Diagnostic) -> any ByteSource {
    try Self.checkIsNoDatabase(path)
    return try FileBytes(path)
  }

  func scratch() throws(Diagnostic) -> any ScratchBytes { try TemporaryBytes() }

  /// Closing a descriptor of a database would release the POSIX locks that SQLite holds in this
  /// process.
  private static func checkIsNoDatabase(_ path: String) throws(Diagnostic) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      DatabaseFile(path).isDatabase
    else { return }
    throw Diagnostic(
      .file, "\(path) is an SQLite database",
      hint: "`import \(path) table NAME into …` reads one of its tables")
  }

  func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  func check(_ path: String, replaces: Bool, beside store: String?) throws(Diagnostic) {
    guard !inputs.contains(WritableFile.resolved(path)) else {
      throw Diagnostic(.file, "\(path) is a file that this run reads; choose another name")
    }
    try WritableFile.check(path, replaces: replaces, beside: store)
  }

  func sink(
    at path: String, replaces: Bool, beside store: String?
  ) throws(Diagnostic) -> any FileSink {
    try check(path, replaces: replaces, beside: store)
    return try WritableFile.begin(
      path, replaces: replaces, beside: store, isPrivate: writesPrivateFiles)
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

final class FileBytes: ByteSource {
  private static let pieceSize = 1 << 16

  let size: Int?
  private let path: String
  private let descriptor: Int32
  private let opened: stat
  private let isHeld: Bool

  init(_ path: String) throws(Diagnostic) {
    self.path = path
    isHeld = path != "-"
    let descriptor = isHeld ? open(path, O_RDONLY | O_CLOEXEC) : 0
    guard descriptor >= 0 else { throw Self.error(path, errno) }
    // Check before all properties are initialized, because deinit would close the file again.
    if let error = InputError(readingFrom: descriptor) {
      if isHeld { close(descriptor) }
      throw Diagnostic(.file, "\(path) cannot be read: \(error.message)")
    }
    self.descriptor = descriptor
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.error(path, errno) }
    opened = status
    size = status.st_mode & S_IFMT == S_IFREG ? status.st_size : nil
  }

  deinit { if isHeld { close(descriptor) } }

  func next() throws(Diagnostic) -> [UInt8]? {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
      let length = read(descriptor, buffer.baseAddress, buffer.count)
      if length < 0 { code = errno }
      count = max(0, length)
    }
    // A signal interrupts the wait for a pipe; the caller checks for signals.
    guard code == 0 || code == EINTR else { throw Self.error(path, code) }
    if code == EINTR { return [] }
    return bytes.isEmpty ? nil : bytes
  }

  func bytes(at offset: Int, count: Int) throws(Diagnostic) -> [UInt8] {
    var code: Int32 = 0
    let bytes = descriptor.bytes(at: offset, count: count, &code)
    guard code == 0 else { throw Self.error(path, code) }
    return bytes
  }

  var isChanged: Bool {
    guard size != nil else { return false }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return true }
    return status.st_size != opened.st_size
      || status.st_mtim.tv_sec != opened.st_mtim.tv_sec
      || status.st_mtim.tv_nsec != opened.st_mtim.tv_nsec
  }

  private static func error(_ path: String, _ code: Int32) -> Diagnostic {
    Diagnostic(.file, "\(path) cannot be read: \(String(cString: strerror(code)))")
  }
}

/// A temporary file without a name, so that other programs cannot open it.
private final class TemporaryBytes: ScratchBytes {
  private let descriptor: Int32

  init() throws(Diagnostic) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let name = "\(folder)/workbench-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Diagnostic(
        .file, "\(folder) cannot be written: \(String(cString: strerror(errno)))",
        hint: "set TMPDIR to another folder for temporary files")
    }
    unlink(name)
  }

  deinit { close(descriptor) }

  func append(_ bytes: [UInt8]) throws(Diagnostic) {
    var place = 0
    while place < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress! + place, $0.count - place)
      }
      guard count > 0 || errno == EINTR else { throw Self.error(errno) }
      place += max(0, count)
    }
  }

  func bytes(at offset: Int, count: Int) throws(Diagnostic) -> [UInt8] {
    var code: Int32 = 0
    let bytes = descriptor.bytes(at: offset, count: count, &code)
    guard code == 0 else { throw Self.error(code) }
    return bytes
  }

  private static func error(_ code: Int32) -> Diagnostic {
    Diagnostic(
      .file, "the temporary file cannot be used: \(String(cString: strerror(code)))",
      hint: "set TMPDIR to another folder for temporary files")
  }
}

extension Int32 {
  /// Returns fewer bytes only at the end of the file, or after an error, whose number is stored in
  /// `code`.
  fileprivate func bytes(at offset: Int, count: Int, _ code: inout Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let length = pread(
          self, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if length < 0, errno == EINTR { continue }
        if length < 0 { code = errno }
        guard length > 0 else { return }
        filled += length
      }
    }
  }
}
