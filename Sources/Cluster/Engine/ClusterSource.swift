package import SQLEngine
package import Values

package struct ClusterSource: EngineSource {
  private let place: ClusterPlace
  private let local = SQLiteSource()
  private let trips: TripCounter?

  package init(_ place: ClusterPlace, counting trips: TripCounter? = nil) {
    (self.place, self.trips) = (place, trips)
  }

  package func open(
    _ place: EnginePlace, isReadOnly: Bool, busyTimeout milliseconds: Int
  ) throws(EngineError) -> any Engine {
    switch place {
    case .cluster:
      return try DqliteEngine(
        self.place, isReadOnly: isReadOnly, busyTimeout: milliseconds, counting: trips)
    case .copyOfCluster:
      let engine = try DqliteEngine(
        self.place, isReadOnly: true, busyTimeout: milliseconds, counting: trips)
      defer { engine.close() }
      let image = try engine.image()
      return try local.open(
        image.isEmpty ? .memory : .image(image), isReadOnly: false, busyTimeout: milliseconds)
    case .memory, .image, .file, .frozenFile:
      return try local.open(place, isReadOnly: isReadOnly, busyTimeout: milliseconds)
    }
  }

  package func mirror(
    with functions: [SQLFunction], isAllowed: @escaping (EngineAccess) -> Bool
  ) throws(EngineError) -> any EngineMirror {
    try local.mirror(with: functions, isAllowed: isAllowed)
  }
}

package struct ClusterPlace: Hashable, Sendable {
  package var name: String
  /// The paths of the nodes' sockets, in the order of preference.
  package var doors: [String]

  package var database: String

  package var rowsOfPage = 512

  package var greeting: String?

  package static let ordinaryDatabase = "workbench"

  package init(_ name: String, doors: [String], database: String = ordinaryDatabase) {
    (self.name, self.doors, self.database) = (name, doors, database)
  }
}

package final class TripCounter {
  package var count = 0

  package init() {}
}
