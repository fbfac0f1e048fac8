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
