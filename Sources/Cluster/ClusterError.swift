package struct ClusterError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case address(String)
    case folder(String)
    case unreachable(String)
    case refused(String)
  }

  package var kind: Kind
  package var message: String {
    switch kind {
    case .address(let text), .folder(let text), .unreachable(let text), .refused(let text): text
    }
  }

  init(_ kind: Kind) { self.kind = kind }
}
