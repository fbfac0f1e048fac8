/// What keeps a node or a cluster from doing what it was asked for.
package struct ClusterError: Error, Hashable, Sendable {
  /// What sort of failure it is.
  package enum Kind: Hashable, Sendable {
    /// An address that is none, or that no node may listen at.
    case address(String)
    /// A folder that is not a node's, or another one's.
    case folder(String)
    /// Nobody answers.
    case unreachable(String)
    /// What the cluster or its library refuses.
    case refused(String)
  }

  /// What sort of failure it is.
  package var kind: Kind
  /// What is wrong, for a person.
  package var message: String {
    switch kind {
    case .address(let text), .folder(let text), .unreachable(let text), .refused(let text): text
    }
  }

  init(_ kind: Kind) { self.kind = kind }
}
