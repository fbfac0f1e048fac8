internal import SQLEngine
internal import Values

extension Store {
  /// Takes what was committed from the write-ahead log into the file itself, as far as other
  /// programs let it; it waits for none of them, and does nothing while a transaction is open.
  ///
  /// - Returns: Whether the file holds all that was committed.
  public func checkpoint() throws(StoreError) -> Bool {
    guard !isClosed, !connection.isInTransaction, !connection.isReadOnly else { return true }
    let row = try connection.rows("PRAGMA wal_checkpoint(PASSIVE)").first ?? []
    // Whether something was in the way, the pages in the log, and those of them that were taken.
    guard row.count == 3, let pages = row[1].integer, let taken = row[2].integer else {
      return true
    }
    return pages == taken
  }

  /// Keeps the records of a store in memory, and their history, in a file; the store goes on in it.
  ///
  /// Nothing is left of the file if that fails, and the store stays in memory.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if the store has a file, a
  ///   transaction is open, or there is a file of the name, and of the kind
  ///   ``StoreError/Kind/unopenable`` if the file cannot be made.
  public func save(to path: String) throws(StoreError) {
    guard location == .memory else {
      throw StoreError(.refused, "the records are kept in \(location) already")
    }
    guard open == nil, !options.isTrial else {
      throw StoreError(.refused, "the store cannot be saved inside a transaction")
    }
    try endGroup()
    try write(to: path) { (file) throws(StoreError) in
      let engine = try connect(to: file)
      do throws(StoreError) {
        try go(on: engine, in: .file(path))
      } catch {
        engine.close()
        throw error
      }
    }
  }

  /// Writes an exact copy of the store with its history to a file, while other programs use it.
  ///
  /// The copy is of one moment. Nothing is left of the file if that fails.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if a transaction is open or
  ///   there is a file of the name, and of the kind ``StoreError/Kind/unopenable`` if the file cannot
  ///   be made.
  public func backup(to path: String) throws(StoreError) {
    guard open == nil, !options.isTrial else {
      throw StoreError(.refused, "the store cannot be copied inside a transaction")
    }
    try endGroup()
    try write(to: path)
  }

  /// Writes what the store has to a new file, which is there when it is complete.
  ///
  /// - Parameter body: What is done with the file then; where it fails, the file is removed.
  private func write(
    to path: String, _ body: (StoreFile) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) {
    let file = StoreFile(path)
    let draft = try file.makeDraft()
    defer { draft.letGo() }
    do throws(StoreError) {
      try engine.execute("VACUUM INTO \(draft.path.asSQLText)")
      let engine = try connect(to: draft)
      // A file system that cannot do it only costs speed.
      _ = try? engine.value("PRAGMA journal_mode = WAL")
      engine.close()
      // SQLite itself does not wait for the disk here.
      try draft.publish(as: file, permissions: permissions)
    } catch {
      draft.remove()
      throw error
    }
    do throws(StoreError) {
      try body(file)
    } catch {
      file.remove()
      throw error
    }
  }

  /// Who may do what with the file of the store; nil for one in memory.
  private var permissions: UInt32? {
    guard case .file(let path) = location else { return nil }
    return StoreFile(path).permissions
  }

  private func connect(to file: StoreFile) throws(StoreError) -> Connection {
    try Connection(to: .file(file.path), busyTimeout: options.busyTimeout, by: engines)
  }

  /// Leaves the present connection for another, whose database has the same records.
  private func go(on next: Connection, in place: Location) throws(StoreError) {
    let (former, formerPlace) = (engine, location)
    move(to: next, in: place)
    do throws(StoreError) {
      try prepareFile()
    } catch {
      move(to: former, in: formerPlace)
      try loadTypes()
      throw error
    }
    hasWritten = true
    former.close()
  }
}
