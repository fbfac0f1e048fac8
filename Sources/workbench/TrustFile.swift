internal import FoundationEssentials
internal import Glibc
internal import LineEditor
internal import Replies
internal import Session

/// The commands of databases that the user has allowed to use files.
///
/// A database is known by a random number, which this file gives to a device, an inode and a path;
/// a copy is another database. A file that cannot be read counts as empty: the user is asked again.
final class TrustFile: TrustMemory {
  private struct Database: Codable {
    var id: String
    var device: UInt64
    var inode: UInt64
    var path: String
    /// Digests of the number and a definition.
    var commands: [String]
  }

  private static let mostBytes = 1 << 20
  private static let mostCommands = 1000
  private static let mostDatabases = 1000

  private let path: String

  init(path: String) { self.path = path }

  func isTrusted(_ definition: String, ofDatabase path: String) -> Bool {
    guard let place = Self.place(of: path) else { return false }
    return databases().contains {
      Self.isSame($0, place) && $0.commands.contains(Self.digest(of: definition, in: $0.id))
    }
  }

  func trust(_ definition: String, ofDatabase path: String) throws(Diagnostic) {
    guard var own = Self.place(of: path) else { return }
    var databases = databases()
    if let known = databases.firstIndex(where: { Self.isSame($0, own) }) {
      own = databases.remove(at: known)
    }
    own.commands.append(Self.digest(of: definition, in: own.id))
    own.commands = own.commands.suffix(Self.mostCommands)
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

  /// The newest databases that fit.
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

  /// Nil if the file is missing.
  private static func place(of path: String) -> Database? {
    var status = stat()
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    guard stat(real, &status) == 0 else { return nil }
    let id = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    return Database(
      id: id, device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
      path: String(cString: real), commands: [])
  }

  private static func isSame(_ database: Database, _ other: Database) -> Bool {
    database.device == other.device && database.inode == other.inode && database.path == other.path
  }

  private static func digest(of definition: String, in id: String) -> String {
    SHA256.digest(of: Array("\(id) \(definition)".utf8))
  }
}
