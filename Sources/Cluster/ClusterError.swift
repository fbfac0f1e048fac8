/// An error of a node or a cluster.
package struct ClusterError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The address is malformed, or no node may listen there.
    case address(String)
    /// The folder does not belong to a node, or belongs to another one.
    case folder(String)
    /// There is no answer.
    case unreachable(String)
    /// The cluster or its library refuses the request.
    case refused(String)
  }

  package var kind: Kind
  /// The problem, in words for the user.
  package var message: String {
    switch kind {
    case .address(let text), .folder(let text), .unreachable(let text), .refused(let text): text
    }
  }

  init(_ kind: Kind) { self.kind = kind }
}
