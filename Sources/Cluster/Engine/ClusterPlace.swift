package struct ClusterPlace: Hashable, Sendable {
  package var name: String
  /// The paths of the nodes' sockets, in the order in which they are tried.
  package var doors: [String]

  /// The database name; ``ordinaryDatabase`` for ordinary stores.
  package var database: String

  package var rowsOfPage = 512

  package var greeting: String?

  package static let ordinaryDatabase = "workbench"

  package init(_ name: String, doors: [String], database: String = ordinaryDatabase) {
    (self.name, self.doors, self.database) = (name, doors, database)
  }
}
