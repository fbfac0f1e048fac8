/// Detects commits of other programs to the file of a store.
final class ForeignCommits: Part {
  let catalog: Catalog
  /// The `data_version` at the last read.
  private var dataVersion = 0

  init(_ catalog: Catalog) { self.catalog = catalog }

  func note() throws(StoreError) { dataVersion = try database.dataVersion() }

  func isCurrent() throws(StoreError) -> Bool { try database.dataVersion() == dataVersion }

  /// Loads the commits of other programs; returns whether there was one since the last call.
  ///
  /// - Parameter looksForFile: Whether to detect a removed or replaced file as well.
  func refresh(looksForFile: Bool) throws(StoreError) -> Bool {
    let isNewlyLost = looksForFile && noteLoss()
    do {
      guard try !isCurrent() else { return isNewlyLost }
    } catch {
      // If the file is lost, the remaining bytes may not be a database.
      try database.checkFile()
      throw error
    }
    try catalog.inOneState { () throws(StoreError) in
      try note()
      catalog.doubtNumbers()
    }
    return true
  }

  /// Returns true only the first time the loss is detected.
  private func noteLoss() -> Bool {
    do {
      try database.checkFile()
      return false
    } catch {
      return catalog.add(IntegrityIssue(error.message))
    }
  }
}
