internal import CSQLite

/// Reads a database file through SQLite's VFS: otherwise closing the file would release the
/// process's POSIX locks on an open database.
package struct DatabaseFile {
  package enum Part {
    case database
    case journal
    case log
  }

  private let path: String

  package init(_ path: String) { self.path = path }

  package func bytes(
    of part: Part, from offset: Int = 0, count: Int
  ) throws(EngineError) -> (bytes: [UInt8], size: Int) {
    let kind =
      switch part {
      case .database: csqlite_database
      case .journal: csqlite_journal
      case .log: csqlite_log
      }
    var (code, size) = (SQLITE_OK, sqlite3_int64(0))
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var length = Int32(count)
      code = csqlite_read_file(
        path, kind, sqlite3_int64(offset), buffer.baseAddress, &length, &size)
      filled = code == SQLITE_OK ? Int(length) : 0
    }
    guard code == SQLITE_OK else {
      throw EngineError(sqlite: Int(code), String(cString: sqlite3_errstr(code)))
    }
    return (bytes, Int(size))
  }

  package var isDatabase: Bool {
    let mark = Array("SQLite format 3\0".utf8)
    return (try? bytes(of: .database, count: mark.count).bytes) == mark
  }

  private static let journalMark: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

  /// Refuses a database whose journal names a super-journal, because SQLite would delete that file.
  ///
  /// See https://sqlite.org/fileformat.html, section 3, and `readSuperJournal` in pager.c.
  func checkJournal() throws(EngineError) {
    guard let start = try? bytes(of: .journal, count: 1), start.bytes != [0], start.size >= 16,
      let end = try? bytes(of: .journal, from: start.size - 8, count: 8).bytes,
      end == Self.journalMark
    else { return }
    throw EngineError(
      sqlite: Int(SQLITE_CANTOPEN),
      "its journal names another file, which SQLite would delete; open the database with the program "
        + "that left the journal, or delete the journal if you do not trust it")
  }

  /// Whether the current write-ahead log contains a text; ignores leftovers of earlier logs. See
  /// https://sqlite.org/fileformat.html, section 4.
  package func logHolds(_ text: String) -> Bool {
    logHas { pages, _ in
      pages.withUnsafeBytes { csqlite_holds($0.baseAddress, Int32($0.count), text) != 0 }
    }
  }

  package func logIsOfOther(than application: Int) -> Bool {
    logHas { pages, frame in
      stride(from: pages.startIndex, to: pages.endIndex, by: frame).contains { start in
        let header = pages[(start + Self.frameHeader)...]
        return Self.number(pages[start...]) == 1 && Self.number(header.dropFirst(68)) != application
      }
    }
  }

  /// Whether the log contains every page of the database, so that SQLite reads no page from the
  /// file.
  package var logHasEveryPage: Bool {
    var pages: Set<Int> = []
    var size = 0
    _ = logHas { frames, frame in
      for start in stride(from: frames.startIndex, to: frames.endIndex, by: frame) {
        pages.insert(Self.number(frames[start...]))
        // Database size in pages after a commit; 0 in frames that do not commit.
        let sizeAfter = Self.number(frames[(start + 4)...])
        if sizeAfter > 0 { size = sizeAfter }
      }
      return false
    }
    return size > 0 && (1...size).allSatisfy(pages.contains)
  }

  /// Whether SQLite ignores the write-ahead log because its header is invalid.
  package var hasUnreadableLog: Bool {
    guard let header = try? bytes(of: .log, count: Self.logHeader), header.size > 0 else {
      return false
    }
    return header.bytes.count < Self.logHeader || Self.number(header.bytes[...]) >> 1 != 0x1BBF_8341
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  /// - Parameter isFound: Called with several frames of the log, and the length of one frame.
  private func logHas(_ isFound: (ArraySlice<UInt8>, Int) -> Bool) -> Bool {
    guard let header = try? bytes(of: .log, count: Self.logHeader).bytes,
      header.count == Self.logHeader
    else { return false }
    let page = Self.number(header[8...])
    guard (512...65_536).contains(page) else { return false }
    let (frame, salt) = (Self.frameHeader + page, header[16..<24])
    let framesAtOnce = max(1, (1 << 20) / frame)
    var offset = Self.logHeader
    while let read = try? bytes(of: .log, from: offset, count: framesAtOnce * frame).bytes {
      var start = 0
      while start + frame <= read.count, read[start + 8..<start + 16] == salt { start += frame }
      if isFound(read[..<start], frame) { return true }
      guard start == framesAtOnce * frame else { return false }
      offset += start
    }
    return false
  }

  package static func pause(milliseconds: Int) { sqlite3_sleep(Int32(milliseconds)) }

  private static let logHeader = 32
  private static let frameHeader = 24
}
