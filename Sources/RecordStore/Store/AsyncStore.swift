internal import Dispatch
public import Records

/// A store for servers, used by many tasks at the same time.
///
/// One connection writes, one transaction after the other, on its own thread. The other connections
/// only read, each from a consistent snapshot. Readers and the writer do not wait for each other.
/// Cancelling a task interrupts its call and rolls back its changes.
///
/// ```swift
/// let adults = try await store.list("Person", where: "age >= \(18)", orderedBy: "name")
/// try await store.write(TransactionEntry(reason: "birthday"), by: "ada") { tx in
///   try tx.update(RecordID("Person", 1), ["age": 37])
/// }
/// ```
public final class AsyncStore: Sendable {
  private let writer: StoreThread
  /// Nil for a trial or a store without a file of its own; the writer then reads too.
  private let readers: ReaderPool?
  private let observers = ChangeObservers()
  private let lookingInterval: Duration?

  /// Opens a store; creates the file if it does not exist.
  ///
  /// - Parameters:
  ///   - definitions: Parses the definitions in the file.
  ///   - actor: The author of changes, unless another one is given for a transaction.
  ///   - readers: The maximum number of tasks that read at the same time. A store in memory and a
  ///     trial have no readers, so reading waits for the writer.
  ///   - lookingInterval: The interval between checks for changes by other programs while
  ///     ``changes()`` are observed; nil for no checks.
  ///   - clock: Returns the time in milliseconds since 1970.
  /// - Throws: The errors of ``Store/init(_:options:definitions:actor:clock:)``.
  public init(
    _ location: Store.Location, options: Store.Options = Store.Options(),
    definitions: any DefinitionReader & Sendable, actor: String, readers: Int = 4,
    lookingEvery lookingInterval: Duration? = .seconds(1), clock: @escaping @Sendable () -> Int
  ) async throws(StoreError) {
    precondition(readers > 0, "a store needs at least one reader")
    self.lookingInterval = lookingInterval
    @Sendable func thread(_ options: Store.Options) -> StoreThread {
      StoreThread { () throws(StoreError) in
        try Store(
          location, options: options, definitions: definitions, actor: actor, clock: clock)
      }
    }
    writer = thread(options)
    var reading = options
    reading.isReadOnly = true
    if case .file = location, !options.isTrial {
      self.readers = ReaderPool((0..<readers).map { _ in thread(reading) })
    } else {
      self.readers = nil
    }
    try await writer.open()
  }

  /// Runs a closure that reads from a consistent snapshot of the store.
  ///
  /// The closure must not write. The result must be `Sendable`, such as `RecordValues`.
  ///
  /// - Throws: The error of the closure or of the store, or `CancellationError`.
  public func read<Result: Sendable>(
    _ body: @Sendable (Store) throws -> Result
  ) async throws -> Result {
    guard let readers else { return try await writer.run { try Self.inOneState($0, body) } }
    return try await readers.run { try Self.inOneState($0, body) }
  }

  private static func inOneState<Result>(
    _ store: Store, _ body: (Store) throws -> Result
  ) throws -> Result {
    try store.schema.inOneState(mapError: { $0 as any Error }, { try body(store) })
  }

