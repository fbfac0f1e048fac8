package import RecordStore
package import Replies
package import SQLEngine
internal import Workspace

package enum StoreCopy {
  package typealias Place = StoreTransfer.Place

  package static func file(_ path: String) -> Place { .file(path) }
  package static func cluster(_ name: String, _ engines: any EngineSource) -> Place {
    .cluster(name: name, engines)
  }

  /// Copies a database to a file or cluster, and returns its number of transactions with changes.
  ///
  /// - Parameter replacing: Whether to replace a target file that is not a database.
  package static func copy(
    from source: Place, to target: Place, replacing: Bool
  ) throws(Diagnostic) -> Int {
    try attempt(StoreTransfer.copy(from: source, to: target, replaces: replacing))
  }
}
