internal import SQLEngine
internal import Values

/// SQL functions by which a node identifies itself on each connection.
enum NodeFunctions {
  static let version = "wb_node_version"
  static let cluster = "wb_node_cluster"
  /// Incremented when sessions and nodes of different versions become incompatible.
  static let presentVersion = 1

  static func all(of cluster: String) -> [SQLFunction] {
    [
      SQLFunction(version, 0) { _ in .value(.integer(presentVersion)) },
      SQLFunction(Self.cluster, 0) { _ in .value(.text(cluster)) },
    ]
  }
}
