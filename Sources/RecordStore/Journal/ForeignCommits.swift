/// Notices what other programs commit to the file of a store.
final class ForeignCommits: Part {
  let catalog: Catalog
  /// The `data_version` of what was read last.
  private var dataVersion = 0

  init(_ catalog: Catalog) { self.catalog = catalog }

  /// Notes that what has been committed until now is known.
  func note() throws(StoreError) { dataVersion = try database.dataVersion() }

  /// Whether nobody else has committed something since.
  func isCurrent() throws(StoreError) -> Bool { try database.dataVersion() == dataVersion }

  /// Takes over what another program has committed, and says whether one has since the last call.
  ///
  /// - Parameter looksForFile: Whether a file that was removed or replaced is noticed as well.
  func refresh(looksForFile: Bool) throws(StoreError) -> Bool {
    let isNewlyLost = looksForFile && noteLoss()
    do {
      guard try !isCurrent() else { return isNewlyLost }
    } catch {
      // What is left of a lost file may be no database.
      try database.checkFile()
      throw error
    }
    try catalog.inOneState { () throws(StoreError) in
      try note()
      catalog.doubtNumbers()
    }
    return true
  }

  /// Notes that the file is lost, and says whether it was not known yet.
  private func noteLoss() -> Bool {
    do {
      try database.checkFile()
      return false
    } catch {
      return catalog.add(Finding(error.message))
    }
  }
}
