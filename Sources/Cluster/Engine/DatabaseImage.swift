internal import Glibc
internal import SQLEngine

/// The bytes of a database, as in a file without a log.
///
/// A node sends the database file and the write-ahead log, which has newer pages. The log is in
/// [SQLite's format](https://www.sqlite.org/fileformat2.html#walformat).
struct DatabaseImage {
  private static let logHeader = 32
  private static let frameHeader = 24
  private(set) var bytes: [UInt8]

  init(file: some Collection<UInt8>, log: some Collection<UInt8>) {
    bytes = Array(file)
    apply(Array(log))
    // The read and write versions of the format: 1 means no log.
    if bytes.count > 19 { (bytes[18], bytes[19]) = (1, 1) }
  }

  var userVersion: Int { bytes.count > 64 ? Self.number(bytes, 60) : 0 }

  private mutating func apply(_ log: [UInt8]) {
    guard log.count >= Self.logHeader else { return }
    let size = Self.number(log, 8)
    let pageSize = size == 1 ? 65_536 : size
    guard pageSize >= 512 else { return }
    let salts = log[16..<24]
    let step = Self.frameHeader + pageSize
    var frames: [Int] = []
    var committed = 0
    var pages = 0
    var place = Self.logHeader
    while place + step <= log.count, log[place + 8..<place + 16].elementsEqual(salts) {
      frames.append(place)
      let sizeAfter = Self.number(log, place + 4)
      if sizeAfter > 0 { (committed, pages) = (frames.count, sizeAfter) }
      place += step
    }
    let count = pages * pageSize
    // A few free pages may be neither in the file nor in the log; a damaged log can claim any size.
    guard committed > 0, count <= 2 * (bytes.count + log.count) + 64 << 20 else { return }
    if bytes.count > count { bytes.removeLast(bytes.count - count) }
    if bytes.count < count { bytes += repeatElement(0, count: count - bytes.count) }
    for frame in frames.prefix(committed) {
      let start = (Self.number(log, frame) - 1) * pageSize
      guard start >= 0, start < count else { continue }
      let page = frame + Self.frameHeader
      bytes.replaceSubrange(start..<start + pageSize, with: log[page..<page + pageSize])
    }
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

enum ClusterCopy {
  /// The file must be empty or missing.
  static func write(_ bytes: [UInt8], to path: String) throws(EngineError) {
    let handle = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard handle >= 0 else { throw failure(path) }
    defer { close(handle) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(handle, $0.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(path) }
      written += count
    }
  }

  private static func failure(_ path: String) -> EngineError {
    EngineError(.failure, "\(path) cannot be written: \(String(cString: strerror(errno)))")
  }
}
