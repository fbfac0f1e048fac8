internal import SQLEngine
internal import Values

/// The functions by which a node says what it is, on each connection to it.
enum NodeFunctions {
  static let version = "wb_node_version"
  static let cluster = "wb_node_cluster"
  /// Raised where a session and a node of different versions cannot work together.
  static let presentVersion = 1

  /// The functions of a node of a cluster.
  static func all(of cluster: String) -> [SQLFunction] {
    [
      SQLFunction(version, 0) { _ in .value(.integer(presentVersion)) },
      SQLFunction(Self.cluster, 0) { _ in .value(.text(cluster)) },
    ]
  }
}
