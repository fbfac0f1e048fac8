internal import SQLEngine
internal import Values

extension Journal {
  /// Takes what was committed from the write-ahead log into the file itself, as far as other
  /// programs let it; it waits for none of them, and does nothing while a transaction is open.
  ///
  /// - Returns: Whether the file holds all that was committed.
  public func checkpoint() throws(StoreError) -> Bool {
    guard !catalog.database.isClosed, !connection.isInTransaction, !connection.isReadOnly else {
      return true
    }
    // The next command says it.
    guard (try? catalog.database.checkFile()) != nil else { return true }
    return try connection.checkpoint()
  }

  /// Keeps the records of a store in memory, and their history, in a file; the store goes on in it.
  ///
  /// Nothing is left of the file if that fails, and the store stays in memory.
  ///
  /// - Parameter replacing: Whether it takes the place of a file that is no database.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if the store has a file, a
  ///   transaction is open, or there is a file of the name, and of the kind
  ///   ``StoreError/Kind/unopenable`` if the file cannot be made.
  public func save(to path: String, replacing: Bool = false) throws(StoreError) {
    try catalog.database.checkOpen()
    guard location == .memory else {
      throw StoreError(.refused, "the records are kept in \(location) already")
    }
    try checkIsNoPart("the store cannot be saved")
    try endGroup()
    try write(to: path, replacing) { (file) throws(StoreError) in
      let engine = try connect(to: file)
      do throws(StoreError) {
        try move(to: engine, in: .file(path))
      } catch {
        engine.close()
        throw error
      }
      // What is left here is the connection to the memory.
      engine.close()
    }
  }

  /// Writes an exact copy of the store with its history to a file, while other programs use it.
  ///
  /// The copy is of one moment. Nothing is left of the file if that fails.
  ///
  /// - Parameter replacing: Whether it takes the place of a file that is no database.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if a transaction is open or
  ///   there is a file of the name, and of the kind ``StoreError/Kind/unopenable`` if the file
  ///   cannot be made.
  public func backup(to path: String, replacing: Bool = false) throws(StoreError) {
    try catalog.database.checkOpen()
    try checkIsNoPart("the store cannot be copied")
    try endGroup()
    try write(to: path, replacing)
  }

  /// Writes what the store has to a new file, which is there when it is complete.
  ///
  /// - Parameter body: What is done with the file then; where it fails, the file is removed.
  private func write(
    to path: String, _ replacing: Bool,
    _ body: (StoreFile) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) {
    let store: String? = if case .file(let path) = location { path } else { nil }
    try FileDraft.writeDatabase(to: path, replaces: replacing, beside: store) {
      (draft) throws(StoreError) in
      try engine.copy(to: draft)
      let engine = try connect(to: StoreFile(draft))
      // A file system that cannot do it only costs speed.
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
