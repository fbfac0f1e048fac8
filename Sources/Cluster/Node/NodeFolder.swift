internal import Glibc
internal import SQLEngine

/// A node's folder: its identity, the list of nodes, its socket and its data.
///
/// The file `node` contains the identifier of the cluster, and the identifier and address of the
/// node. `members` lists the last known nodes, and `former` the nodes that existed before a
/// recovery.
package struct NodeFolder: Hashable, Sendable {
  struct Identity: Hashable {
    var cluster: String
    var id: UInt64
    var address: String
  }

  package let path: String

  package init(_ path: String) { self.path = path }

  package var door: String { path + "/door" }
  var data: String { path + "/data" }
  private var identityFile: String { path + "/node" }
  private var membersFile: String { path + "/members" }
  private var formerFile: String { path + "/former" }

  /// Creates the folder and locks it against other nodes until the process ends.
  func make() throws(ClusterError) {
    for folder in [path, data] where mkdir(folder, 0o700) != 0 && errno != EEXIST {
      throw ClusterError(
        .folder("\(folder) cannot be created: \(String(cString: strerror(errno)))"))
    }
    let handle = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else {
      throw ClusterError(.folder("\(path) is not a folder; expected the folder of a node"))
    }
    guard flock(handle, LOCK_EX | LOCK_NB) == 0 else {
      throw ClusterError(.folder("\(path) is in use by a running node"))
    }
  }

  /// In bytes; a little more than dqlite preallocates, because dqlite crashes if the disk is too
  /// full for that.
  private static let leastRoom = 48 << 20

  /// The free disk space in bytes, if known.
  var room: Int? {
    var system = statvfs()
    guard statvfs(path, &system) == 0 else { return nil }
    return Int(clamping: UInt64(system.f_bavail) * UInt64(system.f_frsize))
  }

  /// Space that the data uses, in bytes.
  var size: Int {
    guard let folder = opendir(data) else { return 0 }
    defer { closedir(folder) }
    var size = 0
    while let entry = readdir(folder) {
      var status = stat()
      let code = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) {
          fstatat(dirfd(folder), $0, &status, AT_SYMLINK_NOFOLLOW)
        }
      }
      if code == 0 { size += Int(status.st_blocks) * 512 }
    }
    return size
  }

  func checkRoom() throws(ClusterError) {
    guard let room, room < Self.leastRoom else { return }
    throw ClusterError(
      .folder(
        "\(path) has \(room >> 20) MiB of disk space left; a node needs "
          + "\(Self.leastRoom >> 20) MiB"))
  }

  var hasData: Bool { access(data + "/metadata1", F_OK) == 0 }

  func identity() throws(ClusterError) -> Identity? {
    guard let text = Self.read(identityFile) else { return nil }
    let words = Dictionary(
      text.split(separator: "\n").compactMap { line -> (String, String)? in
        let parts = line.split(separator: " ", maxSplits: 1)
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
      }, uniquingKeysWith: { first, _ in first })
    guard let cluster = words["cluster"], let id = words["id"].flatMap({ UInt64($0) }),
      let address = words["address"]
    else {
      throw ClusterError(.folder("\(identityFile) is damaged; expected cluster, id and address"))
    }
    return Identity(cluster: cluster, id: id, address: address)
  }

  func write(_ identity: Identity) throws(ClusterError) {
    try write(
      "cluster \(identity.cluster)\nid \(identity.id)\naddress \(identity.address)\n",
      to: identityFile)
  }

  var members: [Member] {
    (Self.read(membersFile) ?? "").split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let id = UInt64(words[0]), let number = UInt64(words[2]),
        let role = Member.Role(rawValue: number)
      else { return nil }
      return Member(id: id, address: String(words[1]), role: role)
    }
  }

  func write(_ members: [Member]) throws(ClusterError) {
    guard members != self.members else { return }
    try write(
      members.map { "\($0.id) \($0.address) \($0.role.rawValue)\n" }.joined(), to: membersFile)
  }

  /// The addresses of nodes that existed before a recovery and have not joined again.
  var former: [String] {
    let present = members.map(\.address)
    return (Self.read(formerFile) ?? "").split(separator: "\n").map(String.init)
      .filter { !present.contains($0) }
  }

  func write(former addresses: [String]) throws(ClusterError) {
    try write(addresses.map { $0 + "\n" }.joined(), to: formerFile)
  }

  private func write(_ text: String, to path: String) throws(ClusterError) {
    let draft = path + ".new"
    unlink(draft)
    do {
      try ClusterCopy.write(Array(text.utf8), to: draft)
    } catch {
      throw ClusterError(.folder(error.message))
    }
    guard rename(draft, path) == 0 else {
      throw ClusterError(.folder("\(path) cannot be written: \(String(cString: strerror(errno)))"))
    }
  }

  private static func read(_ path: String) -> String? {
    bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func bytes(of path: String) -> [UInt8]? {
    let handle = open(path, O_RDONLY | O_CLOEXEC)
    guard handle >= 0 else { return nil }
    defer { close(handle) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = part.withUnsafeMutableBytes { Glibc.read(handle, $0.baseAddress, $0.count) }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += part.prefix(count)
    }
  }

  private var trial: String { path + "/trial" }

  /// Copies the data of a stopped node, and returns the folder of the copy.
  func copyOfData() throws(ClusterError) -> String {
    removeCopyOfData()
    var failure: String?
    if mkdir(trial, 0o700) != 0 { failure = String(cString: strerror(errno)) }
    for name in Self.files(in: data) where failure == nil {
      guard let bytes = Self.bytes(of: data + "/" + name) else {
        failure = "\(name) cannot be read"
        break
      }
      do {
        try ClusterCopy.write(bytes, to: trial + "/" + name)
      } catch {
        failure = error.message
      }
    }
    guard let failure else { return trial }
    removeCopyOfData()
    throw ClusterError(.folder("\(data) cannot be copied to \(trial): \(failure)"))
  }

  func removeCopyOfData() {
    for name in Self.files(in: trial) { unlink(trial + "/" + name) }
    rmdir(trial)
  }

  private static func files(in folder: String) -> [String] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      guard entry.pointee.d_type == UInt8(DT_REG) else { continue }
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}
