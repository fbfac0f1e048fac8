package import RecordStore
package import Replies
package import SQLEngine

/// A store with its whole history, copied to another place.
package enum StoreCopy {
  /// Where a store is.
  package typealias Place = StoreTransfer.Place

  /// The store of a file.
  package static func file(_ path: String) -> Place { .file(path) }
  /// The store of a cluster.
  package static func cluster(_ name: String, _ engines: any EngineSource) -> Place {
    .cluster(name: name, engines)
  }

  /// Copies a store to a place where there is none, and returns how many transactions it has.
  ///
  /// - Parameter replacing: Whether it takes the place of a file that is no database.
  package static func copy(
    from source: Place, to target: Place, replacing: Bool
  ) throws(Diagnostic) -> Int {
    do throws(StoreError) {
      return try StoreTransfer.copy(from: source, to: target, replaces: replacing)
    } catch {
      throw Diagnostic(error)
    }
  }
}
