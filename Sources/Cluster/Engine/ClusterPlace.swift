/// How to reach a cluster.
package struct ClusterPlace: Hashable, Sendable {
  /// The name shown to users.
  package var name: String
  /// The paths of the nodes' sockets, in the order in which they are tried.
  package var doors: [String]

  /// The database name; ``ordinaryDatabase`` for ordinary stores.
  package var database: String

  /// Number of rows per request when the store reads in pages.
  package var rowsOfPage = 512

  /// The first statement of each connection; nil if there is none.
  package var greeting: String?

  package static let ordinaryDatabase = "workbench"

  package init(_ name: String, doors: [String], database: String = ordinaryDatabase) {
    (self.name, self.doors, self.database) = (name, doors, database)
  }
}
