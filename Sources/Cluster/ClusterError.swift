package struct ClusterError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case address(String)
    case folder(String)
    case unreachable(String)
    /// The folder belongs to a node that was removed from its cluster.
    case removed(NodeFolder)
    case refused(String)
  }

  package var kind: Kind
  package var message: String {
    switch kind {
    case .address(let text), .folder(let text), .unreachable(let text), .refused(let text): text
    case .removed(let folder):
      "the node in \(folder.path) was removed from its cluster; start it with an empty folder"
    }
  }

  init(_ kind: Kind) { self.kind = kind }
}
