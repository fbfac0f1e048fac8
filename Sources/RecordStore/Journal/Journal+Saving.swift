internal import SQLEngine

extension Journal {
  /// Moves committed changes from the write-ahead log to the database file, as far as other
  /// programs allow without waiting. Does nothing while a transaction is open.
  ///
  /// - Returns: Whether the file contains all committed changes; also true if nothing was done.
  public func checkpoint() throws(StoreError) -> Bool {
    guard !catalog.database.isClosed, !connection.isInTransaction, !connection.isReadOnly else {
      return true
    }
    // The next command reports the error.
    guard (try? catalog.database.checkFile()) != nil else { return true }
    return try connection.checkpoint()
  }

  /// Saves the records and history of an in-memory store to a file; the store then uses the file.
  ///
  /// If this fails, no new file is left and the store stays in memory.
  ///
  /// - Parameter replacing: Whether to replace a file that is not a database.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if the store already has a
  ///   file or is for a trial, if a transaction is open, or if the file exists and may not be
  ///   replaced; of the kind ``StoreError/Kind/unopenable`` if the file cannot be created.
  public func save(to path: String, replacing: Bool = false) throws(StoreError) {
    try catalog.database.checkOpen()
    guard location == .memory else { throw StoreError(.refused, .isKept(place: place)) }
    try checkIsNoPart(.save)
    try endGroup()
    try write(to: path, replacing) { (file) throws(StoreError) in
      let engine = try connect(to: file)
      do throws(StoreError) {
        try move(to: engine, in: .file(path))
      } catch {
        engine.close()
        throw error
      }
      // This is the connection to the in-memory database.
      engine.close()
    }
  }

  /// Writes an exact copy of the store with its history to a file, while other programs use it.
  ///
  /// The copy is a consistent snapshot. If this fails, no new file is left.
  ///
  /// - Parameter replacing: Whether to replace a file that is not a database.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if the store is for a trial,
  ///   if a transaction is open, or if the file exists and may not be replaced; of the kind
  ///   ``StoreError/Kind/unopenable`` if the file cannot be created.
  public func backup(to path: String, replacing: Bool = false) throws(StoreError) {
    try catalog.database.checkOpen()
    try checkIsNoPart(.copy)
    try endGroup()
    try write(to: path, replacing)
  }

  /// The file appears under its name only when complete.
  ///
  /// - Parameter body: Runs after the file is written; if it throws, the file is removed.
  private func write(
    to path: String, _ replacing: Bool,
    _ body: (StoreFile) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) {
    let store: String? = if case .file(let path) = location { path } else { nil }
    // A cluster has no file whose permissions apply.
    let isPrivate = if case .cluster = location { true } else { false }
    try FileDraft.writeDatabase(
      to: path, replaces: replacing, beside: store, isPrivate: isPrivate
    ) {
      (draft) throws(StoreError) in
      try engine.copy(to: draft)
      let engine = try connect(to: StoreFile(draft))
      // Without WAL, only speed is lost.
      _ = try? engine.value("PRAGMA journal_mode = WAL")
      try FileStamp.renew(on: engine)
      engine.close()
    }
    let file = StoreFile(path)
    do throws(StoreError) {
      try body(file)
    } catch {
      file.remove()
      throw error
    }
  }

  private func connect(to file: StoreFile) throws(StoreError) -> Connection {
    let database = catalog.database
    return try Connection(
      to: .file(file.path), busyTimeout: database.options.busyTimeout, by: database.engines)
  }
}
