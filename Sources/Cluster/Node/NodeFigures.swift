internal import Synchronization

/// Counts of a node's connections and requests; the threads of ``ListenSocket`` write them.
final class NodeFigures: Sendable {
  let connections = Atomic(0)
  let refusedConnections = Atomic(0)
  let refusedRequests = Atomic(0)
  /// Committed through the node's socket.
  let transactions = Atomic(0)
  /// Time at which the last connection was refused, by ``Pause/clock``.
  let lastRefusal = Atomic(Int.min / 2)
}