  /// Runs a closure as a transaction, after the transactions requested earlier.
  ///
  /// - Parameter author: The author of the changes; nil for the author of the store.
  /// - Throws: The error of the closure or of the store, or `CancellationError`; nothing is changed
  ///   then.
  public func write<Result: Sendable>(
    _ entry: TransactionEntry = TransactionEntry(), by author: String? = nil,
    _ body: @Sendable (borrowing WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await perform { store in
      let actor = store.journal.actor
      defer { store.journal.actor = actor }
      if let author { store.journal.actor = author }
      return try store.write(entry, body)
    }
  }

  /// Runs a closure on the writing store, for operations other than transactions, such as undo.
  public func perform<Result: Sendable>(
    _ body: @Sendable (Store) throws -> Result
  ) async throws -> Result {
    try await writer.run(reportingTo: observers, body)
  }

  /// Returns a stream of the changes from now on, each as the set of changed properties.
  ///
  /// A reference without a property means that records of the type were created or deleted. A slow
  /// observer receives all changes that it has missed as one set. Changes made by undo or by other
  /// programs are included.
  public func changes() -> AsyncStream<Set<PropertyReference>> {
    let (changes, beginsLooking) = observers.add()
    if beginsLooking, let lookingInterval {
      Task { [weak writer = self.writer, weak observers = self.observers] in
        while let writer, let observers, await writer.look(for: observers) {
          try? await Task.sleep(for: lookingInterval)
        }
      }
    }
    return changes
  }

  /// Waits for calls in progress and closes the store; later calls throw, and the streams of
  /// ``changes()`` end.
  public func close() async {
    await readers?.close()
    await writer.close()
    observers.end()
  }

  /// Returns the records of a type that meet a condition, by number or in a given order.
  ///
  /// - Parameters:
  ///   - condition: An expression; nil for all records.
  ///   - order: Comma-separated expressions, each optionally followed by `asc` or `desc`.
  ///   - limit: The maximum number of records; nil for no limit.
  /// - Throws: The errors of ``Store/list(_:where:orderedBy:limit:)``, or `CancellationError`.
  public func list(
    _ type: String, where condition: RecordCondition? = nil, orderedBy order: String? = nil,
    limit: Int? = nil
  ) async throws -> [RecordValues] {
    try await read { store in
      try store.queries.values(type, where: condition, orderedBy: order, limit: limit)
    }
  }

  /// Returns the current values of a record; nil if the record or its type does not exist.
  public func record(_ id: RecordID) async throws -> RecordValues? {
    try await read { store in
      guard let type = store.schema.type(named: id.type) else { return nil }
      return try store.queries.values(of: id).map {
        RecordValues(type, number: id.number, values: $0)
      }
    }
  }
}

/// Lends each reader to one task at a time, in the order of the requests.
actor ReaderPool {
  private let readers: [StoreThread]
  private var idle: [StoreThread]
  private var waiting: [CheckedContinuation<StoreThread, Never>] = []

  init(_ readers: [StoreThread]) { (self.readers, idle) = (readers, readers) }

  func run<Result: Sendable>(
    _ body: @Sendable (Store) throws -> Result
  ) async throws -> Result {
    let reader: StoreThread
    if let next = idle.popLast() {
      reader = next
    } else {
      reader = await withCheckedContinuation { waiting.append($0) }
    }
    defer {
      if waiting.isEmpty {
        idle.append(reader)
      } else {
        waiting.removeFirst().resume(returning: reader)
      }
    }
    return try await reader.run(body)
  }

  func close() async {
    for reader in readers { await reader.close() }
  }
}

/// Runs all work of one store on a queue of its own, so that waiting for the disk or for another
/// program blocks no thread of Swift's pool.
actor StoreThread {
  private let queue = StoreQueue()
  private let opening: @Sendable () throws(StoreError) -> Store
  private var store: Store?
  private var isClosed = false
  /// The position up to which changes were reported; nil if there are no observers.
  private var mark: ChangeMark?

  init(_ opening: @escaping @Sendable () throws(StoreError) -> Store) { self.opening = opening }

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  func open() throws(StoreError) { _ = try opened() }

  private func opened() throws(StoreError) -> Store {
    if let store { return store }
    guard !isClosed else { throw StoreError(.refused, .fact(.closed)) }
    let store = try opening()
    self.store = store
    return store
  }

  func close() {
    store?.close()
    (store, isClosed) = (nil, true)
  }

  /// Stops the work if the task is cancelled.
  func run<Result: Sendable>(_ body: @Sendable (Store) throws -> Result) throws -> Result {
    try Task.checkCancellation()
    let store = try opened()
    var wasInterrupted = false
    store.isInterrupted = {
      // True only once, because the rollback must not be interrupted.
      if wasInterrupted || !Task.isCancelled { return false }
      wasInterrupted = true
      return true
    }
    defer { store.isInterrupted = { false } }
    do {
      return try body(store)
    } catch let error as StoreError where error.kind == .interrupted && wasInterrupted {
      throw CancellationError()
    }
  }

  /// Like ``run(_:)``, but then reports the changed properties to observers.
  func run<Result: Sendable>(
    reportingTo observers: ChangeObservers, _ body: @Sendable (Store) throws -> Result
  ) throws -> Result {
    // Set before the work, because an observer may be added during it.
    if mark == nil { mark = try opened().journal.mark() }
    defer { report(to: observers) }
    return try run(body)
  }

  /// Reports the changes of other programs; returns false if the store is closed or there are no
  /// observers.
  func look(for observers: ChangeObservers) -> Bool {
    guard !isClosed, !observers.endLooking() else { return false }
    if mark == nil { mark = try? opened().journal.mark() }
    _ = try? store?.journal.refresh()
    report(to: observers)
    return true
  }

  private func report(to observers: ChangeObservers) {
    guard !observers.isEmpty, let store, var mark = self.mark else {
      self.mark = nil
      return
    }
    do throws(StoreError) {
      let changes = try store.journal.changes(since: &mark)
      self.mark = mark
      observers.report(changes ?? Self.everything(in: store))
    } catch {
      // The mark is unchanged, so the next report includes these changes.
    }
  }

  private static func everything(in store: Store) -> Set<PropertyReference> {
    Set(
      store.schema.types.flatMap { type in
        [PropertyReference(type.name)]
          + type.properties.map { PropertyReference(type.name, $0.name) }
      })
  }
}

private final class StoreQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "store")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
