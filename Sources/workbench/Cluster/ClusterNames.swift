internal import FoundationEssentials
internal import Glibc
internal import Replies
internal import SQLEngine
internal import Session

#if Cluster
  internal import Cluster
#endif

/// An argument such as `cluster:./door` or `cluster:main`; ``text`` is the path of a socket, or a
/// name from the clusters file.
struct ClusterName {
  static let prefix = "cluster:"
  let text: String

  init?(_ argument: String) {
    guard argument.hasPrefix(Self.prefix) else { return nil }
    text = String(argument.dropFirst(Self.prefix.count))
  }

  #if Cluster
    /// The clusters file has a line for each cluster: its name, then the paths of its sockets; `#`
    /// starts a comment.
    func place() throws(Diagnostic) -> ClusterPlace {
      if text.contains("/") { return ClusterPlace(text, doors: [text]) }
      guard !text.isEmpty else {
        throw Diagnostic(
          .usage, "expected the path of a socket, or the name of a cluster, after cluster:")
      }
      let file = Folders.clusters ?? ""
      var names: [String] = []
      for line in try Self.lines(of: file) {
        let words = line.prefix { !$0.hasPrefix("#") }
        guard let name = words.first else { continue }
        names.append(name)
        guard name == text else { continue }
        guard words.count > 1 else {
          throw Diagnostic(.usage, "\(file) has no socket for the cluster \(text)")
        }
        return ClusterPlace(text, doors: words.dropFirst().map(Self.expanded))
      }
      let known =
        names.isEmpty ? "does not name a cluster" : "names \(names.joined(separator: ", "))"
      throw Diagnostic(
        .usage, "there is no cluster \(text): \(file) \(known)",
        hint: "the path of a socket contains a /, for example cluster:./door")
    }

    private static func lines(of path: String) throws(Diagnostic) -> [[String]] {
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      do {
        return try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline)
          .map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
      } catch {
        throw Diagnostic(.usage, "\(path) cannot be read as text")
      }
    }

    private static func expanded(_ path: String) -> String {
      guard path.hasPrefix("~") else { return path }
      let user = path.dropFirst().prefix { $0 != "/" }
      let home =
        user.isEmpty
        ? getenv("HOME") ?? getpwuid(getuid())?.pointee.pw_dir
        : getpwnam(String(user))?.pointee.pw_dir
      return home.map { String(cString: $0) + path.dropFirst(1 + user.count) } ?? path
    }
  #endif
}

#if Cluster
  extension ClusterPlace {
    func engines(locale: String) -> any EngineSource {
      var place = self
      place.greeting = RemoteFunctions.greeting(locale: locale)
      return ClusterSource(place)
    }
  }
#endif

enum WithoutCluster {
  static let words = "this program was built without clusters"
}
