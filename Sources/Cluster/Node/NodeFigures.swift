internal import Synchronization

/// Counts of a node's connections and requests, and the last view of its cluster.
///
/// The threads of ``ListenSocket`` write the counts, ``NodeWatch`` writes the view, and
/// ``MetricsPage`` reads both.
final class NodeFigures: Sendable {
  struct View: Sendable {
    var leader: UInt64?
    var members: [Member] = []
    /// Addresses of nodes that do not answer.
    var absent: Set<String> = []
  }

  let connections = Atomic(0)
  let refusedConnections = Atomic(0)
  let refusedRequests = Atomic(0)
  /// Committed through the node's socket.
  let transactions = Atomic(0)
  /// Time at which the last connection was refused, by ``Pause/clock``.
  let lastRefusal = Atomic(Int.min / 2)
  let view = Mutex(View())
}
