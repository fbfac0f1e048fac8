/// How a cluster is reached from here.
package struct ClusterPlace: Hashable, Sendable {
  /// What people call it.
  package var name: String
  /// The paths of the doors of its nodes, in the order in which they are tried.
  package var doors: [String]

  /// The name of the database; a store of the program's has the one of ``ordinaryDatabase``.
  package var database: String

  /// How many rows are asked for at once where the store asks in parts.
  package var rowsOfPage = 512

  /// A statement with which each connection begins; nil for none.
  package var greeting: String?

  /// What the database of a cluster is called.
  package static let ordinaryDatabase = "workbench"

  /// A cluster with one or more doors.
  package init(_ name: String, doors: [String], database: String = ordinaryDatabase) {
    (self.name, self.doors, self.database) = (name, doors, database)
  }
}
