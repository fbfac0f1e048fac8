internal import Glibc
internal import SQLEngine

/// The folder of a node: what it is, who the others are, its door and its data.
///
/// `node` has the number of the cluster, the number and the address of the node; `members` has a line
/// for each node of the cluster, as it was last known, and `former` one for each node that there was
/// when the cluster was recovered.
package struct NodeFolder: Hashable, Sendable {
  /// What a node is.
  struct Identity: Hashable {
    /// The number that the cluster was given when it was made.
    var cluster: String
    var id: UInt64
    var address: String
  }

  /// The path of the folder.
  package let path: String

  /// A folder, which need not be there yet.
  package init(_ path: String) { self.path = path }

  /// The socket file through which sessions come in.
  package var door: String { path + "/door" }
  var data: String { path + "/data" }
  private var identityFile: String { path + "/node" }
  private var membersFile: String { path + "/members" }
  private var formerFile: String { path + "/former" }

  /// Makes the folder, and keeps it from being used by another node as long as the program runs.
  func make() throws(ClusterError) {
    for folder in [path, data] where mkdir(folder, 0o700) != 0 && errno != EEXIST {
      throw ClusterError(
        .folder("\(folder) cannot be made: \(String(cString: strerror(errno)))"))
    }
    let handle = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else {
      throw ClusterError(.folder("\(path) is not a folder; expected that of a node"))
    }
    guard flock(handle, LOCK_EX | LOCK_NB) == 0 else {
      throw ClusterError(.folder("\(path) is in use by a node that runs"))
    }
  }

  /// The least room that has to be left on the disk, in bytes: what dqlite sets aside at once, and more.
  /// Where it finds none, it does not end but crashes.
  private static let leastRoom: UInt64 = 48 << 20

  /// Throws where there is little room left on the disk.
  func checkRoom() throws(ClusterError) {
    var system = statvfs()
    guard statvfs(path, &system) == 0 else { return }
    let room = UInt64(system.f_bavail) * UInt64(system.f_frsize)
    guard room < Self.leastRoom else { return }
    throw ClusterError(
      .folder(
        "\(path) has \(room >> 20) MB of room left; a node needs \(Self.leastRoom >> 20) MB"))
  }

  /// Whether there is data of a node in it.
  var hasData: Bool { access(data + "/metadata1", F_OK) == 0 }

  /// What the node is; nil where nothing says so.
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

  /// The nodes of the cluster, as they were last known.
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

  /// The addresses of nodes that knew the cluster before it was recovered, and are no part of it now.
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
      throw ClusterError(
        .folder("\(path) cannot be written: \(String(cString: strerror(errno)))"))
    }
  }

  private static func read(_ path: String) -> String? {
    let handle = open(path, O_RDONLY | O_CLOEXEC)
    guard handle >= 0 else { return nil }
    defer { close(handle) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = bytes.withUnsafeMutableBytes { Glibc.read(handle, $0.baseAddress, $0.count) }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
