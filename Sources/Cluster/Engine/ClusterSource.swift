package import SQLEngine
package import Values

package struct ClusterSource: EngineSource {
  private let place: ClusterPlace
  private let local = SQLiteSource()
  private let trips: TripCounter?

  /// - Parameter trips: counts how often the engines wait for an answer.
  package init(_ place: ClusterPlace, counting trips: TripCounter? = nil) {
    (self.place, self.trips) = (place, trips)
  }

  /// Connects to the cluster, or to a local database.
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
