internal import FoundationEssentials
internal import Glibc
internal import LineEditor
internal import Session
internal import Web

/// The files of a database's servers in the user's state folder: cookie secrets, and sockets that
/// answer with new addresses.
struct ServeFolder {
  private let path: String?
  /// A hash of the database's path or cluster; the file names begin with it.
  private let name: String

  /// - Parameter database: A path, or a cluster, for example `cluster:main`.
  init(_ database: String) {
    path = Folders.servers
    var place = database
    if ClusterName(database) == nil, let resolved = realpath(database, nil) {
      place = String(cString: resolved)
      free(resolved)
    }
    // FNV-1a.
    let hash = place.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    name = String(hash, radix: 16)
  }

  /// The cookie secret of a port, kept so that browsers need no new address after a restart.
  ///
  /// A read-only server has its own secret, because its cookie must not allow changes.
  func secret(port: Int, isReadOnly: Bool) -> String {
    guard let path, port != 0 else { return Server.newSecret() }
    let file = "\(path)/\(name).\(port)\(isReadOnly ? ".read" : "")"
    if let secret = Self.read(file) { return secret }
    let secret = Server.newSecret()
    HistoryFile.makeFolders(of: file)
    // Without the file, browsers need a new address after a restart.
    if let sink = try? WritableFile.begin(file, replaces: true, beside: nil, isPrivate: true) {
      do {
        try sink.write(Array(secret.utf8))
        try sink.commit()
      } catch {
        sink.abandon()
      }
    }
    return secret
  }

  /// - Returns: Nil unless the file contains a secret that only its owner can read.
  private static func read(_ file: String) -> String? {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { return nil }
    let text = Self.text(from: descriptor)
    let isSecret =
      text.utf8.count == 24 && text.allSatisfy { $0.isLetter || "0123456789-_".contains($0) }
    return isSecret ? text : nil
  }

  private static func text(from descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    while bytes.count < 4096 {
      let part = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
      }
      guard !part.isEmpty else { break }
      bytes += part
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func makeSocketPath() -> String? {
    guard let path else { return nil }
    let file = "\(path)/\(name).\(getpid()).socket"
    HistoryFile.makeFolders(of: file)
    return file
  }

  /// Returns a new address of each running server; removes the sockets of killed servers.
  func newAddresses() -> [String] {
    guard let path, let files = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return []
    }
    return files.sorted().filter { $0.hasPrefix(name + ".") && $0.hasSuffix(".socket") }.compactMap
    {
      let file = path + "/" + $0
      guard let address = Self.answer(of: file) else {
        unlink(file)
        return nil
      }
      return address
    }
  }

  private static func answer(of file: String) -> String? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: file.utf8.prefix($0.count - 1))
    }
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    let isConnected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    let lines = isConnected ? Self.text(from: socket).split(separator: "\n") : []
    return lines.first.map(String.init)
  }
}
