import Cluster
import SQLEngine
import Values

/// A database of one cluster for each store, named by the store's place.
struct ManyClusters: EngineSource {
  let door: String
  var trips: TripCounter?

  func open(
    _ place: EnginePlace, isReadOnly: Bool, busyTimeout milliseconds: Int
  ) throws(EngineError) -> any Engine {
    let name: String
    switch place {
    case .cluster(let given), .copyOfCluster(let given): name = given
    case .memory, .image, .file, .frozenFile: name = ""
    }
    // FNV-1a, because a database needs a file name.
    let number = name.utf8.reduce(14_695_981_039_346_656_037) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    var cluster = ClusterPlace(
      name, doors: [door], database: "test\(String(number, radix: 16))")
    // Small pages, except when trips are counted.
    if trips == nil { cluster.rowsOfPage = 3 }
    return try ClusterSource(cluster, counting: trips)
      .open(place, isReadOnly: isReadOnly, busyTimeout: milliseconds)
  }

  func mirror(
    with functions: [SQLFunction], isAllowed: @escaping (EngineAccess) -> Bool
  ) throws(EngineError) -> any EngineMirror {
    try SQLiteSource().mirror(with: functions, isAllowed: isAllowed)
  }
}
