/// The bytes of a database, as a file without a log would have them.
///
/// A node gives a database as SQLite has it: the file, and the write-ahead log with what is not in
/// the file yet. [The format](https://www.sqlite.org/fileformat2.html#walformat) is SQLite's.
struct DatabaseImage {
  private static let logHeader = 32
  private static let frameHeader = 24
  private(set) var bytes: [UInt8]

  /// Puts the pages of the log, up to its last commit, into their places.
  init(file: some Collection<UInt8>, log: some Collection<UInt8>) {
    bytes = Array(file)
    apply(Array(log))
    // The versions of the format that say whether there is a log.
    if bytes.count > 19 { (bytes[18], bytes[19]) = (1, 1) }
  }

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
    guard committed > 0 else { return }
    let count = pages * pageSize
    if bytes.count > count { bytes.removeLast(bytes.count - count) }
    if bytes.count < count { bytes += repeatElement(0, count: count - bytes.count) }
    for frame in frames.prefix(committed) {
      let start = (Self.number(log, frame) - 1) * pageSize
      // The database has become smaller since.
      guard start >= 0, start < count else { continue }
      let page = frame + Self.frameHeader
      bytes.replaceSubrange(start..<start + pageSize, with: log[page..<page + pageSize])
    }
  }

  /// A whole number of four bytes, greatest first.
  private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
