internal import FoundationEssentials
internal import Glibc
internal import LineEditor
internal import Replies
internal import Session

/// A file with the saved commands, by database, that the user has allowed to use files, SQL and the
/// environment.
///
/// A database is identified by device, inode and path, so a copy is another database. If the file
/// cannot be read, workbench asks the user again.
final class TrustFile: TrustMemory {
  private struct Database: Codable {
    var device: UInt64
    var inode: UInt64
    var path: String
    var commands: [String]
  }

  private static let mostBytes = 1 << 20
  private static let mostOfOne = 1 << 18
  private static let mostDatabases = 1000

  private let path: String

  init(path: String) { self.path = path }

  func isTrusted(_ definition: String, ofDatabase path: String) -> Bool {
    guard let place = Self.place(of: path) else { return false }
    return databases().contains { Self.isSame($0, place) && $0.commands.contains(definition) }
  }

  func trust(_ definition: String, ofDatabase path: String) throws(Diagnostic) {
    guard var own = Self.place(of: path) else { return }
    var databases = databases()
    if let known = databases.firstIndex(where: { Self.isSame($0, own) }) {
      own = databases.remove(at: known)
    }
    own.commands.append(definition)
    while own.commands.count > 1, own.commands.reduce(0, { $0 + $1.utf8.count }) > Self.mostOfOne {
      own.commands.removeFirst()
    }
    databases.append(own)
    HistoryFile.makeFolders(of: self.path)
    let sink = try WritableFile.begin(self.path, replaces: true, beside: nil, isPrivate: true)
    do throws(Diagnostic) {
      try sink.write(Self.bytes(of: databases))
      try sink.commit()
    } catch {
      sink.abandon()
      throw error
    }
  }

  /// Encodes the databases with the most recently trusted commands: at most ``mostDatabases``, or
  /// fewer if they exceed the size limit.
  private static func bytes(of databases: [Database]) -> [UInt8] {
    var kept = databases.suffix(mostDatabases)
    while true {
      let bytes = (try? JSONEncoder().encode(Array(kept))).map { [UInt8]($0) } ?? []
      if bytes.count <= mostBytes || kept.count <= 1 { return bytes }
      kept = kept.suffix(kept.count / 2)
    }
  }

  private func databases() -> [Database] {
    var bytes: [UInt8] = []
    do throws(Diagnostic) {
      let file = try FileBytes(path)
      while let next = try file.next(), bytes.count <= Self.mostBytes { bytes += next }
    } catch {
      return []
    }
    guard bytes.count <= Self.mostBytes else { return [] }
    return (try? JSONDecoder().decode([Database].self, from: Data(bytes))) ?? []
  }

  private static func place(of path: String) -> Database? {
    var status = stat()
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    guard stat(real, &status) == 0 else { return nil }
    return Database(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
      path: String(cString: real), commands: [])
  }

  private static func isSame(_ database: Database, _ other: Database) -> Bool {
    database.device == other.device && database.inode == other.inode && database.path == other.path
  }
}
